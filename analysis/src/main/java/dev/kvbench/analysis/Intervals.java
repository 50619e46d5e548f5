package dev.kvbench.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
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
   * An interval, in the unit of the histograms.
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
  public static List<Interval> of(List<Histogram> seconds, double... percentiles) {
    Table table = Table.of(seconds);
    double[][] resampled = resample(table, percentiles);
    List<Interval> intervals = new ArrayList<>();
    for (int i = 0; i < percentiles.length; i++) {
      Interval order = orderStatistic(table, percentiles[i]);
      Interval blocks =
          stretched(resampled[i], table.percentile(table.all(), percentiles[i]), table);
      intervals.add(
          new Interval(Math.min(order.low, blocks.low), Math.max(order.high, blocks.high)));
    }
    return intervals;
  }

  private static Interval orderStatistic(Table table, double percentile) {
    long[] all = table.all();
    int count = (int) Math.min(Integer.MAX_VALUE, Arrays.stream(all).sum());
    BinomialDistribution below = BinomialDistribution.of(count, percentile / 100);
    return new Interval(
        table.atRank(all, Math.max(1, below.inverseCumulativeProbability(TAIL))),
        table.atRank(all, Math.min(count, below.inverseSurvivalProbability(TAIL) + 1L)));
  }

  private static double[][] resample(Table table, double[] percentiles) {
    SplittableRandom random = new SplittableRandom(SEED);
    int units = table.counts.length;
    int block = blockLength(units);
    double[][] resampled = new double[percentiles.length][RESAMPLES];
    long[] merged = new long[table.values.length];
    for (int r = 0; r < RESAMPLES; r++) {
      Arrays.fill(merged, 0);
      for (int drawn = 0; drawn < units; drawn += block) {
        int start = random.nextInt(units);
        for (int i = 0; i < block && drawn + i < units; i++) {
          table.add(merged, (start + i) % units);
        }
      }
      for (int p = 0; p < percentiles.length; p++) {
        resampled[p][r] = table.percentile(merged, percentiles[p]);
      }
    }
    return resampled;
  }

  private static Interval stretched(double[] resampled, double point, Table table) {
    Arrays.sort(resampled);
    double low = resampled[(int) Math.floor(TAIL * (resampled.length - 1))];
    double high = resampled[(int) Math.ceil((1 - TAIL) * (resampled.length - 1))];
    int units = table.counts.length;
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

  /**
   * The histograms as rows of counts over one list of values. Of a long run neighbouring seconds
   * are taken together, so that there are at most {@link #MOST_UNITS} rows.
   */
  private static final class Table {

    private final double[] values;
    private final int[][] columns;
    private final long[][] counts;

    private Table(double[] values, int[][] columns, long[][] counts) {
      this.values = values;
      this.columns = columns;
      this.counts = counts;
    }

    static Table of(List<Histogram> seconds) {
      int group = (seconds.size() + MOST_UNITS - 1) / MOST_UNITS;
      List<Histogram> units = new ArrayList<>();
      Histogram all = new Histogram(3);
      for (int i = 0; i < seconds.size(); i += Math.max(1, group)) {
        Histogram unit = new Histogram(3);
        for (Histogram second : seconds.subList(i, Math.min(i + group, seconds.size()))) {
          unit.add(second);
        }
        units.add(unit);
        all.add(unit);
      }
      List<Double> values = new ArrayList<>();
      for (HistogramIterationValue step : all.recordedValues()) {
        values.add((double) step.getValueIteratedTo());
      }
      double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
      int[][] columns = new int[units.size()][];
      long[][] counts = new long[units.size()][];
      for (int u = 0; u < units.size(); u++) {
        List<int[]> cells = new ArrayList<>();
        for (HistogramIterationValue step : units.get(u).recordedValues()) {
          int column = Arrays.binarySearch(sorted, (double) step.getValueIteratedTo());
          cells.add(new int[] {column, (int) step.getCountAtValueIteratedTo()});
        }
        columns[u] = cells.stream().mapToInt(cell -> cell[0]).toArray();
        counts[u] = cells.stream().mapToLong(cell -> cell[1]).toArray();
      }
      return new Table(sorted, columns, counts);
    }

    void add(long[] merged, int unit) {
      for (int i = 0; i < columns[unit].length; i++) {
        merged[columns[unit][i]] += counts[unit][i];
      }
    }

    long[] all() {
      long[] merged = new long[values.length];
      for (int u = 0; u < counts.length; u++) {
        add(merged, u);
      }
      return merged;
    }

    double percentile(long[] merged, double percentile) {
      return atRank(merged, (long) Math.ceil(percentile / 100 * Arrays.stream(merged).sum()));
    }

    double atRank(long[] merged, long rank) {
      long seen = 0;
      for (int i = 0; i < merged.length; i++) {
        seen += merged[i];
        if (seen >= rank && merged[i] > 0) {
          return values[i];
        }
      }
      return merged.length == 0 ? Double.NaN : values[merged.length - 1];
    }
  }
}
