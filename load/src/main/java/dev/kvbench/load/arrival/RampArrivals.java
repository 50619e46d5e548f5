package dev.kvbench.load.arrival;

import dev.kvbench.scenario.ArrivalProcess;
import dev.kvbench.time.NanoClock;

/**
 * Arrivals whose rate goes from <i>a</i> to <i>b</i> in the <i>D</i> seconds of the measured
 * window. Arrival <i>i</i> is due when the expected count Λ(t) = ∫ rate reaches <i>i</i>: the
 * inversion of the cumulative rate (Çinlar, Introduction to Stochastic Processes, 1975, section
 * 4.7), here of equal steps in place of a unit Poisson process. <i>n</i> arrivals into the ramp:
 *
 * <ul>
 *   <li>linear, rate a + c·t with c = (b − a) / D: Λ = a·t + c·t²/2, so t = 2n / (a + √(a² + 2cn)).
 *       That form of the quadratic's root loses no digits where c is small (Press and others,
 *       Numerical Recipes, section 5.6) and is a constant rate for c = 0.
 *   <li>exponential, rate a·exp(k·t) with k = ln(b / a) / D: Λ = (a/k)(exp(k·t) − 1), so t = ln(1 +
 *       k·n/a) / k.
 * </ul>
 *
 * <p>Before the window the rate is <i>a</i>, behind it <i>b</i>.
 */
final class RampArrivals implements ArrivalFormula {

  private final double from;
  private final double to;
  private final long warmupNanos;
  private final long durationNanos;
  private final double beforeWindow;
  private final double inWindow;
  private final double slope;
  private final double growth;

  RampArrivals(
      ArrivalProcess.Ramp ramp, double toRatePerSecond, long warmupNanos, long durationNanos) {
    this.from = ramp.fromRatePerSecond();
    this.to = toRatePerSecond;
    this.warmupNanos = warmupNanos;
    this.durationNanos = durationNanos;
    double seconds = durationNanos / (double) NanoClock.NANOS_PER_SECOND;
    beforeWindow = from * warmupNanos / NanoClock.NANOS_PER_SECOND;
    inWindow = ramp.meanRatePerSecond(to, warmupNanos, durationNanos) * seconds;
    slope = (to - from) / seconds;
    growth = ramp.shape() == ArrivalProcess.Shape.LINEAR ? 0 : StrictMath.log(to / from) / seconds;
  }

  @Override
  public long dueNanos(long index) {
    if (index < beforeWindow) {
      return Math.min(ConstantArrivals.nanosOf(index, from), warmupNanos);
    }
    double count = index - beforeWindow;
    if (count >= inWindow) {
      return warmupNanos + durationNanos + ConstantArrivals.nanosOf(count - inWindow, to);
    }
    double seconds =
        growth == 0
            ? 2 * count / (from + Math.sqrt(from * from + 2 * slope * count))
            : StrictMath.log1p(growth * count / from) / growth;
    long nanos = (long) (seconds * NanoClock.NANOS_PER_SECOND);
    return warmupNanos + Math.min(nanos, durationNanos);
  }
}
