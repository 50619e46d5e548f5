package dev.kvbench.run;

import dev.kvbench.result.Figures;
import dev.kvbench.scenario.ArrivalProcess;
import dev.kvbench.scenario.StepSpec;
import java.util.Locale;
import java.util.stream.Collectors;

/** How a step's arrivals lie in time, in words. */
public final class ArrivalWords {

  /** A staircase with more rates than this is told by its ends. */
  private static final int ALL_RATES = 8;

  private ArrivalWords() {}

  /**
   * Returns the words for a step, to follow its mean rate: {@code constant}, {@code ramp from
   * 1,000/s to 20,000/s (linear)}. A closed loop has no rate for them to follow.
   */
  public static String of(StepSpec.Load step) {
    ArrivalProcess process = step.arrivals();
    if (process instanceof ArrivalProcess.Ramp ramp) {
      return "ramp from "
          + Figures.rate(ramp.fromRatePerSecond())
          + " to "
          + Figures.rate(step.ratePerSecond())
          + " ("
          + ramp.shape().name().toLowerCase(Locale.ROOT)
          + ")";
    }
    if (process instanceof ArrivalProcess.Staircase stairs) {
      return "staircase of "
          + rates(stairs)
          + ", "
          + Figures.duration(stairs.eachNanos())
          + " each";
    }
    if (process instanceof ArrivalProcess.Bursts bursts) {
      return "bursts of "
          + Figures.rate(step.ratePerSecond())
          + ", "
          + Figures.duration(bursts.onNanos())
          + " on and "
          + Figures.duration(bursts.offNanos())
          + " off";
    }
    if (process instanceof ArrivalProcess.Trace trace) {
      return "trace of " + Figures.count(trace.times().size()) + " due times from " + trace.file();
    }
    if (process instanceof ArrivalProcess.Closed loop) {
      return "closed, "
          + (loop.thinkNanos() == 0
              ? "no think time"
              : "think time " + Figures.duration(loop.thinkNanos()));
    }
    return process instanceof ArrivalProcess.Poisson ? "poisson" : "constant";
  }

  private static String rates(ArrivalProcess.Staircase stairs) {
    int count = stairs.ratesPerSecond().size();
    if (count <= ALL_RATES) {
      return stairs.ratesPerSecond().stream().map(Figures::rate).collect(Collectors.joining(", "));
    }
    return Figures.count(count)
        + " rates, "
        + Figures.rate(stairs.ratesPerSecond().get(0))
        + " to "
        + Figures.rate(stairs.ratesPerSecond().get(count - 1));
  }
}
