package dev.kvbench.result;

/** A result that cannot be read; the message says which file, why, and is fit for a user. */
public final class UnreadableResultException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Says which file cannot be read and why. */
  public UnreadableResultException(String message) {
    super(message);
  }
}
