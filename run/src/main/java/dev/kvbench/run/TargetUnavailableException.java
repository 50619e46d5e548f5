package dev.kvbench.run;

/**
 * A run that could not go on because its target could not be started or reached. What was measured
 * before is in the result directory; the message is fit for a user.
 */
public final class TargetUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** An error with a message that is fit for a user. */
  public TargetUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
