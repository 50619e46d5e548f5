package dev.kvbench.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.result.Ledger;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeSummary;
import dev.kvbench.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Ten seconds at 10,000/s over 64 connections, and one thing wrong at a time. */
class VerdictsTest {

  private static final long SCHEDULED = 100_000;

  private Ledger ledger = ok(SCHEDULED);
  private StepResult.Connections connections = new StepResult.Connections(64, 64);
  private double achieved = 10_000;
  private long[] backlogs = new long[10];
  private long count = SCHEDULED;
  private long lagMicros = 40;
  private long responseMicros = 500;
  private StepResult.Generator generator = new StepResult.Generator(0.1, 0.4, 1, 0.5);
  private StepResult.WarmupResult warmup = new StepResult.WarmupResult("fixed", 3, 30_000, true);
  private @Nullable String connectFailure;
  private @Nullable String stopReason;
  private boolean targetEnded;
  private long unasked;
  private boolean closedLoop;
  private double window = 10;

  @Test
  void nothingWrong_isValid_withoutReasons() {
    assertThat(judge()).isEqualTo(new Assessment(Verdict.VALID, List.of()));
  }

  @Test
  void missingConnections_areInvalid_howeverGoodTheTimesLook() {
    connections = new StepResult.Connections(1_024, 243);
    connectFailure = "Connection refused";
    Assessment assessment = judge();
    assertThat(assessment.verdict()).isEqualTo(Verdict.INVALID);
    assertThat(assessment.reasons().get(0))
        .isEqualTo("only 243 of 1,024 connections could be opened (Connection refused)");
  }

  @Test
  void aTargetThatEnded_isInvalid() {
    targetEnded = true;
    stopReason = "the reference server ended, killed by signal 9";
    window = 4;
    assertThat(judge().verdict()).isEqualTo(Verdict.INVALID);
    assertThat(judge().reasons().get(0)).contains("4 s into").contains("signal 9");
  }

  @Test
  void lostConnections_areInvalid() {
    ledger = new Ledger(SCHEDULED, 60_000, 0, 0, Map.of(), 300, 64, 0, 0, 0, SCHEDULED - 60_364, 0);
    connectFailure = "Connection refused";
    achieved = 6_000;
    assertThat(judge().verdict()).isEqualTo(Verdict.INVALID);
    assertThat(judge().reasons().get(0)).contains("39,936 of 100,000 arrivals had none");
    for (int i = 0; i < backlogs.length; i++) {
      backlogs[i] = 4_000L * (i + 1);
    }
    assertThat(judge().reasons()).noneMatch(reason -> reason.contains("sustained rate"));
  }

  @Test
  void arrivalsThatNeverReachedTheTarget_areTooLittle() {
    ledger = new Ledger(SCHEDULED, 2, 0, 0, Map.of(), 0, 0, 0, 0, 0, SCHEDULED - 2, 0);
    assertThat(judge().verdict()).isEqualTo(Verdict.INVALID);
    assertThat(judge().reasons().get(0)).contains("2 arrivals that reached the target");
  }

  @Test
  void aTargetThatOnlyErrs_isAFinding_andNoFaultOfTheMeasurement() {
    ledger = new Ledger(SCHEDULED, 0, 0, 0, Map.of("503", SCHEDULED), 0, 0, 0, 0, 0, 0, 0);
    achieved = 0;
    assertThat(judge().verdict()).isEqualTo(Verdict.DEGRADED);
    assertThat(judge().reasons().get(0)).contains("100 %");
  }

  @Test
  void lagOfAFewArrivals_isJudgedAtThePercentileThatTheyHave() {
    count = 100;
    lagMicros = 50_000;
    responseMicros = 60_000;
    assertThat(judge().verdict()).isEqualTo(Verdict.INVALID);
    assertThat(judge().reasons().get(0)).contains("schedule lag p95 50");
  }

  @Test
  void lagOfAMillisecond_isInvalid_whereItIsMostOfTheResponse() {
    lagMicros = 1_200;
    responseMicros = 2_000;
    assertThat(judge().verdict()).isEqualTo(Verdict.INVALID);
    assertThat(judge().reasons()).hasSize(1);
  }

  @Test
  void lagOfAMillisecond_isDegraded_whereItIsNotMostOfTheResponse() {
    lagMicros = 1_200;
    responseMicros = 9_000;
    assertThat(judge().verdict()).isEqualTo(Verdict.DEGRADED);
  }

  @Test
  void lag_isNothing_whereItIsSmallBesideTheResponse() {
    lagMicros = 190;
    responseMicros = 300;
    assertThat(judge().verdict()).isEqualTo(Verdict.VALID);
    lagMicros = 900;
    responseMicros = 10_000;
    assertThat(judge().verdict()).isEqualTo(Verdict.VALID);
  }

  @Test
  void aBusyThread_isInvalid_whileTheTargetHadRoom() {
    generator = new StepResult.Generator(0.1, 0.9, 1, 0.6);
    assertThat(judge().verdict()).isEqualTo(Verdict.INVALID);
    assertThat(judge().reasons().get(0)).contains("I/O thread used 90");
  }

  @Test
  void anOverloadedTarget_onAMachineAtItsLimit_isOverloaded_thoughTheThreadIsBusy() {
    overload();
    generator = new StepResult.Generator(0.1, 0.9, 1, 0.97);
    Assessment assessment = judge();
    assertThat(assessment.verdict()).isEqualTo(Verdict.OVERLOADED);
    assertThat(assessment.reasons().get(0)).contains("5,000/s").contains("10,000/s");
  }

