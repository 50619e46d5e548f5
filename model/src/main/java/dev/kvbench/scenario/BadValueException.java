package dev.kvbench.scenario;

/** A value that cannot be what its setting needs; the setting and the place are added above. */
final class BadValueException extends Exception {

  private static final long serialVersionUID = 1L;

  private final String hint;

  /**
   * A value that will not do.
   *
   * @param message continues the setting's name: {@code must be …, not …}
   * @param hint what would be right
   */
  BadValueException(String message, String hint) {
    super(message, null, false, false);
    this.hint = hint;
  }

  /** What would be right. */
  String hint() {
    return hint;
  }

  /** What is wrong, to follow the setting's name. */
  String message() {
    return String.valueOf(getMessage());
  }
}
