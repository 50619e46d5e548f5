package dev.kvbench.analysis.law;

import dev.kvbench.analysis.Summaries;
import dev.kvbench.result.TimeSummary;
import dev.kvbench.time.NanoClock;
import java.util.List;

/**
 * How a law is put to the test: requests at equal gaps, request <i>n</i> = 0, 1, 2 … due <i>n</i> /
 * rate after the first, of which those due behind the warm-up are measured.
 *
 * @param law what the server does
 * @param ratePerSecond requests per second. Where the law has a period, a rate that puts requests
 *     on other places of it each time
 * @param warmupNanos how long before the measured window requests begin
 * @param durationNanos the measured window: a whole number of the law's periods
 * @param connections connections that are kept open
 * @param timeoutNanos when a request is given up
 */
public record LawPlan(
    Law law,
    double ratePerSecond,
    long warmupNanos,
    long durationNanos,
    int connections,
    long timeoutNanos) {

  /** The percentiles that are looked at, in percent, as a {@link TimeSummary} names them. */
  private static final List<String> PERCENTILES = List.of("50", "75", "90", "95", "99", "99.9");

  /** Checks that the law's percentiles hold for the window. */
  public LawPlan {
    if (durationNanos % law.periodNanos() != 0) {
      throw new IllegalArgumentException(
          "a window of " + durationNanos + " ns is no whole number of periods of " + law.words());
    }
  }

  /** Number of the first measured request. */
  public long first() {
    return numberDueFrom(warmupNanos);
  }

  /** Number behind the last measured request. */
  public long end() {
    return numberDueFrom(warmupNanos + durationNanos);
  }

  /** When request {@code number} is due, in nanoseconds since the first one. */
  public long dueNanos(long number) {
    return (long) (number * (NanoClock.NANOS_PER_SECOND / ratePerSecond));
  }

  /** The percentiles that there are enough requests for, by name. */
  public List<String> percentiles() {
    return PERCENTILES.stream()
        .filter(p -> end() - first() >= Summaries.arrivalsNeeded(Double.parseDouble(p)))
        .toList();
  }

  private long numberDueFrom(long nanos) {
    long number = (long) (nanos / (double) NanoClock.NANOS_PER_SECOND * ratePerSecond);
    while (number > 0 && dueNanos(number - 1) >= nanos) {
      number--;
    }
    while (dueNanos(number) < nanos) {
      number++;
    }
    return number;
  }
}
