package dev.kvbench.cli;

/** A command that cannot be carried out as it was given; the message says what to give instead. */
final class WrongUseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WrongUseException(String message) {
    super("kvbench: " + message);
  }
}
