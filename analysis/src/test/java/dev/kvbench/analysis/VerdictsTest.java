package dev.kvbench.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.result.Ledger;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.Verdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One thing wrong at a time, but for what concerns kvbench's own lateness. */
class VerdictsTest extends StepToJudge {

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
  void connectionsLostOnTheWay_areInvalid_fromOneInAHundredOn() {
    connectFailure = "Connection refused";
    connections = new StepResult.Connections(1_024, 1_024, 10.2, null);
    assertThat(judge().verdict()).isEqualTo(Verdict.VALID);
    connections = new StepResult.Connections(1_024, 1_024, 780.6, null);
    assertThat(judge().verdict()).isEqualTo(Verdict.INVALID);
    assertThat(judge().reasons().get(0))
        .isEqualTo(
            "of 1,024 connections 781 were missing on average: lost, and not to be opened again"
                + " (Connection refused)");
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
    assertThat(judge().reasons())
        .containsExactly(
            "NOT ONE RIGHT ANSWER: all 100,000 arrivals failed (100,000 by status 503), so no figure"
                + " tells how fast the target is when it works");
  }

  @Test
  void aBusyThread_isInvalid_whileTheTargetHadRoom() {
    generator = generator(0.1, 0.9, 0.6);
    assertThat(judge().verdict()).isEqualTo(Verdict.INVALID);
    assertThat(judge().reasons().get(0)).contains("I/O thread used 90");
  }

  @Test
  void anOverloadedTarget_onAMachineAtItsLimit_isOverloaded_thoughTheThreadIsBusy() {
    overload();
    generator = generator(0.1, 0.9, 0.97);
    Assessment assessment = judge();
    assertThat(assessment.verdict()).isEqualTo(Verdict.OVERLOADED);
    assertThat(assessment.reasons().get(0)).contains("5,000/s").contains("10,000/s");
  }

  @Test
  void anOverloadedTarget_withAThreadAtItsLimit_isOverloaded_onAMachineThatHasRoom() {
    overload();
    generator = generator(0.1, 0.9, 0.3);
    target = new StepResult.TargetUse(1.1, 0.86, 8);
    assertThat(judge().verdict()).isEqualTo(Verdict.OVERLOADED);
    target = new StepResult.TargetUse(0.93, 0.2, 1);
    assertThat(judge().verdict()).isEqualTo(Verdict.OVERLOADED);
  }

  @Test
  void aTargetWithRoom_isNotOverloaded_whileKvbenchIsAtItsLimit() {
    overload();
    generator = generator(0.1, 0.9, 0.3);
    target = new StepResult.TargetUse(1.1, 0.5, 8);
    assertThat(judge().verdict()).isEqualTo(Verdict.INVALID);
    assertThat(judge().reasons().get(0))
        .endsWith("(its process used 1.10 of 8 cores, its busiest thread 50 % of one)");
    assertThat(judge().reasons()).noneMatch(reason -> reason.contains("sustained rate"));
  }

  @Test
  void reasons_ofAllSorts_goByGravity() {
    connections = new StepResult.Connections(64, 63);
    overload();
    warmup = new StepResult.WarmupResult("auto", 60, 600_000, false);
    Assessment assessment = judge();
    assertThat(assessment.verdict()).isEqualTo(Verdict.INVALID);
    assertThat(assessment.reasons()).hasSize(2);
    assertThat(assessment.reasons().get(1)).contains("not settled");
    connections = new StepResult.Connections(64, 64);
    assertThat(judge().verdict()).isEqualTo(Verdict.OVERLOADED);
    assertThat(judge().reasons().get(0)).contains("sustained rate");
    assertThat(judge().reasons().get(1)).contains("not settled");
  }

  @Test
  void halvesThatDiffer_areUnstable_whereTheRateIsSteady_andTheTargetKeepsIt() {
    responseSeconds = seconds(300, 400);
    assertThat(judge().verdict()).isEqualTo(Verdict.DEGRADED);
    assertThat(judge().reasons().get(0))
        .startsWith("unstable: p50 was 300 µs in the first half of the window and 400 µs");
    steady = false;
    assertThat(judge().verdict()).isEqualTo(Verdict.VALID);
    steady = true;
    overload();
    assertThat(judge().reasons()).noneMatch(reason -> reason.startsWith("unstable"));
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
  void aClosedLoop_isNotOverloaded() {
    overload();
    closedLoop = true;
    ledger = ok(SCHEDULED);
    assertThat(judge()).isEqualTo(new Assessment(Verdict.VALID, List.of()));
    ledger = new Ledger(SCHEDULED, SCHEDULED - 5, 0, 0, Map.of(), 0, 5, 0, 0, 0, 0, 0);
    assertThat(judge().verdict()).isEqualTo(Verdict.DEGRADED);
  }

  @Test
  void connectionsPerRequest_areAskedForOnlyWhileTheClockRuns() {
    connections =
        new StepResult.Connections(
            0, 0, 0, new StepResult.OnDemand("per-request", 64, 7, SCHEDULED));
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
}
