package dev.kvbench.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Confidence intervals of percentiles, at 95 %: the union of two that fail in different ways.
 *
 * <p>The <b>order-statistic interval</b> takes the arrivals for independent: with n of them, the
 * number below the p-th percentile is binomial, so the percentile lies between the values at the
 * ranks that are that distribution's 3.5 % and 96.5 % points (David and Nagaraja, Order Statistics,
 * section 7.1). It needs no assumption on the times, but is too narrow where slow arrivals come
 * together.
 *
 * <p>The <b>block bootstrap</b> takes the seconds for the sample: circular blocks of neighbouring
 * seconds are drawn with replacement and merged, and the percentile is taken of each such run
 * (Politis and Romano, 1992; Künsch, 1989). It sees that slow arrivals come together, but with few
 * seconds it is too narrow, so its width is stretched by the t quantile for as many blocks over the
 * normal one, and by √(m / (m − 1)).
 */
public final class Intervals {

  /**
   * What each of the two may miss on either side. The union of two 95 % intervals covers 97 to 98 %
   * of independent seconds; of two 93 % intervals it covers 95 to 97 %, by simulation.
   */
  private static final double TAIL = 0.035;

  /** The normal distribution's quantile at 1 − {@link #TAIL}. */
  private static final double NORMAL_QUANTILE = 1.811911;

  private static final int RESAMPLES = 400;
  private static final int MOST_UNITS = 60;
  private static final long SEED = 0x6b76_6265_6e63_68L;

  private Intervals() {}

  /**
   * An interval, in the unit of the times.
   *
   * @param low its lower end
   * @param high its upper end
   */
  public record Interval(double low, double high) {}

  /**
   * Returns the interval of each percentile.
   *
   * @param seconds the times of each second, whole seconds only
   * @param percentiles in percent, above 0 and below 100
   * @return an interval for each, in their order; there must be at least one recorded time
   */
  public static List<Interval> of(Seconds seconds, double... percentiles) {
    Seconds units = seconds.grouped(MOST_UNITS);
    double[][] resampled = resample(units, percentiles);
    List<Interval> intervals = new ArrayList<>();
    for (int i = 0; i < percentiles.length; i++) {
      Interval order = orderStatistic(seconds, percentiles[i]);
      Interval blocks =
          stretched(resampled[i], seconds.percentile(seconds.all(), percentiles[i]), units.size());
      intervals.add(
          new Interval(Math.min(order.low, blocks.low), Math.max(order.high, blocks.high)));
    }
    return intervals;
  }

  private static Interval orderStatistic(Seconds seconds, double percentile) {
    long[] all = seconds.all();
    int count = (int) Math.min(Integer.MAX_VALUE, Arrays.stream(all).sum());
    BinomialDistribution below = BinomialDistribution.of(count, percentile / 100);
    return new Interval(
        seconds.atRank(all, Math.max(1, below.inverseCumulativeProbability(TAIL))),
        seconds.atRank(all, Math.min(count, below.inverseSurvivalProbability(TAIL) + 1L)));
  }

  private static double[][] resample(Seconds sample, double[] percentiles) {
    SplittableRandom random = new SplittableRandom(SEED);
    int units = sample.size();
    int block = blockLength(units);
    double[][] resampled = new double[percentiles.length][RESAMPLES];
    long[] merged = sample.all();
    for (int r = 0; r < RESAMPLES; r++) {
      Arrays.fill(merged, 0);
      for (int drawn = 0; drawn < units; drawn += block) {
        int start = random.nextInt(units);
        for (int i = 0; i < block && drawn + i < units; i++) {
          sample.add(merged, (start + i) % units);
        }
      }
      for (int p = 0; p < percentiles.length; p++) {
        resampled[p][r] = sample.percentile(merged, percentiles[p]);
      }
    }
    return resampled;
  }

  private static Interval stretched(double[] resampled, double point, int units) {
    Arrays.sort(resampled);
    double low = resampled[(int) Math.floor(TAIL * (resampled.length - 1))];
    double high = resampled[(int) Math.ceil((1 - TAIL) * (resampled.length - 1))];
    if (units < 2) {
      return new Interval(low, high);
    }
    double blocks = Math.max(2, units / (double) blockLength(units));
    double stretch =
        TDistribution.of(blocks - 1).inverseSurvivalProbability(TAIL)
            / NORMAL_QUANTILE
            * Math.sqrt(units / (units - 1.0));
    return new Interval(
        Math.max(0, point - (point - low) * stretch), point + (high - point) * stretch);
  }

  /** Seconds in a block: the cube root of their number, which balances bias and variance. */
  private static int blockLength(int units) {
    return Math.max(1, (int) Math.round(Math.cbrt(units)));
  }
}
