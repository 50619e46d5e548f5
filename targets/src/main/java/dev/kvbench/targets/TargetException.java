package dev.kvbench.targets;

/** A target could not be started or reached; the message is fit for a user. */
public final class TargetException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Says what happened, to which target, and what to do. */
  public TargetException(String message) {
    super(message);
  }
}
