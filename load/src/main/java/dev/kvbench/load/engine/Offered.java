package dev.kvbench.load.engine;

/** Counts the arrivals of a step by their due times. */
interface Offered {

  /**
   * Returns how many arrivals are due before {@code nanos} since the step's start. Never goes back:
   * a smaller argument than before may return the same count.
   */
  long dueBefore(long nanos);
}
