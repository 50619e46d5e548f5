package dev.kvbench.analysis;

import dev.kvbench.result.TimeSummary;
import dev.kvbench.time.NanoClock;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Turns histograms of nanoseconds into summaries, and says where they are only lower bounds. */
public final class Summaries {

  /** Share of wrong refusals on either side that a percentile's interval may have: 2.5 %. */
  private static final double TAIL = 0.025;

  private Summaries() {}

  /**
   * Summarizes times that are all known.
   *
   * @param exact times in nanoseconds
   */
  public static TimeSummary of(Histogram exact) {
    return of(exact, new Histogram(3));
  }

  /**
   * Summarizes times of which some are only known to be longer than an age. With the lower bound
   * the censored arrivals enter at their age; with the upper bound at infinity. Where both agree
   * the figure is exact; from {@code censoredFrom} on it is a lower bound.
   *
   * @param exact known times in nanoseconds
   * @param censored ages in nanoseconds at which the others were given up
   */
  public static TimeSummary of(Histogram exact, Histogram censored) {
    Histogram low = exact.copy();
    low.add(censored);
    long count = low.getTotalCount();
    Map<String, @Nullable Double> percentiles = new LinkedHashMap<>();
    Map<String, Long> needs = new LinkedHashMap<>();
    for (String name : TimeSummary.PERCENTILES) {
      double percentile = Double.parseDouble(name);
      long needed = arrivalsNeeded(percentile);
      if (count < needed) {
        percentiles.put(name, null);
        needs.put(name, needed);
      } else {
        percentiles.put(name, micros(low.getValueAtPercentile(percentile)));
      }
    }
    return new TimeSummary(
        count,
        count == 0 ? null : micros(low.getMean()),
        count == 0 ? null : micros(low.getMaxValue()),
        percentiles,
        needs,
        censoredFrom(exact, censored),
        Map.of());
  }

  /**
   * Returns one percentile of times of which some are only known to be longer than an age.
   *
   * @param percentile in percent, above 0 and below 100
   */
  public static Bounded percentile(Histogram exact, Histogram censored, double percentile) {
    Histogram low = exact.copy();
    low.add(censored);
    if (low.getTotalCount() < arrivalsNeeded(percentile)) {
      return new Bounded(Double.NaN, false);
    }
    Double from = censoredFrom(exact, censored);
    return new Bounded(low.getValueAtPercentile(percentile), from != null && percentile > from);
  }

  /**
   * A percentile.
   *
   * @param nanos the figure; NaN where there are too few arrivals for it
   * @param lowerBound whether the true figure may be larger
   */
  public record Bounded(double nanos, boolean lowerBound) {}

  /**
   * How many arrivals a percentile needs to be shown: with fewer, the largest of them lies below
   * the true percentile with a probability over 2.5 %, and no upper end of a 95 % interval exists.
   * Solves p^n ≤ 0.025 for n (David and Nagaraja, Order Statistics, section 7.1).
   *
   * @param percentile in percent, above 0 and below 100
   */
  public static long arrivalsNeeded(double percentile) {
    return (long) Math.ceil(Math.log(TAIL) / Math.log(percentile / 100));
  }

  /**
   * The share, in percent, of arrivals that ended exactly before the first was given up: above it
   * an arrival of unknown length may belong. Null when none was given up.
   */
  private static @Nullable Double censoredFrom(Histogram exact, Histogram censored) {
    if (censored.getTotalCount() == 0) {
      return null;
    }
    long youngest = censored.getMinValue();
    long before = exact.getTotalCount() == 0 ? 0 : exact.getCountBetweenValues(0, youngest);
    return 100.0 * before / (exact.getTotalCount() + censored.getTotalCount());
  }

  private static double micros(double nanos) {
    return nanos / NanoClock.NANOS_PER_MICRO;
  }
}
