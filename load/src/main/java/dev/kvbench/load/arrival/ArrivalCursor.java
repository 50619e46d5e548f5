package dev.kvbench.load.arrival;

import dev.kvbench.scenario.StepSpec;

/**
 * An endless sequence of due times: nanoseconds since the start of a step, never decreasing. It is
 * read by one thread at a time. The same parameters give the same sequence, so a second cursor can
 * count what a first one handed out.
 */
public interface ArrivalCursor {

  /** Returns the next due time, in nanoseconds since the step's start. */
  long next();

  /**
   * Returns a cursor at its beginning.
   *
   * @param process how the arrivals lie in time
   * @param ratePerSecond arrivals per second, on average; above 0
   * @param seed decides the random processes' sequence
   */
  static ArrivalCursor of(StepSpec.ArrivalProcess process, double ratePerSecond, long seed) {
    return switch (process) {
      case CONSTANT -> new ConstantArrivals(ratePerSecond);
      case POISSON -> new PoissonArrivals(ratePerSecond, seed);
    };
  }
}
