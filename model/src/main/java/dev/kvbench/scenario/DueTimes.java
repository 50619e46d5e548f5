package dev.kvbench.scenario;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Due times in nanoseconds since a step's start, in their order; at least one. Immutable. */
public final class DueTimes {

  /** The peak rate is that of the busiest stretch of this length, in nanoseconds. */
  private static final long PEAK_NANOS = 10_000_000;

  private static final double NANOS_PER_SECOND = 1e9;

  private final long[] nanos;

  private DueTimes(long[] nanos) {
    this.nanos = nanos;
  }

  /**
   * Returns these due times.
   *
   * @param nanos copied
   * @throws IllegalArgumentException if there is none, or one that is below 0 or its predecessor
   */
  public static DueTimes of(long... nanos) {
    if (nanos.length == 0) {
      throw new IllegalArgumentException("a trace without due times");
    }
    long last = 0;
    for (long due : nanos) {
      if (due < last) {
        throw new IllegalArgumentException("due times go back: " + due + " after " + last);
      }
      last = due;
    }
    return new DueTimes(nanos.clone());
  }

  /** Returns how many there are. */
  public int size() {
    return nanos.length;
  }

  /** Returns due time number {@code index}, from 0, in nanoseconds. */
  public long nanos(int index) {
    return nanos[index];
  }

  /** Returns the last of them. */
  public long lastNanos() {
    return nanos[nanos.length - 1];
  }

  /** Returns how many lie between the two times, the first included. */
  public int countBetween(long fromNanos, long toNanos) {
    return Math.max(0, countBefore(toNanos) - countBefore(fromNanos));
  }

  /** Returns the highest rate in any 10 ms, in arrivals per second. */
  public double peakRatePerSecond() {
    int most = 0;
    int first = 0;
    for (int i = 0; i < nanos.length; i++) {
      while (nanos[i] - nanos[first] >= PEAK_NANOS) {
        first++;
      }
      most = Math.max(most, i - first + 1);
    }
    return most * NANOS_PER_SECOND / PEAK_NANOS;
  }

  private int countBefore(long limit) {
    int low = 0;
    int high = nanos.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (nanos[middle] < limit) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof DueTimes times && Arrays.equals(nanos, times.nanos);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(nanos);
  }

  @Override
  public String toString() {
    return nanos.length + " due times";
  }
}
