package dev.kvbench.render;

import dev.kvbench.result.Calibration;
import dev.kvbench.result.Ledger;
import dev.kvbench.result.Profiles;
import dev.kvbench.result.RunResult;
import dev.kvbench.result.StepHistograms;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import dev.kvbench.result.Verdict;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A synthetic run with a step of every sort, the same whenever it is made. */
final class SampleRun {

  private static final String SCENARIO =
      """
      name: worker-pools
      target:
        server: reference
      steps:
        - get: { rate: 10000, duration: 30s, objectives: { p99: 5ms } }
      """;

  private final IdentityHashMap<StepResult, StepHistograms> histograms = new IdentityHashMap<>();
  private final List<StepResult> steps = new ArrayList<>();
  RunResult.State state = RunResult.State.FINISHED;
  @Nullable Profiles profiles;

  /** Returns the run with all its steps. */
  static SampleRun full() {
    return new SampleRun()
        .add(valid())
        .add(degraded())
        .add(overloaded())
        .add(tooFewConnections())
        .addNotRun();
  }

  SampleRun add(SampleStep step) {
    StepResult result = step.result(steps.size() + 1);
    steps.add(result);
    histograms.put(result, step.histograms());
    return this;
  }

  private SampleRun addNotRun() {
    SampleStep step = new SampleStep(5);
    step.name = "range-after";
    step.operation = "range";
    step.verdict = Verdict.INVALID;
    step.askedPerSecond = 500;
    step.reasons =
        List.of("not run, because the target died in the step before, with exit code 137");
    StepResult r = step.result(5);
    steps.add(
        new StepResult(
            r.variant(),
            r.name(),
            r.repetition(),
            r.operation(),
            r.verdict(),
            r.reasons(),
            r.loop(),
            r.arrivals(),
            r.closedLoop(),
            0,
            r.askedPerSecond(),
            0,
            0,
            null,
            0,
            0,
            Ledger.EMPTY,
            0,
            0,
            r.connections(),
            r.warmup(),
            0,
            Map.of(),
            List.of(),
            r.generator(),
            null,
            r.arrivalCheck(),
            List.of(),
            List.of(),
            null,
            null));
    return this;
  }

  StepHistograms histograms(StepResult step) {
    return histograms.getOrDefault(step, new StepHistograms(List.of()));
  }

  List<StepResult> steps() {
    return steps;
  }

  Report report() {
    return Report.of(result(), this::histograms);
  }

  RunResult result() {
    Map<String, String> target = new LinkedHashMap<>();
    target.put("kind", "reference");
    target.put("url", "http://127.0.0.1:40123");
    target.put("command", "java -Xmx128m -cp kvbench.jar dev.kvbench.server.ServerMain");
    List<RunResult.NearFloor> nearFloor =
        steps.stream()
            .filter(step -> step.verdict() == Verdict.VALID)
            .map(
                step ->
                    new RunResult.NearFloor(
                        step.variant(),
                        step.name(),
                        step.repetition(),
                        "near the floor: service p50 52 µs, and against a server that does nothing"
                            + " at 1,000/s service p50 38.2 µs: much of this is kvbench and the machine"))
            .toList();
    return new RunResult(
        RunResult.FORMAT,
        state,
        new RunResult.ScenarioText(
            "worker-pools",
            "Does a worker pool pay?",
            "worker-pools",
            SCENARIO,
            List.of("target.workers.threads=8"),
            20261121),
        "2026-11-21T10:00:00Z",
        state == RunResult.State.RUNNING ? null : "2026-11-21T10:07:31Z",
        "0.1.0",
        new RunResult.Environment(
            "Some Processor 3.00 GHz",
            2,
            8_326_123_520L,
            "Linux 6.1.0",
            "OpenJDK 64-Bit Server VM 17.0.15+6",
            List.of("-XX:+UseSerialGC", "-Xmx512m"),
            target),
        List.of(
            new RunResult.Fill("memory", 1, "fill", 1_000_000, 1_000_000, 21.37, null),
            new RunResult.Fill("memory", 2, "fill", 1_000_000, 999_988, 22.4, "503 queue full")),
        steps,
        List.of("The generator and the target share this machine's 2 processors."),
        new RunResult.Floor(
            new Calibration(
                "2026-11-20",
                "0.1.0",
                new Calibration.Machine(
                    "Some Processor 3.00 GHz", 2, "OpenJDK 64-Bit Server VM 17.0.15+6"),
                new Calibration.Lateness(73.1, 160.4, 2_140),
                new Calibration.Lateness(23.2, 88.6, 1_990),
                new Calibration.Floor(1_000, 38.2, 121, 58.4, 210),
                new Calibration.Highest(87_500, 10.9, 93_700.0)),
            "",
            nearFloor),
        profiles);
  }

  /** Nothing wrong. */
  static SampleStep valid() {
    SampleStep step = new SampleStep(1);
    step.askedPerSecond = 10_000;
    step.windowSeconds = 30;
    step.withIntervals = true;
    step.narrowIntervals = List.of("50", "75");
    step.achievedInterval = new StepResult.RateInterval(9_999.1, 10_000.9, 28.5, false);
    step.standstill = new StepResult.Standstill(14, 8.2, 75, 3, 9, 0.0004);
    step.target = new StepResult.TargetUse(0.62, 0.41, 2);
    for (int s = 0; s < 30; s++) {
      step.second(10_000, s == 0 ? 9_999 : 10_000, 0, 0);
      for (int i = 0; i < 10_000; i++) {
        step.answer(52_000, 0.33, 0, 1);
      }
    }
    step.arrivalCheck =
        new StepResult.ArrivalCheck(
            true,
            0.00001,
            0.00001,
            0.00298,
            1.0,
            "arrivals were made as scheduled: never more than 0.001 % (3 of 300,000) of them due and"
                + " not yet written; chance alone explains up to 0.298 % (Kolmogorov-Smirnov, 1 %)");
    step.ledger = new Ledger(300_000, 299_391, 609, 0, Map.of(), 0, 0, 0, 0, 0, 0, 0);
    step.objectives =
        List.of(
            new StepResult.ObjectiveResult("p99 at most 5 ms", "122 µs", true),
            new StepResult.ObjectiveResult("failed at most 0.1 %", "0 %", true));
    return step;
  }

