package dev.kvbench.load.arrival;

/**
 * Arrivals with equal gaps while a burst lasts, and none between two: an on/off source (Willinger,
 * Taqqu, Sherman and Wilson, Self-Similarity Through High-Variability, 1997) with fixed times. By a
 * clock that stands still between bursts, arrival <i>i</i> is due at x = i / rate; by the step's,
 * with bursts of <i>on</i> and pauses of <i>off</i>, at ⌊x / on⌋ · (on + off) + x mod on. A burst
 * begins with the measured window, so the step may start within a burst or a pause.
 */
final class BurstArrivals implements ArrivalFormula {

  private final double ratePerSecond;
  private final long onNanos;
  private final long cycleNanos;
  private final long phaseNanos;
  private final long firstIndex;

  BurstArrivals(double ratePerSecond, long onNanos, long offNanos, long warmupNanos) {
    this.ratePerSecond = ratePerSecond;
    this.onNanos = onNanos;
    cycleNanos = onNanos + offNanos;
    phaseNanos = (cycleNanos - warmupNanos % cycleNanos) % cycleNanos;
    long index = (long) (ratePerSecond * Math.min(phaseNanos, onNanos) / 1e9);
    while (index > 0 && inCycles(index - 1) >= phaseNanos) {
      index--;
    }
    while (inCycles(index) < phaseNanos) {
      index++;
    }
    firstIndex = index;
  }

  @Override
  public long dueNanos(long index) {
    return inCycles(firstIndex + index) - phaseNanos;
  }

  /** When an arrival is due since the beginning of the burst that is under way at the start. */
  private long inCycles(long index) {
    long onClock = ConstantArrivals.nanosOf(index, ratePerSecond);
    return onClock / onNanos * cycleNanos + onClock % onNanos;
  }
}
