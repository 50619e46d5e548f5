package dev.kvbench.analysis;

import dev.kvbench.result.Ledger;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.StepResult.TargetUse;
import dev.kvbench.result.TimeSummary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a step's verdict is made from.
 *
 * @param closedLoop whether arrivals waited for answers, so that there was no rate to be kept and
 *     nothing could pile up
 * @param connections asked for and established
 * @param connectFailure what the first failed attempt to connect said, or null
 * @param stopReason why the step was cut short, or null
 * @param targetEnded whether the target was gone before the step was over
 * @param askedSeconds how long the measured window was to be
 * @param windowSeconds how long it was
 * @param offeredPerSecond arrivals due per second
 * @param achievedPerSecond right answers per second
 * @param ledger where every arrival ended
 * @param response the response time
 * @param scheduleLag kvbench's own delay
 * @param warmup the unmeasured window
 * @param seconds the window second by second
 * @param steady whether arrivals come at one rate, so that the window's parts can be compared
 * @param responseSeconds the response times of each second of the window, in nanoseconds
 * @param madeShare share of the arrivals that kvbench had ready to be written by the window's end
 * @param generator what kvbench itself needed
 * @param target what the target's process needed, or null
 * @param unasked answers that came though nobody had asked for them
 */
public record StepFacts(
    boolean closedLoop,
    StepResult.Connections connections,
    @Nullable String connectFailure,
    @Nullable String stopReason,
    boolean targetEnded,
    double askedSeconds,
    double windowSeconds,
    double offeredPerSecond,
    double achievedPerSecond,
    Ledger ledger,
    TimeSummary response,
    TimeSummary scheduleLag,
    StepResult.WarmupResult warmup,
    List<StepResult.Second> seconds,
    boolean steady,
    Seconds responseSeconds,
    double madeShare,
    StepResult.Generator generator,
    @Nullable TargetUse target,
    long unasked) {

  /** Copies the list. */
  public StepFacts {
    seconds = List.copyOf(seconds);
  }
}
