package dev.kvbench.analysis;

import dev.kvbench.result.Calibration;
import dev.kvbench.result.Figures;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import dev.kvbench.result.TimeSummary;
import dev.kvbench.result.Verdict;
import org.jspecify.annotations.Nullable;

/** Whether a step's figures tell of the target, or of kvbench and the machine. */
public final class Floors {

  /**
   * A median service time below so many times that of a server that does nothing: half of it or
   * more is then not the target's.
   */
  private static final double NEAR = 2;

  private Floors() {}

  /**
   * Says that a step is near the floor. The service times are compared, since a response time also
   * holds what waiting for a connection adds.
   *
   * @return the finding with its figures; null where the step is not near, or there is nothing to
   *     compare
   */
  public static @Nullable String near(StepResult step, Calibration calibration) {
    TimeSummary service = step.times().get(TimeKind.SERVICE.tag());
    Double median = service == null ? null : service.percentilesMicros().get("50");
    double floor = calibration.floor().serviceP50Micros();
    String atRate = " at " + Figures.rate(calibration.floor().ratePerSecond());
    if (median == null || step.verdict() == Verdict.INVALID || median >= NEAR * floor) {
      return null;
    }
    return (median < floor ? "below the floor: service p50 " : "near the floor: service p50 ")
        + Figures.micros(median)
        + ", and against a server that does nothing"
        + atRate
        + " service p50 "
        + Figures.micros(floor)
        + ": much of this is kvbench and the machine"
        + (median < floor ? ", which is woken sooner the busier it is" : "");
  }
}