  /** Some answers refused, some never given, a stall in the middle. */
  static SampleStep degraded() {
    SampleStep step = new SampleStep(2);
    step.name = "put-while-compacting";
    step.operation = "put";
    step.verdict = Verdict.DEGRADED;
    step.askedPerSecond = 2_000;
    step.windowSeconds = 30;
    step.reasons =
        List.of(
            "0.25 % of the arrivals failed: 120 answered 503, 30 timed out",
            "unstable: p99 of its seconds lies between 250 µs and 412 ms");
    for (int s = 0; s < 40; s++) {
      boolean stalled = s == 12 || s == 13;
      boolean drains = s >= 30;
      long failed = s == 14 ? 120 : s >= 22 && s < 25 ? 10 : 0;
      step.second(
          drains ? 0 : 2_000, drains ? 0 : stalled ? 400 : 1_995, failed, stalled ? 900 : 0);
      for (int i = 0; i < (drains ? 0 : 1_995); i++) {
        step.answer(90_000, 0.5, stalled ? 200_000.0 * i : 0, 1);
      }
      step.record(TimeKind.FAILED, 4.1e6, s == 14 ? 120 : 0);
      step.record(TimeKind.UNANSWERED, 10.002e9, s >= 22 && s < 25 ? 10 : 0);
    }
    step.ledger = new Ledger(60_000, 59_850, 0, 0, Map.of("503", 120L), 0, 0, 0, 30, 0, 0, 0);
    step.resent = 3;
    step.reconnects = 31;
    step.failures =
        List.of(
            new StepResult.Failure("status", "503 Service Unavailable", 120),
            new StepResult.Failure("timeout", "no whole answer within 10 s", 30));
    step.objectives = List.of(new StepResult.ObjectiveResult("p99 at most 5 ms", "342 ms", false));
    step.resources = SampleResources.stalledTwice(30);
    return step;
  }

  /** Twice the rate that the target can keep. */
  static SampleStep overloaded() {
    SampleStep step = new SampleStep(3);
    step.name = "get-flood";
    step.verdict = Verdict.OVERLOADED;
    step.askedPerSecond = 100_000;
    step.windowSeconds = 30;
    step.reasons =
        List.of("the backlog grew to 1,410,000 arrivals; 53,000/s of 100,000/s were answered");
    for (int s = 0; s < 32; s++) {
      step.second(s < 30 ? 100_000 : 0, 53_000, 0, Math.max(0, 47_000L * Math.min(30, s + 1)));
      for (int i = 0; i < 530; i++) {
        step.answer(1_150_000, 0.2, 0.47e9 * (s + i / 530.0), 100);
      }
    }
    step.record(TimeKind.UNANSWERED, 14.2e9, 652_000);
    step.record(TimeKind.UNANSWERED, 15.8e9, 652_000);
    step.ledger = new Ledger(3_000_000, 1_696_000, 0, 0, Map.of(), 0, 0, 0, 0, 0, 1_303_936, 64);
    return step;
  }

  /** One that waits for answers, on a server that stood still twice. */
  static SampleStep closedLoop() {
    SampleStep step = new SampleStep(6);
    step.name = "get-closed";
    step.windowSeconds = 10;
    step.closedLoop = new StepResult.ClosedLoop(2_000, 2_061.0);
    step.standstill = new StepResult.Standstill(3, 6.4, 41, 0, 0, 0.002);
    step.connections =
        new StepResult.Connections(0, 0, 0, new StepResult.OnDemand("per-request", 4, 4, 19_000));
    for (int s = 0; s < 10; s++) {
      step.second(1_900, 1_900, 0, 0);
      for (int i = 0; i < 1_900; i++) {
        step.answer(52_000, 0.33, 0, 1);
      }
      step.record(TimeKind.RESPONSE, s % 5 == 4 ? 900e6 : 0, s % 5 == 4 ? 4 : 0);
      step.record(TimeKind.SERVICE, s % 5 == 4 ? 900e6 : 0, s % 5 == 4 ? 4 : 0);
    }
    step.ledger = new Ledger(19_008, 19_008, 0, 0, Map.of(), 0, 0, 0, 0, 0, 0, 0);
    return step;
  }

  /** One connection in place of 64, and few arrivals. */
  static SampleStep tooFewConnections() {
    SampleStep step = new SampleStep(4);
    step.name = "range";
    step.operation = "range";
    step.verdict = Verdict.INVALID;
    step.askedPerSecond = 20;
    step.windowSeconds = 30;
    step.connections = new StepResult.Connections(64, 1);
    step.reasons = List.of("1 of 64 connections was established");
    for (int s = 0; s < 30; s++) {
      step.second(20, 20, 0, 0);
      for (int i = 0; i < 20; i++) {
        step.answer(9_000_000, 0.25, 30_000.0 * i, 1);
      }
    }
    step.ledger = new Ledger(600, 600, 0, 0, Map.of(), 0, 0, 0, 0, 0, 0, 0);
    return step;
  }
}
