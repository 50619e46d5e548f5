package dev.kvbench.load.arrival;

import dev.kvbench.time.NanoClock;
import java.util.SplittableRandom;

/**
 * Arrivals of a Poisson process: gaps are independent and exponential with mean 1 / rate, each by
 * inversion, −ln(1 − u) / rate with u uniform in [0, 1) (Knuth, The Art of Computer Programming,
 * volume 2, section 3.4.1). What independent users produce; harder on a server than equal gaps of
 * the same rate.
 *
 * <p>Due times are made in blocks, so that the logarithms are not taken one by one on the way of a
 * request.
 */
final class PoissonArrivals implements ArrivalCursor {

  private static final int BLOCK = 256;

  private final double meanGapNanos;
  private final SplittableRandom random;
  private final long[] block = new long[BLOCK];
  private int position = BLOCK;
  private double lastNanos;

  PoissonArrivals(double ratePerSecond, long seed) {
    meanGapNanos = NanoClock.NANOS_PER_SECOND / ratePerSecond;
    random = new SplittableRandom(seed);
  }

  @Override
  public long next() {
    if (position == BLOCK) {
      fill();
    }
    return block[position++];
  }

  private void fill() {
    for (int i = 0; i < BLOCK; i++) {
      lastNanos -= StrictMath.log1p(-random.nextDouble()) * meanGapNanos;
      block[i] = (long) lastNanos;
    }
    position = 0;
  }
}
