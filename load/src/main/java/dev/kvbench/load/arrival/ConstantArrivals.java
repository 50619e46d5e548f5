package dev.kvbench.load.arrival;

import dev.kvbench.time.NanoClock;

/**
 * Arrivals with equal gaps: arrival <i>i</i> = 0, 1, 2 … is due at <i>i</i> / rate. Each due time
 * is computed from its number and not from its predecessor, so that rounding does not add up.
 */
final class ConstantArrivals implements ArrivalCursor {

  private final double gapNanos;
  private long index;

  ConstantArrivals(double ratePerSecond) {
    gapNanos = NanoClock.NANOS_PER_SECOND / ratePerSecond;
  }

  @Override
  public long next() {
    return (long) (index++ * gapNanos);
  }
}
