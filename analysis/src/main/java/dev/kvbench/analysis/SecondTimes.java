package dev.kvbench.analysis;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The response times of the arrivals that ended in a second, those without a right answer at their
 * age.
 *
 * @param fromSeconds its beginning, since the measured window's
 * @param toSeconds its end
 * @param p99Micros null where they were too few to tell it from their longest
 * @param maxMicros their longest
 */
public record SecondTimes(
    double fromSeconds, double toSeconds, @Nullable Double p99Micros, double maxMicros) {

  private static final int LEAST_FOR_P99 = 100;
  private static final double NANOS_PER_MICRO = 1e3;

  /**
   * Adds a second to {@code all}, unless nothing ended in it.
   *
   * @param times in nanoseconds
   */
  public static void add(
      List<SecondTimes> all, double fromSeconds, double toSeconds, Histogram times) {
    long count = times.getTotalCount();
    if (count > 0) {
      all.add(
          new SecondTimes(
              fromSeconds,
              toSeconds,
              count < LEAST_FOR_P99 ? null : times.getValueAtPercentile(99) / NANOS_PER_MICRO,
              times.getMaxValue() / NANOS_PER_MICRO));
    }
  }
}
