package dev.kvbench.run;

import dev.kvbench.analysis.ArrivalChecks;
import dev.kvbench.analysis.Assessment;
import dev.kvbench.analysis.CoordinatedOmission;
import dev.kvbench.analysis.Objectives;
import dev.kvbench.analysis.Rates;
import dev.kvbench.analysis.Seconds;
import dev.kvbench.analysis.StepFacts;
import dev.kvbench.analysis.Summaries;
import dev.kvbench.analysis.Verdicts;
import dev.kvbench.load.engine.Measurement;
import dev.kvbench.result.Counts;
import dev.kvbench.result.Ledger;
import dev.kvbench.result.Resources;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import dev.kvbench.result.TimeSummary;
import dev.kvbench.result.Verdict;
import dev.kvbench.scenario.ArrivalProcess;
import dev.kvbench.scenario.ConnectionSpec;
import dev.kvbench.scenario.StepSpec;
import dev.kvbench.time.NanoClock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Makes the result of a step out of what was measured and what is to be thought of it. */
final class StepAssessor {

  private final String variant;
  private final ConnectionSpec connections;

  StepAssessor(String variant, ConnectionSpec connections) {
    this.variant = variant;
    this.connections = connections;
  }

  /**
   * Judges a step that was run.
   *
   * @param targetEnded whether the target was gone before the step was over
   * @param window what was seen of the machine and the target's process
   * @param counts its response times second by second
   * @param files where its histograms are
   * @param resources what was needed second by second; null where nobody looked
   */
  StepResult result(
      StepSpec.Load step,
      int repetition,
      Measurement measured,
      WindowMeter window,
      boolean targetEnded,
      List<Counts> counts,
      StepResult.Files files,
      @Nullable Resources resources) {
    Ledger ledger = measured.ledger();
    Seconds seconds = Seconds.ofCounts(counts);
    Histogram censored = total(measured, TimeKind.FAILED).copy();
    censored.add(total(measured, TimeKind.UNANSWERED));
    Map<String, TimeSummary> times = new LinkedHashMap<>();
    for (TimeKind kind : TimeKind.values()) {
      if (kind == TimeKind.RESPONSE) {
        times.put(kind.tag(), Summaries.of(total(measured, kind), censored, seconds));
      } else if (!kind.isCensored()) {
        times.put(kind.tag(), Summaries.of(total(measured, kind)));
      }
    }
    StepResult.@Nullable ClosedLoop closedLoop =
        closedLoop(step, total(measured, TimeKind.RESPONSE), censored, times);
    double length = measured.windowSeconds();
    double offered = length > 0 ? ledger.scheduled() / length : 0;
    double achieved = length > 0 ? measured.goodInWindow() / length : 0;
    StepResult.Generator generator = measured.generator().withStealShare(window.stealShare());
    Measurement.Handing handing = measured.handing();
    double madeShare =
        ledger.scheduled() == 0 || step.isClosed()
            ? 1
            : 1 - handing.lateAtEnd() / (double) ledger.scheduled();
    StepResult.Connections opened =
        connections(
            measured.established(), measured.mostOpen(), measured.missing(), measured.opened());
    Assessment assessment =
        Verdicts.of(
            new StepFacts(
                step.isClosed(),
                opened,
                measured.connectFailure(),
                measured.stopReason(),
                targetEnded,
                step.durationNanos() / (double) NanoClock.NANOS_PER_SECOND,
                length,
                offered,
                achieved,
                ledger,
                summary(times, TimeKind.RESPONSE),
                summary(times, TimeKind.SCHEDULE_LAG),
                measured.warmup(),
                measured.seconds(),
                !step.arrivals().isShaped(),
                seconds.part(0, Math.min(seconds.size(), (int) length)),
                madeShare,
                generator,
                window.targetUse(),
                unasked(measured)));
    return new StepResult(
        variant,
        step.name(),
        repetition,
        word(step.operation()),
        assessment.verdict(),
        assessment.reasons(),
        loop(step),
        ArrivalWords.of(step),
        closedLoop,
        length,
        step.meanRatePerSecond(),
        offered,
        achieved,
        Rates.achieved(measured.seconds(), length, achieved),
        measured.bytesRead(),
        measured.bytesWritten(),
        ledger,
        measured.resent(),
        measured.reconnects(),
        opened,
        measured.warmup(),
        measured.drainSeconds(),
        times,
        measured.seconds(),
        generator,
        window.targetUse(),
        step.isClosed()
            ? null
            : ArrivalChecks.of(
                handing.requests(), handing.mostBehind(), handing.mostLate(), madeShare),
        measured.failures(),
        Objectives.of(step.objectives(), ledger, total(measured, TimeKind.RESPONSE), censored),
        files,
        resources);
  }