  @Test
  void aBacklogThatComesAndGoes_isNoOverload() {
    // Still for 100 ms when the second ends, every second: the backlog is there, and does not grow.
    for (int i = 0; i < backlogs.length; i++) {
      backlogs[i] = 1_000;
    }
    achieved = 9_890;
    assertThat(judge().verdict()).isEqualTo(Verdict.VALID);
  }

  @Test
  void errors_areDegraded_withTheirShare() {
    ledger = new Ledger(SCHEDULED, 99_500, 0, 0, Map.of("503", 500L), 0, 0, 0, 0, 0, 0, 0);
    achieved = 9_950;
    assertThat(judge())
        .isEqualTo(
            new Assessment(
                Verdict.DEGRADED,
                List.of("500 of 100,000 arrivals (0.500 %) got no right answer")));
  }

  @Test
  void misses_areNoErrors() {
    ledger = new Ledger(SCHEDULED, 50_000, 50_000, 0, Map.of(), 0, 0, 0, 0, 0, 0, 0);
    assertThat(judge().verdict()).isEqualTo(Verdict.VALID);
  }

  @Test
  void nothingButMisses_isDegraded_sinceAFillIsMissing() {
    ledger = new Ledger(SCHEDULED, 0, SCHEDULED, 0, Map.of(), 0, 0, 0, 0, 0, 0, 0);
    assertThat(judge().verdict()).isEqualTo(Verdict.DEGRADED);
    assertThat(judge().reasons().get(0)).contains("fill");
  }

  @Test
  void lagOnACrowdedMachine_saysSo() {
    lagMicros = 1_200;
    responseMicros = 2_000;
    generator = new StepResult.Generator(0.1, 0.4, 1, 0.94);
    assertThat(judge().reasons().get(0)).contains("94 % busy");
  }

  @Test
  void aClosedLoop_isNeitherLateNorOverloaded() {
    overload();
    lagMicros = 50_000;
    closedLoop = true;
    ledger = ok(SCHEDULED);
    assertThat(judge()).isEqualTo(new Assessment(Verdict.VALID, List.of()));
    ledger = new Ledger(SCHEDULED, SCHEDULED - 5, 0, 0, Map.of(), 0, 5, 0, 0, 0, 0, 0);
    assertThat(judge().verdict()).isEqualTo(Verdict.DEGRADED);
  }

  @Test
  void aClosedLoopThatKvbenchItselfHoldsBack_isInvalid_unlessTheMachineIsFull() {
    closedLoop = true;
    generator = new StepResult.Generator(0.1, 0.97, 1, 0.55);
    assertThat(judge().verdict()).isEqualTo(Verdict.INVALID);
    generator = new StepResult.Generator(0.1, 0.97, 1, 0.98);
    assertThat(judge().verdict()).isEqualTo(Verdict.VALID);
  }

  @Test
  void connectionsPerRequest_areAskedForOnlyWhileTheClockRuns() {
    connections =
        new StepResult.Connections(0, 0, new StepResult.OnDemand("per-request", 64, 7, SCHEDULED));
    assertThat(judge().verdict()).isEqualTo(Verdict.VALID);
    ledger = new Ledger(SCHEDULED, SCHEDULED / 2, 0, 0, Map.of(), SCHEDULED / 2, 0, 0, 0, 0, 0, 0);
    assertThat(judge().reasons().get(0)).startsWith("connections could not be opened");
  }

  @Test
  void answersThatNobodyAskedFor_areDegraded() {
    unasked = 3;
    assertThat(judge().verdict()).isEqualTo(Verdict.DEGRADED);
    assertThat(judge().reasons().get(0)).startsWith("3 answers came that nobody had asked for");
  }

  @Test
  void anUnsettledWarmup_isDegraded() {
    warmup = new StepResult.WarmupResult("auto", 60, 600_000, false);
    assertThat(judge().reasons().get(0)).contains("not settled after a warm-up of 60");
  }

  @Test
  void aStepCutShort_isDegraded() {
    stopReason = "interrupted";
    window = 6;
    assertThat(judge().verdict()).isEqualTo(Verdict.DEGRADED);
    assertThat(judge().reasons().get(0)).contains("cut short").contains("interrupted");
  }

  private void overload() {
    achieved = 5_000;
    for (int i = 0; i < backlogs.length; i++) {
      backlogs[i] = 5_000L * (i + 1);
    }
    ledger = new Ledger(SCHEDULED, 60_000, 0, 0, Map.of(), 0, 0, 0, 0, 0, 40_000, 0);
    responseMicros = 5_000_000;
  }

  private Assessment judge() {
    List<StepResult.Second> seconds = new ArrayList<>();
    for (int i = 0; i < backlogs.length; i++) {
      seconds.add(new StepResult.Second(i, 10_000, (long) achieved, 0, backlogs[i]));
    }
    return Verdicts.of(
        new StepFacts(
            closedLoop,
            connections,
            connectFailure,
            stopReason,
            targetEnded,
            10,
            window,
            10_000,
            achieved,
            ledger,
            constant(responseMicros),
            constant(lagMicros),
            warmup,
            seconds,
            generator,
            unasked));
  }

  private static Ledger ok(long count) {
    return new Ledger(count, count, 0, 0, Map.of(), 0, 0, 0, 0, 0, 0, 0);
  }

  private TimeSummary constant(long micros) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(micros * 1_000, count);
    return Summaries.of(histogram);
  }
}
