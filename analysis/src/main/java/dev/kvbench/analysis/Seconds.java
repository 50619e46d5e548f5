package dev.kvbench.analysis;

import dev.kvbench.result.Counts;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * The times of successive seconds, as rows of counts over one list of values: small and quick to
 * draw from, where histograms are neither. Immutable.
 */
public final class Seconds {

  /** No seconds. */
  public static final Seconds NONE = of(List.of());

  private final double[] values;
  private final int[][] columns;
  private final long[][] counts;

  private Seconds(double[] values, int[][] columns, long[][] counts) {
    this.values = values;
    this.columns = columns;
    this.counts = counts;
  }

  /** Takes the counts of histograms, one for each second, in any unit. */
  public static Seconds of(List<? extends Histogram> histograms) {
    return ofCounts(histograms.stream().map(Counts::of).toList());
  }

  /** Takes counts, one for each second, in any unit. */
  public static Seconds ofCounts(List<Counts> all) {
    int size = all.size();
    double[][] found = new double[size][];
    long[][] counts = new long[size][];
    for (int s = 0; s < size; s++) {
      Counts second = all.get(s);
      found[s] = IntStream.range(0, second.size()).mapToDouble(second::value).toArray();
      counts[s] = IntStream.range(0, second.size()).mapToLong(second::count).toArray();
    }
    double[] values =
        Arrays.stream(found).flatMapToDouble(Arrays::stream).sorted().distinct().toArray();
    int[][] columns = new int[size][];
    for (int s = 0; s < size; s++) {
      columns[s] = Arrays.stream(found[s]).mapToInt(v -> Arrays.binarySearch(values, v)).toArray();
    }
    return new Seconds(values, columns, counts);
  }

  /** How many seconds there are. */
  public int size() {
    return counts.length;
  }

  /** Whether there is none. */
  public boolean isEmpty() {
    return size() == 0;
  }

  /** The seconds from {@code from} to before {@code to}. */
  public Seconds part(int from, int to) {
    return new Seconds(
        values, Arrays.copyOfRange(columns, from, to), Arrays.copyOfRange(counts, from, to));
  }

  /** The counts of all seconds together, by value. */
  long[] all() {
    long[] merged = new long[values.length];
    for (int s = 0; s < size(); s++) {
      add(merged, s);
    }
    return merged;
  }

  /** Adds the counts of a second to {@code merged}, by value. */
  void add(long[] merged, int second) {
    for (int i = 0; i < columns[second].length; i++) {
      merged[columns[second][i]] += counts[second][i];
    }
  }

  /** A percentile, in percent, of merged counts. */
  double percentile(long[] merged, double percentile) {
    return atRank(merged, (long) Math.ceil(percentile / 100 * Arrays.stream(merged).sum()));
  }

  /** The value at a rank, from 1, of merged counts; NaN where there is none at all. */
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

  /** The share of each second's times that are above a value; seconds without any are left out. */
  double[] sharesAbove(double value) {
    int column = Arrays.binarySearch(values, value);
    int last = column >= 0 ? column : -column - 2;
    double[] shares = new double[size()];
    int filled = 0;
    for (int s = 0; s < size(); s++) {
      long all = 0;
      long above = 0;
      for (int i = 0; i < columns[s].length; i++) {
        all += counts[s][i];
        above += columns[s][i] > last ? counts[s][i] : 0;
      }
      if (all > 0) {
        shares[filled++] = above / (double) all;
      }
    }
    return Arrays.copyOf(shares, filled);
  }
}
