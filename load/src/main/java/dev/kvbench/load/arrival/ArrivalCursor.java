package dev.kvbench.load.arrival;

import dev.kvbench.scenario.ArrivalProcess;
import dev.kvbench.scenario.StepSpec;

/**
 * A sequence of due times: nanoseconds since the start of a step, never decreasing. It is read by
 * one thread at a time. The same parameters give the same sequence, so a second cursor can count
 * what a first one handed out.
 */
public interface ArrivalCursor {

  /** What {@link #next} returns when there are no more arrivals, then and ever after. */
  long NO_MORE = Long.MAX_VALUE;

  /** Returns the next due time, in nanoseconds since the step's start, or {@link #NO_MORE}. */
  long next();

  /**
   * Returns a cursor over a step's arrivals, at its beginning.
   *
   * @param seed decides the random processes' sequence
   * @throws IllegalArgumentException if the step is a closed loop, which has no schedule
   */
  static ArrivalCursor of(StepSpec.Load step, long seed) {
    double rate = step.ratePerSecond();
    long warmup = step.warmup().nanos();
    ArrivalProcess process = step.arrivals();
    if (process instanceof ArrivalProcess.Closed) {
      throw new IllegalArgumentException("a closed loop has no schedule");
    }
    if (process instanceof ArrivalProcess.Poisson) {
      return new PoissonArrivals(rate, seed);
    }
    ArrivalFormula formula;
    if (process instanceof ArrivalProcess.Ramp ramp) {
      formula = new RampArrivals(ramp, rate, warmup, step.durationNanos());
    } else if (process instanceof ArrivalProcess.Staircase stairs) {
      formula = new StaircaseArrivals(stairs.ratesPerSecond(), stairs.eachNanos(), warmup);
    } else if (process instanceof ArrivalProcess.Bursts bursts) {
      formula = new BurstArrivals(rate, bursts.onNanos(), bursts.offNanos(), warmup);
    } else if (process instanceof ArrivalProcess.Trace trace) {
      formula = new TraceArrivals(trace.times());
    } else {
      formula = new ConstantArrivals(rate);
    }
    return new FormulaArrivals(formula);
  }
}
