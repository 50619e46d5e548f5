package dev.kvbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvbench.analysis.law.Law;
import dev.kvbench.analysis.law.LawJudge;
import dev.kvbench.analysis.law.LawPlan;
import dev.kvbench.analysis.law.ServedRecord;
import dev.kvbench.result.LawCheck;
import dev.kvbench.result.Progress;
import dev.kvbench.result.RunResult;
import dev.kvbench.result.StepResult;
import dev.kvbench.targets.LawServers;
import dev.kvbench.time.NanoClock;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Short self-tests over real sockets. Machines that run tests are seldom at rest, so that no
 * outcome is asked for that late wakings may change: what a law says, what the server did, every
 * class of the ledger, and that a wrong law is found out.
 */
@Timeout(120)
class SelfTestTest {

  private static final long MILLI = NanoClock.NANOS_PER_MILLI;
  private static final long SECOND = NanoClock.NANOS_PER_SECOND;
  private static final NanoClock CLOCK = NanoClock.system();

  @TempDir private Path folder;

  private static LawPlan plan(Law law) {
    return new LawPlan(law, 200.1, SECOND / 2, 2 * SECOND, 32, SECOND / 2);
  }

  @Test
  void laws_areMeasuredAndCompared_oneAfterTheOther() {
    List<String> told = new ArrayList<>();
    List<LawPlan> plans =
        List.of(
            plan(new Law.Fixed(20 * MILLI)),
            plan(new Law.Stall(200 * MILLI, SECOND)),
            plan(new Law.Faults(20 * MILLI, SECOND / 2, 1, 1, 2)));
    SelfTest test =
        test(
            plans,
            new SelfTestListener() {
              @Override
              public void lawEnded(LawCheck check) {
                told.add(check.name());
              }
            });
    List<LawCheck> checks = test.run();
    assertThat(told).containsExactly("fixed", "stall", "faults");
    for (LawCheck check : checks) {
      assertThat(check.requests()).isBetween(400L, 401L);
      assertThat(check.percentiles()).extracting(LawCheck.Row::percentile).contains("50", "99");
      assertThat(check.percentiles())
          .allSatisfy(
              row -> {
                assertThat(row.servedMicros()).isNotNull();
                assertThat(row.measuredMicros()).isNotNull();
              });
      assertThat(check.ledger())
          .as(check.toString())
          .allSatisfy(count -> assertThat(count.measured()).isEqualTo(count.expected()));
      assertThat(check.reasons()).as("the server keeps its law").isEmpty();
    }
    assertThat(checks.get(2).ledger())
        .extracting(LawCheck.Count::name)
        .contains("status 503", "read", "timeout");
  }

  @Test
  void serverThatStandsStillLongerThanTheTruthSays_isFoundOut() {
    LawPlan truth = plan(new Law.Stall(200 * MILLI, SECOND));
    Law kept = new Law.Stall(240 * MILLI, SECOND);
    try (LawServers servers =
        LawServers.start(Map.of(kept.name(), kept.values()), folder.resolve("server.log"), CLOCK)) {
      InnerRuns runs = new InnerRuns("test", CLOCK, InstantSource.system());
      RunResult result =
          runs.run(
              SelfTest.scenario(truth, servers.url(kept.name())),
              folder.resolve("result"),
              new RunListener() {});
      ServedRecord record = ServedRecord.parse(servers.record(kept.name()));
      StepResult step = result.steps().get(0);
      LawCheck check =
          LawJudge.of(truth, record, step.times().get("response"), step.ledger(), new long[0]);
      assertThat(check.outcome()).isEqualTo(LawCheck.Outcome.FAIL);
      assertThat(check.reasons()).anyMatch(reason -> reason.contains("does not keep its law"));
    }
  }

  @Test
  void aStepThatKvbenchItselfCallsInvalid_isNotPassedOverInSilence() {
    LawPlan tooFew = new LawPlan(new Law.Fixed(MILLI), 3, 0, SECOND, 2, SECOND / 2);
    List<LawCheck> checks = test(List.of(tooFew), new SelfTestListener() {}).run();
    assertThat(checks).hasSize(1);
    assertThat(checks.get(0).doubts())
        .anyMatch(
            doubt ->
                doubt.startsWith("kvbench's own verdict is INVALID: too little was measured: 3"));
  }

  @Test
  void interrupt_endsTheLawUnderWay_andBeginsNoOther() {
    List<SelfTest> test = new ArrayList<>();
    SelfTest made =
        test(
            List.of(plan(new Law.Fixed(MILLI)), plan(new Law.Uniform(MILLI, 2 * MILLI))),
            new SelfTestListener() {
              @Override
              public void progress(String name, Progress progress) {
                test.get(0).interrupt("interrupted");
              }
            });
    test.add(made);
    assertThat(made.run()).isEmpty();
  }

  @Test
  void unknownLaw_isAnsweredWithThoseThatThereAre() {
    assertThatThrownBy(
            () ->
                new SelfTest(
                    List.of("stal"),
                    "test",
                    CLOCK,
                    InstantSource.system(),
                    new SelfTestListener() {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("there are fixed, stall, two-modes, uniform, faults");
  }

  @Test
  void allLaws_takeLessThanAMinute_andReachP999() {
    SelfTest all =
        new SelfTest(List.of(), "test", CLOCK, InstantSource.system(), new SelfTestListener() {});
    assertThat(all.plannedSeconds()).isLessThan(58);
    assertThat(SelfTestPlans.all())
        .allSatisfy(plan -> assertThat(plan.percentiles()).contains("99.9"));
  }

  private static SelfTest test(List<LawPlan> plans, SelfTestListener listener) {
    return new SelfTest(null, plans, CLOCK, InstantSource.system(), listener, "test");
  }
}
