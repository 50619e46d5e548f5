package dev.kvbench.load.arrival;

/**
 * Due times in closed form: each is computed from its arrival's number and not from its
 * predecessor, so that rounding does not add up and any of them can be asked for. Pure.
 */
@FunctionalInterface
interface ArrivalFormula {

  /**
   * Returns when an arrival is due, in nanoseconds since the step's start rounded down, or {@link
   * ArrivalCursor#NO_MORE} beyond the last. Never decreases with the number.
   *
   * @param index the arrival's number, from 0
   */
  long dueNanos(long index);
}
