package dev.kvbench.analysis;

import dev.kvbench.result.TimeSummary;
import dev.kvbench.time.NanoClock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
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
    return of(exact, censored, Seconds.NONE);
  }

  /**
   * The same with a confidence interval for every percentile that is exact.
   *
   * @param seconds the same times second by second, the censored ones at their age; none where no
   *     interval is wanted
   */
  public static TimeSummary of(Histogram exact, Histogram censored, Seconds seconds) {
    Histogram low = merged(exact, censored);
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
    Map<String, Intervals.Interval> intervals = intervals(exact, censored, seconds);
    return new TimeSummary(
        count,
        count == 0 ? null : micros(low.getMean()),
        count == 0 ? null : micros(low.getMaxValue()),
        percentiles,
        needs,
        censoredFrom(exact, censored),
        TimeSummary.PERCENTILES.stream()
            .filter(name -> !agree(exact, censored, Double.parseDouble(name)))
            .toList(),
        each(intervals, interval -> List.of(micros(interval.low()), micros(interval.high()))),
        each(intervals, Intervals.Interval::independentSeconds),
        intervals.keySet().stream().filter(name -> isNarrow(intervals, name)).toList());
  }

  private static <T> Map<String, T> each(
      Map<String, Intervals.Interval> intervals, Function<Intervals.Interval, T> part) {
    Map<String, T> parts = new LinkedHashMap<>();
    intervals.forEach((name, interval) -> parts.put(name, part.apply(interval)));
    return parts;
  }

  private static boolean isNarrow(Map<String, Intervals.Interval> intervals, String name) {
    Intervals.Interval interval = intervals.get(name);
    return interval != null && interval.tooNarrow();
  }

  private static Map<String, Intervals.Interval> intervals(
      Histogram exact, Histogram censored, Seconds seconds) {
    long count = exact.getTotalCount() + censored.getTotalCount();
    List<String> names =
        TimeSummary.PERCENTILES.stream()
            .filter(name -> count >= arrivalsNeeded(Double.parseDouble(name)))
            .filter(name -> agree(exact, censored, Double.parseDouble(name)))
            .toList();
    if (seconds.isEmpty() || names.isEmpty()) {
      return Map.of();
    }
    double[] percentiles = names.stream().mapToDouble(Double::parseDouble).toArray();
    List<Intervals.Interval> found = Intervals.of(seconds, percentiles);
    Map<String, Intervals.Interval> intervals = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      intervals.put(names.get(i), found.get(i));
    }
    return intervals;
  }

  /**
   * Returns one percentile of times of which some are only known to be longer than an age.
   *
   * @param percentile in percent, above 0 and below 100
   */
  public static Bounded percentile(Histogram exact, Histogram censored, double percentile) {
    Histogram low = merged(exact, censored);
    if (low.getTotalCount() < arrivalsNeeded(percentile)) {
      return new Bounded(Double.NaN, Double.NaN);
    }
    return new Bounded(
        low.getValueAtPercentile(percentile),
        agree(exact, censored, percentile)
            ? low.getValueAtPercentile(percentile)
            : high(exact, censored.getTotalCount(), percentile));
  }

  /**
   * A percentile.
   *
   * @param lowNanos the lower bound; NaN where there are too few arrivals for it
   * @param highNanos the upper bound: the same where the figure is exact, else larger, and infinite
   *     where it is unknown
   */
  public record Bounded(double lowNanos, double highNanos) {}

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
   * The percentile, in percent, from which on figures are lower bounds; null when nothing was given
   * up. With ranks from 1 to N, rank r of the low bound is the r-th of all arrivals with the
   * censored ones at their age, and of the high bound the r-th of the exact ones, infinite behind
   * their last. The bounds agree at the last rank of an exact value v if more arrivals ended at v
   * than were given up before. What is returned is the highest such rank, or what lies under the
   * first listed percentile at which they differ.
   */
  private static @Nullable Double censoredFrom(Histogram exact, Histogram censored) {
    if (censored.getTotalCount() == 0) {
      return null;
    }
    double all = exact.getTotalCount() + censored.getTotalCount();
    long agreedTo = 0;
    long rank = 0;
    for (HistogramIterationValue step : exact.recordedValues()) {
      long before = rank;
      rank += step.getCountAtValueIteratedTo();
      long value = exact.lowestEquivalentValue(step.getValueIteratedTo());
      long givenUpBefore = value == 0 ? 0 : censored.getCountBetweenValues(0, value - 1);
      if (rank - before > givenUpBefore) {
        agreedTo = rank;
      }
    }
    return 100 * agreedTo / all;
  }

  private static boolean agree(Histogram exact, Histogram censored, double percentile) {
    double high = high(exact, censored.getTotalCount(), percentile);
    return censored.getTotalCount() == 0
        || (high < Double.POSITIVE_INFINITY
            && exact.valuesAreEquivalent(
                merged(exact, censored).getValueAtPercentile(percentile), (long) high));
  }

  /** The high bound in nanoseconds: the censored arrivals at infinity. */
  private static double high(Histogram exact, long censored, double percentile) {
    long count = exact.getTotalCount();
    long rank = Math.max(1, (long) Math.ceil(percentile / 100 * (count + censored)));
    return rank > count
        ? Double.POSITIVE_INFINITY
        : exact.getValueAtPercentile(100.0 * rank / count);
  }

  private static Histogram merged(Histogram exact, Histogram censored) {
    Histogram low = exact.copy();
    low.add(censored);
    return low;
  }

  private static double micros(double nanos) {
    return nanos / NanoClock.NANOS_PER_MICRO;
  }
}
