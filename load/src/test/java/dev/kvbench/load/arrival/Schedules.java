package dev.kvbench.load.arrival;

import dev.kvbench.scenario.ArrivalProcess;
import dev.kvbench.scenario.StepSpec;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/** Short ways to make schedules in tests, and to hold them against their distributions. */
final class Schedules {

  private Schedules() {}

  static ArrivalCursor cursor(
      ArrivalProcess process, double rate, long warmupNanos, long durationNanos, long seed) {
    return ArrivalCursor.of(
        new StepSpec.Load(
            "get",
            StepSpec.Operation.GET,
            rate,
            process,
            new StepSpec.Warmup(false, warmupNanos),
            durationNanos,
            0,
            StepSpec.Objectives.NONE),
        seed);
  }

  /** The due times of a cursor between two times, counted from the first of them. */
  static double[] between(ArrivalCursor arrivals, long fromNanos, long toNanos) {
    double[] due = new double[16];
    int count = 0;
    for (long next = arrivals.next(); next < toNanos; next = arrivals.next()) {
      if (next >= fromNanos) {
        if (count == due.length) {
          due = Arrays.copyOf(due, 2 * count);
        }
        due[count++] = next - fromNanos;
      }
    }
    return Arrays.copyOf(due, count);
  }

  /** The Kolmogorov-Smirnov distance of a sample from a distribution function. */
  static double distance(double[] sample, DoubleUnaryOperator distribution) {
    double[] sorted = sample.clone();
    Arrays.sort(sorted);
    double distance = 0;
    for (int i = 0; i < sorted.length; i++) {
      double theory = distribution.applyAsDouble(sorted[i]);
      distance = Math.max(distance, Math.abs((i + 1.0) / sorted.length - theory));
      distance = Math.max(distance, Math.abs((double) i / sorted.length - theory));
    }
    return distance;
  }

  /** The distance that one sample in a hundred of {@code count} exceeds. */
  static double critical(int count) {
    return 1.63 / Math.sqrt(count);
  }

  /**
   * How far an even schedule of {@code count} arrivals may stray from its distribution: each is at
   * its own quantile, so by one arrival, and once more for where the window cuts.
   */
  static double even(int count) {
    return 2.0 / count;
  }
}
