package dev.kvbench.result;

import org.jspecify.annotations.Nullable;

/**
 * What kvbench and a machine need by themselves, measured against a server that does nothing but
 * answer: no figure of a run can be below it, and none near it tells much of the target.
 *
 * @param date the day of the measurement, {@code 2026-11-20}, in UTC
 * @param kvbench version of the program that measured
 * @param machine where it holds; it says nothing of any other
 * @param usualSleep how late timed sleeps of a millisecond ended, with the timer slack that threads
 *     have by themselves
 * @param sharpSleep the same with the smallest that can be asked for, as kvbench's pacer does
 * @param floor the times of requests at a modest rate
 * @param highest the highest rate that was kept
 */
public record Calibration(
    String date,
    String kvbench,
    Machine machine,
    Lateness usualSleep,
    Lateness sharpSleep,
    Floor floor,
    @Nullable Highest highest) {

  /**
   * What a calibration holds for.
   *
   * @param processor model name of the processor
   * @param logicalProcessors processors that kvbench could use
   * @param jvm name and version of the virtual machine that kvbench ran on
   */
  public record Machine(String processor, int logicalProcessors, String jvm) {

    /** Returns the machine of a run. */
    public static Machine of(RunResult.Environment environment) {
      return new Machine(
          environment.processor(), environment.logicalProcessors(), environment.jvm());
    }
  }

  /**
   * How late sleeps ended, in microseconds.
   *
   * @param p50 the median
   * @param p99 the 99th percentile
   * @param max the latest
   */
  public record Lateness(double p50, double p99, double max) {}

  /**
   * The times of requests to a server that does nothing, in microseconds.
   *
   * @param ratePerSecond at which rate
   * @param serviceP50Micros median service time
   * @param serviceP99Micros its 99th percentile
   * @param responseP50Micros median response time
   * @param responseP99Micros its 99th percentile
   */
  public record Floor(
      double ratePerSecond,
      double serviceP50Micros,
      double serviceP99Micros,
      double responseP50Micros,
      double responseP99Micros) {}

  /**
   * The highest rate that was kept for two seconds on this machine, with 99 % of it answered and a
   * p99 of the response time under 50 ms.
   *
   * @param ratePerSecond the rate
   * @param cpuMicrosPerRequest processor time of kvbench's whole process per request of it
   * @param limitPerSecond the lowest rate that was tried and not kept; null if all were
   */
  public record Highest(
      double ratePerSecond, double cpuMicrosPerRequest, @Nullable Double limitPerSecond) {}
}
