package dev.kvbench.result;

import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * What a histogram holds, without its empty cells: some kilobytes where the histogram itself has
 * hundreds, and quick to add up. An hour has thousands of them. Immutable.
 */
public final class Counts {

  private final long[] values;
  private final long[] counts;

  private Counts(long[] values, long[] counts) {
    this.values = values;
    this.counts = counts;
  }

  /** Takes the counts of {@code histogram} as they are now. */
  public static Counts of(Histogram histogram) {
    long[] values = new long[16];
    long[] counts = new long[16];
    int cells = 0;
    for (HistogramIterationValue step : histogram.recordedValues()) {
      if (cells == values.length) {
        values = Arrays.copyOf(values, 2 * cells);
        counts = Arrays.copyOf(counts, 2 * cells);
      }
      values[cells] = step.getValueIteratedTo();
      counts[cells++] = step.getCountAtValueIteratedTo();
    }
    return new Counts(Arrays.copyOf(values, cells), Arrays.copyOf(counts, cells));
  }

  /** Adds the counts to {@code histogram}, which must be able to hold the largest value. */
  public void addTo(Histogram histogram) {
    for (int i = 0; i < values.length; i++) {
      histogram.recordValueWithCount(values[i], counts[i]);
    }
  }

  /** Returns the counts of both. */
  public Counts plus(Counts other) {
    long[] bothValues = new long[values.length + other.values.length];
    long[] bothCounts = new long[bothValues.length];
    int cells = 0;
    int i = 0;
    int j = 0;
    while (i < values.length || j < other.values.length) {
      boolean mine =
          j == other.values.length || (i < values.length && values[i] <= other.values[j]);
      boolean its = i == values.length || (j < other.values.length && other.values[j] <= values[i]);
      bothValues[cells] = mine ? values[i] : other.values[j];
      bothCounts[cells++] = (mine ? counts[i] : 0) + (its ? other.counts[j] : 0);
      i += mine ? 1 : 0;
      j += its ? 1 : 0;
    }
    return new Counts(Arrays.copyOf(bothValues, cells), Arrays.copyOf(bothCounts, cells));
  }

  /** How many different values there are. */
  public int size() {
    return values.length;
  }

  /** A value, from the smallest, in the histogram's unit. */
  public long value(int index) {
    return values[index];
  }

  /** How often a value was recorded. */
  public long count(int index) {
    return counts[index];
  }
}