  /** The result of a step that was not run, because of {@code reason}. */
  StepResult notRun(StepSpec.Load step, int repetition, String reason) {
    return new StepResult(
        variant,
        step.name(),
        repetition,
        word(step.operation()),
        Verdict.INVALID,
        List.of("not run: " + reason),
        loop(step),
        ArrivalWords.of(step),
        null,
        0,
        step.meanRatePerSecond(),
        0,
        0,
        null,
        0,
        0,
        Ledger.EMPTY,
        0,
        0,
        connections(0, 0, 0, 0),
        new StepResult.WarmupResult(step.warmup().auto() ? "auto" : "fixed", 0, 0, false),
        0,
        Map.of(),
        List.of(),
        StepResult.Generator.NONE,
        null,
        null,
        List.of(),
        List.of(),
        null,
        null);
  }

  /**
   * What a closed loop was like, with its corrected times put to the others; null of an open one.
   */
  private static StepResult.@Nullable ClosedLoop closedLoop(
      StepSpec.Load step, Histogram exact, Histogram censored, Map<String, TimeSummary> times) {
    if (!(step.arrivals() instanceof ArrivalProcess.Closed process)) {
      return null;
    }
    Long interval =
        CoordinatedOmission.expectedIntervalNanos(exact, censored, process.thinkNanos());
    if (interval != null) {
      times.put(
          StepResult.RESPONSE_CORRECTED, CoordinatedOmission.corrected(exact, censored, interval));
    }
    return new StepResult.ClosedLoop(
        micros(process.thinkNanos()), interval == null ? null : micros(interval));
  }

  private StepResult.Connections connections(
      int established, int mostOpen, double missing, long opened) {
    StepResult.@Nullable OnDemand onDemand =
        connections.mode() == ConnectionSpec.Mode.FIXED
            ? null
            : new StepResult.OnDemand(
                word(connections.mode()), connections.max(), mostOpen, opened);
    return new StepResult.Connections(
        connections.initial(), established, onDemand == null ? missing : 0, onDemand);
  }

  private static String loop(StepSpec.Load step) {
    return step.isClosed() ? "closed" : "open";
  }

  private static double micros(long nanos) {
    return nanos / (double) NanoClock.NANOS_PER_MICRO;
  }

  /** Breakages by answers that are no HTTP, beyond the arrivals that they ended. */
  private static long unasked(Measurement measured) {
    long malformed =
        measured.failures().stream()
            .filter(failure -> failure.kind().equals("malformed"))
            .mapToLong(StepResult.Failure::count)
            .sum();
    return Math.max(0, malformed - measured.ledger().malformed());
  }

  private static Histogram total(Measurement measured, TimeKind kind) {
    Histogram histogram = measured.totals().get(kind);
    return histogram == null ? new Histogram(3) : histogram;
  }

  private static TimeSummary summary(Map<String, TimeSummary> times, TimeKind kind) {
    @Nullable TimeSummary summary = times.get(kind.tag());
    if (summary == null) {
      throw new IllegalStateException("no summary of " + kind);
    }
    return summary;
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
