package dev.kvbench.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.result.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said of a step in which kvbench itself was late, or stood still. */
class LatenessVerdictsTest extends StepToJudge {

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
  void lagOnACrowdedMachine_saysSo() {
    lagMicros = 1_200;
    responseMicros = 2_000;
    generator = generator(0.1, 0.4, 0.94);
    assertThat(judge().reasons().get(1)).contains("94 % busy");
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
}
