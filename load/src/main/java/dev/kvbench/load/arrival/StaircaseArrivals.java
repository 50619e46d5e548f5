package dev.kvbench.load.arrival;

import dev.kvbench.time.NanoClock;
import java.util.List;

/**
 * Arrivals at one constant rate after the other. Arrival <i>i</i> is due when the expected count,
 * which grows by rate × length on each stair, reaches <i>i</i>: on stair <i>s</i>, which begins at
 * T<sub>s</sub> with a count of C<sub>s</sub>, at T<sub>s</sub> + (i − C<sub>s</sub>) /
 * rate<sub>s</sub> (Çinlar as in {@link RampArrivals}). The first stair is longer by the warm-up,
 * the last is endless.
 */
final class StaircaseArrivals implements ArrivalFormula {

  private final double[] rates;
  private final double[] beginCounts;
  private final long[] beginNanos;

  StaircaseArrivals(List<Double> ratesPerSecond, long eachNanos, long warmupNanos) {
    int stairs = ratesPerSecond.size();
    rates = new double[stairs];
    beginCounts = new double[stairs];
    beginNanos = new long[stairs];
    double count = 0;
    long nanos = 0;
    for (int i = 0; i < stairs; i++) {
      rates[i] = ratesPerSecond.get(i);
      beginCounts[i] = count;
      beginNanos[i] = nanos;
      long length = eachNanos + (i == 0 ? warmupNanos : 0);
      count += rates[i] * length / NanoClock.NANOS_PER_SECOND;
      nanos += length;
    }
  }

  @Override
  public long dueNanos(long index) {
    int stair = 0;
    int above = rates.length;
    while (above - stair > 1) {
      int middle = (stair + above) >>> 1;
      if (beginCounts[middle] <= index) {
        stair = middle;
      } else {
        above = middle;
      }
    }
    long due =
        beginNanos[stair] + ConstantArrivals.nanosOf(index - beginCounts[stair], rates[stair]);
    return stair + 1 < rates.length ? Math.min(due, beginNanos[stair + 1]) : due;
  }
}
