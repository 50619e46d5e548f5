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

  private static final double TAIL = 0.025;

  private Intervals() {}

  /**
   * An interval, in the unit of the times.
   *
   * @param low its lower end
   * @param high its upper end
   * @param independentSeconds how many independent seconds the window's are worth
   * @param tooNarrow whether those are too few for 95 %
   */
  public record Interval(double low, double high, double independentSeconds, boolean tooNarrow) {}

  /**
   * Returns the interval of each percentile.
   *
   * @param seconds the times of each second, whole seconds only
   * @param percentiles in percent, above 0 and below 100
   * @return an interval for each, in their order; there must be at least one recorded time
   */
  public static List<Interval> of(Seconds seconds, double... percentiles) {
    long[] all = seconds.all();
    List<Interval> intervals = new ArrayList<>();
    for (double percentile : percentiles) {
      intervals.add(of(seconds, all, percentile));
    }
    return intervals;
  }

  private static Interval of(Seconds seconds, long[] all, double percentile) {
    long count = Arrays.stream(all).sum();
    double[] shares = seconds.sharesAbove(seconds.percentile(all, percentile));
    MeanInterval mean = MeanInterval.of(shares);
    if (shares.length < 2 || mean.halfWidth() == 0) {
      return orderStatistic(seconds, all, percentile, shares.length);
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
      Seconds seconds, long[] all, double percentile, int independent) {
    int count = (int) Math.min(Integer.MAX_VALUE, Arrays.stream(all).sum());
    BinomialDistribution below = BinomialDistribution.of(count, percentile / 100);
    return new Interval(
        seconds.atRank(all, Math.max(1, below.inverseCumulativeProbability(TAIL))),
        seconds.atRank(all, Math.min(count, below.inverseSurvivalProbability(TAIL) + 1L)),
        independent,
        false);
  }
}
