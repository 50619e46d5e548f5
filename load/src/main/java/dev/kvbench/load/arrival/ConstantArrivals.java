package dev.kvbench.load.arrival;

import dev.kvbench.time.NanoClock;

/** Arrivals with equal gaps: arrival <i>i</i> = 0, 1, 2 … is due at <i>i</i> / rate. */
final class ConstantArrivals implements ArrivalFormula {

  private final double ratePerSecond;

  ConstantArrivals(double ratePerSecond) {
    this.ratePerSecond = ratePerSecond;
  }

  @Override
  public long dueNanos(long index) {
    return nanosOf(index, ratePerSecond);
  }

  /**
   * Returns <i>count</i> / rate in nanoseconds, rounded down. Whole seconds are split off first, so
   * that for whole rates the result is exact at any index, and for others off by less than a
   * nanosecond as long as the index is below 2<sup>53</sup>: the remainder comes from a fused
   * multiply-add, with a single rounding.
   *
   * @param count arrivals, at least 0; a fraction counts as that part of a gap
   */
  static long nanosOf(double count, double ratePerSecond) {
    double seconds = Math.floor(count / ratePerSecond);
    double rest = Math.fma(-seconds, ratePerSecond, count);
    if (rest < 0) {
      seconds--;
      rest += ratePerSecond;
    }
    return ((long) seconds) * NanoClock.NANOS_PER_SECOND
        + (long) (rest * NanoClock.NANOS_PER_SECOND / ratePerSecond);
  }
}
