package dev.kvbench.targets.profile;

/** A target could not be profiled; the message is a part of a sentence that says why. */
public final class ProfileException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Says why, fit to stand behind "because". */
  public ProfileException(String message) {
    super(message);
  }
}
