package dev.kvbench.run.contract;

/** A rule that shows nothing, since a record that it needs could not be written. */
final class Unprepared extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Breach breach;

  Unprepared(Breach breach) {
    super(breach);
    this.breach = breach;
  }

  Breach breach() {
    return breach;
  }
}
