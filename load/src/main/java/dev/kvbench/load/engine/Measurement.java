package dev.kvbench.load.engine;

import dev.kvbench.result.Ledger;
import dev.kvbench.result.Resources;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What the engine measured of one step; nothing in it is judged.
 *
 * @param established connections that were open when the clock started
 * @param mostOpen connections that were open at a time, at the most
 * @param missing connections missing in the window, on average over its time: places that had been
 *     without one for a while
 * @param opened connections opened in the window because an arrival needed them; no reconnects
 * @param connectFailure what the first failed attempt to connect said, or null
 * @param warmup the unmeasured window
 * @param windowSeconds length of the measured window; 0 if the step never came so far
 * @param drainSeconds how long the step ran on after the end of its measured window
 * @param ledger where every arrival of the window ended
 * @param goodInWindow right answers that came within the window
 * @param bytesRead bytes received for the window's arrivals
 * @param bytesWritten bytes sent for them
 * @param resent requests written once more over a new connection
 * @param reconnects connections opened again
 * @param totals by kind, the window's times in nanoseconds
 * @param seconds the window second by second
 * @param generator what kvbench itself needed
 * @param stalls when kvbench itself stood still; of very many the longest
 * @param handing how requests were written beside how they were due
 * @param failures the failures seen
 * @param stopReason why the step was cut short, or null
 */
public record Measurement(
    int established,
    int mostOpen,
    double missing,
    long opened,
    @Nullable String connectFailure,
    StepResult.WarmupResult warmup,
    double windowSeconds,
    double drainSeconds,
    Ledger ledger,
    long goodInWindow,
    long bytesRead,
    long bytesWritten,
    long resent,
    long reconnects,
    Map<TimeKind, Histogram> totals,
    List<StepResult.Second> seconds,
    StepResult.Generator generator,
    List<Resources.Stall> stalls,
    Handing handing,
    List<StepResult.Failure> failures,
    @Nullable String stopReason) {

  /**
   * How the window's requests were written beside how they were due.
   *
   * @param requests how many were written
   * @param mostBehind how many of them were due and not yet written at a time, at the most
   * @param mostLate how many of them kvbench's own lag alone held back, at the most
   * @param lateAtEnd how many of them its lag alone held back until the window was over
   * @param slotNanos how far apart the times lie at which that was looked at
   */
  public record Handing(
      long requests, long mostBehind, long mostLate, long lateAtEnd, long slotNanos) {}

  /** Whether the step began at all; it does not where no connection could be opened for it. */
  public boolean wasRun() {
    return !totals.isEmpty();
  }

  /** Returns what is left of a step that could not open any connection. */
  static Measurement notRun(@Nullable String connectFailure) {
    return new Measurement(
        0,
        0,
        0,
        0,
        connectFailure,
        new StepResult.WarmupResult("fixed", 0, 0, true),
        0,
        0,
        Ledger.EMPTY,
        0,
        0,
        0,
        0,
        0,
        Map.of(),
        List.of(),
        StepResult.Generator.NONE,
        List.of(),
        new Handing(0, 0, 0, 0, 0),
        List.of(),
        null);
  }
}
