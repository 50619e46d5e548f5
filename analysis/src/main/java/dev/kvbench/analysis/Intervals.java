package dev.kvbench.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * Confidence intervals of percentiles, at 95 %, after Woodruff (J. Am. Stat. Assoc. 47, 1952): of
 * each second the share of times above the window's percentile is taken, and the interval of these
 * shares' mean ({@link MeanInterval}) is carried over to the times: its ends are the times that
 * just so large shares of the window lie above. The seconds are the sample, so that slow arrivals
 * which come together, and seconds which resemble their neighbours, make it wider. The upper end
 * reaches further where few seconds have most of the slow arrivals, since a run may have missed
 * such ones.
 *
 * <p>Where there is one second only, or the shares do not differ, the interval is the
 * order-statistic one, which takes the arrivals for independent: with n of them, the number below
 * the p-th percentile is binomial, so the percentile lies between the values at the ranks that are
 * that distribution's 2.5 % and 97.5 % points (David and Nagaraja, Order Statistics, section 7.1).
 */
public final class Intervals {

  /** The seconds of a shorter window are too few to show whether they resemble each other. */
  public static final int TELLING_SECONDS = Correlation.TELLING_SECONDS;

  private static final double TAIL = 0.025;

  private Intervals() {}

  /**
   * An interval, in the unit of the times.
   *
   * @param low its lower end
   * @param high its upper end
   * @param independentSeconds how many independent seconds the window's are worth; where it is too
   *     narrow because that of a lower percentile is, no more than there
   * @param tooNarrow whether those are too few for 95 %, or to tell
   */
  public record Interval(double low, double high, double independentSeconds, boolean tooNarrow) {

    private Interval above(Interval lower) {
      return new Interval(
          low,
          Math.max(high, lower.high),
          lower.tooNarrow
              ? Math.min(independentSeconds, lower.independentSeconds)
              : independentSeconds,
          tooNarrow || lower.tooNarrow);
    }

    private Interval below(Interval higher) {
      return new Interval(Math.min(low, higher.low), high, independentSeconds, tooNarrow);
    }
  }

  /**
   * Returns the interval of each percentile. The true percentiles climb, so their intervals' ends
   * are made to climb as well, always outwards: no upper end lies below that of a lower percentile,
   * no lower end above that of a higher one. Where each interval alone covers the truth, so does
   * the wider one.
   *
   * <p>An interval is called too narrow also where that of a lower percentile is. The seconds are
   * the same, and the higher the percentile, the fewer arrivals of each second lie above it, and
   * the more does chance hide that the seconds resemble each other.
   *
   * @param seconds the times of each second, whole seconds only
   * @param percentiles in percent, above 0 and below 100, climbing
   * @return an interval for each, in their order; there must be at least one recorded time
   * @throws IllegalArgumentException if the percentiles do not climb
   */
  public static List<Interval> of(Seconds seconds, double... percentiles) {
    long[] all = seconds.all();
    List<Interval> intervals = new ArrayList<>();
    for (double percentile : percentiles) {
      intervals.add(of(seconds, all, percentile));
    }
    for (int i = 1; i < percentiles.length; i++) {
      if (percentiles[i] <= percentiles[i - 1]) {
        throw new IllegalArgumentException("percentiles do not climb: " + percentiles[i]);
      }
      intervals.set(i, intervals.get(i).above(intervals.get(i - 1)));
    }
    for (int i = percentiles.length - 2; i >= 0; i--) {
      intervals.set(i, intervals.get(i).below(intervals.get(i + 1)));
    }
    return intervals;
  }

  private static Interval of(Seconds seconds, long[] all, double percentile) {
    long count = Arrays.stream(all).sum();
    double[] shares = seconds.sharesAbove(seconds.percentile(all, percentile));
    MeanInterval mean = MeanInterval.of(shares);
    if (shares.length < 2 || mean.halfWidth() == 0) {
      return orderStatistic(seconds, all, percentile, mean);
    }
    double share = percentile / 100;
    double low = Math.ceil((share - mean.halfWidth()) * count);
    double high = Math.ceil((share + mean.skewedHalfWidth()) * count);
    return new Interval(
        seconds.atRank(all, Math.max(1, (long) low)),
        seconds.atRank(all, Math.min(count, (long) high)),
        mean.independentSeconds(),
        mean.tooNarrow());
  }

  private static Interval orderStatistic(
      Seconds seconds, long[] all, double percentile, MeanInterval mean) {
    int count = (int) Math.min(Integer.MAX_VALUE, Arrays.stream(all).sum());
    BinomialDistribution below = BinomialDistribution.of(count, percentile / 100);
    return new Interval(
        seconds.atRank(all, Math.max(1, below.inverseCumulativeProbability(TAIL))),
        seconds.atRank(all, Math.min(count, below.inverseSurvivalProbability(TAIL) + 1L)),
        mean.independentSeconds(),
        mean.tooNarrow());
  }
}
