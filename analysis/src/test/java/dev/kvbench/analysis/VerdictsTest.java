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
  private long medianLagMicros = 20;
  private long medianResponseMicros = 300;
  private StepResult.Generator generator = generator(0.1, 0.4, 0.5);
  private StepResult.WarmupResult warmup = new StepResult.WarmupResult("fixed", 3, 30_000, true);
  private @Nullable String connectFailure;
  private @Nullable String stopReason;
  private boolean targetEnded;
  private long unasked;
  private boolean closedLoop;
  private double window = 10;
  private boolean steady = true;
  private Seconds responseSeconds = Seconds.NONE;
  private double madeShare = 1;
  private StepResult.@Nullable TargetUse target;

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
  void lagOfTheMedian_isDegraded_whereItIsALargePartOfIt() {
    medianLagMicros = 55;
    medianResponseMicros = 120;
    assertThat(judge().verdict()).isEqualTo(Verdict.DEGRADED);
    assertThat(judge().reasons())
        .containsExactly(
            "schedule lag p50 55.0 µs of a response time p50 of 120 µs is kvbench's own: read the"
                + " service time beside it");
  }

  @Test
  void lagOfTheMedian_isNothing_whereItIsWithinTheGrainOfASleep_orSmallBesideTheResponse() {
    medianLagMicros = 49;
    medianResponseMicros = 60;
    assertThat(judge().verdict()).isEqualTo(Verdict.VALID);
    medianLagMicros = 90;
    medianResponseMicros = 300;
    assertThat(judge().verdict()).isEqualTo(Verdict.VALID);
  }

  @Test
  void lag_isNamedWithWhatHeldKvbenchBack() {
    lagMicros = 1_200;
    responseMicros = 2_005;
    generator = standing(14, 8.2, 61, 0.04);
    assertThat(judge().verdict()).isEqualTo(Verdict.INVALID);
    assertThat(judge().reasons())
        .containsExactly(
            "kvbench itself was late: schedule lag p99 1.20 ms of a response time p99 of 2.01 ms",
            "what held kvbench back: kvbench stood still 14 times, longest 8.20 ms, about 61 ms in"
                + " all; its garbage was collected 2 times, 12 ms in all; the host took 4 % of this"
                + " machine's processor time (steal)");
  }

  @Test
  void whatHeldKvbenchBack_isNamedOnce_behindAllThatItExplains_andNeverByItself() {
    lagMicros = 1_200;
    responseMicros = 9_000;
    medianLagMicros = 200;
    generator = standing(60, 8.2, 300, 0.04);
    List<String> reasons = judge().reasons();
    assertThat(reasons).hasSize(4);
    assertThat(reasons.get(0)).startsWith("schedule lag p99");
    assertThat(reasons.get(1)).startsWith("schedule lag p50");
    assertThat(reasons.get(2)).startsWith("percentiles above p97 include stalls");
    assertThat(reasons.get(3)).startsWith(Verdicts.HELD_BACK);
    assertThat(reasons).filteredOn(reason -> reason.contains("stood still")).hasSize(1);
    lagMicros = 40;
    medianLagMicros = 20;
    generator = standing(2, 1.2, 3, 0.04);
    assertThat(judge()).isEqualTo(new Assessment(Verdict.VALID, List.of()));
  }

  @Test
  void stalls_areDegraded_whereTheyCoverMoreThanThePercentileLeaves() {
    generator = standing(20, 8.2, 110, 0);
    responseMicros = 6_000;
    assertThat(judge().verdict()).isEqualTo(Verdict.DEGRADED);
    assertThat(judge().reasons().get(0))
        .isEqualTo("percentiles above p98.9 include stalls of this machine, 1.10 % of the window");
  }

  @Test
  void stalls_nameThePercentileThatFollowsFromTheirShare() {
    responseMicros = 6_000;
    generator = standing(200, 40, 1_850, 0);
    assertThat(judge().reasons().get(0))
        .isEqualTo("percentiles above p81.5 include stalls of this machine, 18.5 % of the window");
    generator = standing(200, 400, 10_500, 0);
    assertThat(judge().reasons().get(0))
        .isEqualTo("all percentiles include stalls of this machine, 100 % of the window");
  }

  @Test
  void stallsOfAClosedLoop_nameNoPercentile_sinceItSendsNothingMeanwhile() {
    closedLoop = true;
    responseMicros = 6_000;
    generator = standing(200, 40, 1_850, 0);
    assertThat(judge().reasons().get(0))
        .isEqualTo(
            "the slowest times include stalls of this machine, 18.5 % of the window, of as many"
                + " requests in each as there are connections, at the most");
  }

  @Test
  void stalls_areNothing_whereTheyAreRare_orShortBesideTheResponse() {
    responseMicros = 6_000;
    generator = standing(20, 8.2, 99, 0);
    assertThat(judge().verdict()).isEqualTo(Verdict.VALID);
    generator = standing(20, 8.2, 110, 0);
    responseMicros = 60_000;
    assertThat(judge().verdict()).isEqualTo(Verdict.VALID);
  }

  @Test
  void arrivalsThatKvbenchDidNotMake_areInvalid() {
    madeShare = 0.985;
    assertThat(judge().verdict()).isEqualTo(Verdict.INVALID);
    assertThat(judge().reasons().get(0)).contains("did not reach the offered rate: only 98.5 %");
    madeShare = 0.99;
    assertThat(judge().verdict()).isEqualTo(Verdict.VALID);
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
  void lagOnACrowdedMachine_saysSo() {
    lagMicros = 1_200;
    responseMicros = 2_000;
    generator = generator(0.1, 0.4, 0.94);
    assertThat(judge().reasons().get(1)).contains("94 % busy");
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
  void aClosedLoop_isLateByTheSameRulesAsASchedule() {
    closedLoop = true;
    lagMicros = 1_200;
    responseMicros = 2_000;
    assertThat(judge().verdict()).isEqualTo(Verdict.INVALID);
    assertThat(judge().reasons().get(0))
        .isEqualTo(
            "kvbench itself was late: schedule lag p99 1.20 ms of a response time p99 of 2.00 ms");
    responseMicros = 9_000;
    assertThat(judge().verdict()).isEqualTo(Verdict.DEGRADED);
    lagMicros = 40;
    medianLagMicros = 120;
    assertThat(judge().verdict()).isEqualTo(Verdict.DEGRADED);
    medianLagMicros = 20;
    assertThat(judge().verdict()).isEqualTo(Verdict.VALID);
  }

  @Test
  void aClosedLoopThatKvbenchItselfHoldsBack_isInvalid_unlessTheMachineIsFull() {
    closedLoop = true;
    generator = generator(0.1, 0.97, 0.55);
    assertThat(judge().verdict()).isEqualTo(Verdict.INVALID);
    generator = generator(0.1, 0.97, 0.98);
    assertThat(judge().verdict()).isEqualTo(Verdict.VALID);
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
            times(medianResponseMicros, responseMicros),
            times(medianLagMicros, lagMicros),
            warmup,
            seconds,
            steady,
            responseSeconds,
            madeShare,
            generator,
            target,
            unasked));
  }

  private static Seconds seconds(long firstHalfMicros, long secondHalfMicros) {
    List<Histogram> seconds = new ArrayList<>();
    for (int s = 0; s < 10; s++) {
      Histogram second = new Histogram(3);
      second.recordValueWithCount((s < 5 ? firstHalfMicros : secondHalfMicros) * 1_000, 100);
      seconds.add(second);
    }
    return Seconds.of(seconds);
  }

  private static StepResult.Generator standing(
      long stalls, double longestMillis, double stalledMillis, double stealShare) {
    return new StepResult.Generator(
        0.1,
        0.4,
        1,
        0.5,
        new StepResult.Standstill(stalls, longestMillis, stalledMillis, 2, 12, stealShare));
  }

  private static StepResult.Generator generator(double pacer, double io, double machine) {
    return new StepResult.Generator(pacer, io, 1, machine, null);
  }

  private static Ledger ok(long count) {
    return new Ledger(count, count, 0, 0, Map.of(), 0, 0, 0, 0, 0, 0, 0);
  }

  /** Four of five times are the median, the others the 99th percentile. */
  private TimeSummary times(long medianMicros, long tailMicros) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(medianMicros * 1_000, count - count / 5);
    histogram.recordValueWithCount(tailMicros * 1_000, count / 5);
    return Summaries.of(histogram);
  }
}
