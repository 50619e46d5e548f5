package dev.kvbench.render;

import dev.kvbench.result.Calibration;
import dev.kvbench.result.Figures;
import dev.kvbench.result.RunResult;

/** What kvbench and a machine need by themselves, in words: as plain text, and in one line. */
public final class CalibrationText {

  private CalibrationText() {}

  /** Returns the whole calibration as plain text; it ends with a line end. */
  public static String of(Calibration calibration) {
    Calibration.Floor floor = calibration.floor();
    StringBuilder out = new StringBuilder();
    out.append("timed sleeps end late by\n");
    out.append("  as threads are     ").append(lateness(calibration.usualSleep())).append('\n');
    out.append("  as kvbench asks    ").append(lateness(calibration.sharpSleep())).append('\n');
    out.append("a request to a server that does nothing, at ")
        .append(Figures.rate(floor.ratePerSecond()))
        .append(", takes\n");
    out.append("  service time       ")
        .append(times(floor.serviceP50Micros(), floor.serviceP99Micros()))
        .append('\n');
    out.append("  response time      ")
        .append(times(floor.responseP50Micros(), floor.responseP99Micros()))
        .append('\n');
    out.append("the highest rate that was kept for 2 s\n  ").append(highest(calibration));
    return out.append('\n').toString();
  }

  /**
   * Returns the floor in one line: {@code floor on this machine, at 1,000/s: service time p50 40
   * µs, p99 150 µs; response time p50 58 µs, p99 210 µs; calibrated 2026-11-20}, or why it is not
   * known and how to get it.
   */
  static String line(RunResult.Floor floor) {
    Calibration calibration = floor.calibration();
    if (calibration == null) {
      return "floor on this machine: not known; " + PlainText.line(floor.unknown());
    }
    Calibration.Floor times = calibration.floor();
    return "floor on this machine, at "
        + Figures.rate(times.ratePerSecond())
        + ": service time "
        + times(times.serviceP50Micros(), times.serviceP99Micros())
        + "; response time "
        + times(times.responseP50Micros(), times.responseP99Micros())
        + "; calibrated "
        + PlainText.line(calibration.date());
  }

  /** Returns the highest rate and what a request of it costs. */
  static String highest(Calibration calibration) {
    Calibration.Highest highest = calibration.highest();
    if (highest == null) {
      return "not even the lowest that was tried";
    }
    Double limit = highest.limitPerSecond();
    return Figures.rate(highest.ratePerSecond())
        + (limit == null ? "" : " (" + Figures.rate(limit) + " was not)")
        + ", "
        + Figures.micros(highest.cpuMicrosPerRequest())
        + " of kvbench's processor time per request";
  }

  private static String times(double p50Micros, double p99Micros) {
    return "p50 " + Figures.micros(p50Micros) + ", p99 " + Figures.micros(p99Micros);
  }

  private static String lateness(Calibration.Lateness lateness) {
    return times(lateness.p50(), lateness.p99()) + ", max " + Figures.micros(lateness.max());
  }
}
