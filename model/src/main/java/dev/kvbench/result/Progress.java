package dev.kvbench.result;

/**
 * The last second of a step under way.
 *
 * @param phase what the step is doing
 * @param elapsedSeconds since the step's start
 * @param totalSeconds how long warm-up and window will take, as far as is known
 * @param offeredPerSecond arrivals due in the last second
 * @param achievedPerSecond right answers in the last second
 * @param p50Nanos median response time of the last second's right answers; NaN if there were none
 * @param p99Nanos 99th percentile of the same
 * @param failed arrivals so far that ended without a right answer, warm-up included
 * @param backlog arrivals that are due and have no connection
 */
public record Progress(
    Phase phase,
    double elapsedSeconds,
    double totalSeconds,
    double offeredPerSecond,
    double achievedPerSecond,
    double p50Nanos,
    double p99Nanos,
    long failed,
    long backlog) {

  /** What a step is doing. */
  public enum Phase {
    /** The unmeasured window. */
    WARMUP,
    /** The measured window. */
    MEASURE,
    /** Behind the window: what is under way comes to its end. */
    DRAIN
  }
}
