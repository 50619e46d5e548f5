package dev.kvbench.analysis.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvbench.analysis.Summaries;
import dev.kvbench.result.LawCheck;
import dev.kvbench.result.LawCheck.Outcome;
import dev.kvbench.result.Ledger;
import dev.kvbench.result.TimeSummary;
import dev.kvbench.time.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/**
 * A tool that tells the truth passes; each sort of untruth fails. Played through, nothing sleeps.
 */
class LawJudgeTest {

  private static final long MICRO = NanoClock.NANOS_PER_MICRO;
  private static final long MILLI = NanoClock.NANOS_PER_MILLI;
  private static final long SECOND = NanoClock.NANOS_PER_SECOND;

  /** By the server's clock, request 0 is due here. */
  private static final long ORIGIN = 5 * SECOND + 123_456;

  /** A request needs so long to the server, and an answer back. */
  private static final long WAY = 40 * MICRO;

  private static final LawPlan FIXED = plan(new Law.Fixed(20 * MILLI));
  private static final LawPlan STALL = plan(new Law.Stall(220 * MILLI, SECOND));
  private static final LawPlan FAULTS = plan(new Law.Faults(20 * MILLI, SECOND, 1, 1, 2));

  private final List<ServedRecord.Served> served = new ArrayList<>();
  private final List<ServedRecord.Waking> wakings = new ArrayList<>();
  private final Histogram exact = new Histogram(3);
  private final Histogram censored = new Histogram(3);

  private static LawPlan plan(Law law) {
    return new LawPlan(law, 400.1, SECOND, 10 * SECOND, 16, SECOND);
  }

  @Test
  void truth_passes() {
    for (LawPlan plan : List.of(FIXED, STALL, FAULTS)) {
      LawJudgeTest test = new LawJudgeTest();
      test.play(plan, plan.law(), 0);
      LawCheck check = test.check(plan);
      assertThat(check.outcome()).as("%s", check).isEqualTo(Outcome.PASS);
      assertThat(check.percentiles()).hasSize(6);
      assertThat(check.requests()).isEqualTo(4_001);
    }
  }

  @Test
  void serverOfAnotherLaw_fails() {
    play(STALL, new Law.Stall(240 * MILLI, SECOND), 0);
    LawCheck check = check(STALL);
    assertThat(check.outcome()).isEqualTo(Outcome.FAIL);
    assertThat(outcome(check, "95")).isEqualTo(Outcome.FAIL);
    assertThat(check.reasons()).anyMatch(reason -> reason.contains("does not keep its law"));
  }

  @Test
  void serverOfAnotherLaw_fails_onADisturbedMachineToo() {
    play(STALL, new Law.Stall(240 * MILLI, SECOND), 0);
    wakeLate(20 * MILLI);
    assertThat(check(STALL).outcome()).isEqualTo(Outcome.FAIL);
  }

  @Test
  void timesFromTheWriting_inPlaceOfTheDueTime_fail() {
    // Sixteen connections: of each stall sixteen requests are under way, the others are not sent.
    play(STALL, STALL.law(), 0);
    exact.reset();
    int inStall = 0;
    for (ServedRecord.Served each : served) {
      boolean still = each.dueNanos() > each.readNanos();
      inStall = still ? inStall + 1 : 0;
      if (each.number() >= STALL.first() && each.number() < STALL.end()) {
        long waited = inStall > 16 ? 0 : each.sentNanos() - each.readNanos();
        exact.recordValue(waited + 2 * WAY);
      }
    }
    LawCheck check = check(STALL);
    assertThat(check.outcome()).isEqualTo(Outcome.FAIL);
    assertThat(outcome(check, "90")).isEqualTo(Outcome.FAIL);
    assertThat(outcome(check, "50")).isEqualTo(Outcome.PASS);
  }

  @Test
  void figureOffByMoreThanIsAllowed_fails_toEitherSide() {
    for (long error : new long[] {400 * MICRO, -400 * MICRO}) {
      LawJudgeTest test = new LawJudgeTest();
      test.play(FIXED, FIXED.law(), error);
      assertThat(outcome(test.check(FIXED), "50")).isEqualTo(Outcome.FAIL);
    }
    play(FIXED, FIXED.law(), 60 * MICRO);
    assertThat(check(FIXED).outcome()).isEqualTo(Outcome.PASS);
  }

  @Test
  void figureOff_whileTheMachineWakesThreadsLate_showsNothing() {
    play(FIXED, FIXED.law(), 400 * MICRO);
    wakeLate(100 * MICRO);
    assertThat(check(FIXED).outcome()).isEqualTo(Outcome.DISTURBED);
  }

  @Test
  void answersReallyLate_passByTheRecord_onlyIfTheMachineWakesThreadsLate() {
    LawPlan plan = FIXED;
    for (long number = 0; number < plan.end(); number++) {
      long due = ORIGIN + plan.dueNanos(number);
      long read = due + WAY;
      long answer = plan.law().answeredNanos(number, read);
      long late = number % 50 == 0 ? 3 * MILLI : 0;
      served.add(new ServedRecord.Served(number, read, answer, answer + late, 'o'));
      if (number >= plan.first()) {
        exact.recordValue(answer + late + WAY - due);
      }
    }
    LawCheck quiet = check(plan);
    assertThat(outcome(quiet, "99")).isEqualTo(Outcome.FAIL);
    assertThat(outcome(quiet, "95")).isEqualTo(Outcome.PASS);
    wakeLate(MILLI);
    LawCheck disturbed = check(plan);
    assertThat(outcome(disturbed, "99")).isEqualTo(Outcome.LATE);
    assertThat(disturbed.outcome()).isEqualTo(Outcome.LATE);
    assertThat(disturbed.outcome().isGood()).isTrue();
    assertThat(disturbed.disturbance().server().wakings()).isPositive();
  }

  @Test
  void answersThatGathered_passByTheRecord_thoughSentOneAfterTheOther() {
    long gap = 80 * MICRO;
    long lastSent = 0;
    for (long number = 0; number < STALL.end(); number++) {
      long due = ORIGIN + STALL.dueNanos(number);
      long read = due + WAY;
      long answer = STALL.law().answeredNanos(number, read);
      long sent = Math.max(answer, lastSent + gap);
      lastSent = sent;
      served.add(new ServedRecord.Served(number, read, answer, sent, 'o'));
      if (number >= STALL.first()) {
        exact.recordValue(sent + WAY - due);
      }
    }
    LawCheck check = check(STALL);
    assertThat(outcome(check, "90")).isEqualTo(Outcome.LATE);
    assertThat(outcome(check, "99")).isEqualTo(Outcome.PASS);
  }

  @Test
  void oneLongStall_standsForAllTheWakingsThatItSwallowed() {
    LawPlan plan = FIXED;
    long stallFrom = ORIGIN + 5 * SECOND;
    long stallTo = stallFrom + 300 * MILLI;
    for (long number = 0; number < plan.end(); number++) {
      long due = ORIGIN + plan.dueNanos(number);
      long read = due + WAY;
      long answer = plan.law().answeredNanos(number, read);
      long sent = answer > stallFrom ? Math.max(answer, stallTo) : answer;
      served.add(new ServedRecord.Served(number, read, answer, sent, 'o'));
      if (number >= plan.first()) {
        exact.recordValue(sent + WAY - due);
      }
    }
    assertThat(outcome(check(plan), "99")).isEqualTo(Outcome.FAIL);
    for (long at = 0; at < 20 * SECOND; at += MILLI) {
      if (at < stallFrom || at >= stallTo) {
        wakings.add(new ServedRecord.Waking(at, 10 * MICRO));
      }
    }
    wakings.add(new ServedRecord.Waking(stallFrom, 300 * MILLI));
    LawCheck check = check(plan);
    assertThat(outcome(check, "99")).isEqualTo(Outcome.LATE);
    assertThat(check.disturbance().server().wakings()).isEqualTo(1);
  }

  @Test
  void oneRequestInAnotherClass_fails() {
    play(FAULTS, FAULTS.law(), 0);
    LawCheck check = LawJudge.of(FAULTS, record(), times(), ledger(FAULTS, 1), new long[0]);
    assertThat(check.outcome()).isEqualTo(Outcome.FAIL);
    assertThat(check.ledger()).anyMatch(count -> count.expected() != count.measured());
  }

  @Test
  void exactFigure_whereOnlyABoundIsKnown_fails() {
    play(FAULTS, FAULTS.law(), 0);
    exact.add(censored);
    censored.reset();
    assertThat(outcome(check(FAULTS), "99")).isEqualTo(Outcome.FAIL);
  }

  @Test
  void requestThatTheServerNeverSaw_fails() {
    play(FIXED, FIXED.law(), 0);
    served.remove(served.size() - 1);
    LawCheck check = check(FIXED);
    assertThat(check.outcome()).isEqualTo(Outcome.FAIL);
    assertThat(check.reasons()).anyMatch(reason -> reason.contains("no end of 1 of 4,001"));
  }

  @Test
  void record_thatLostSomething_orIsCutOff_isOfNoUse() {
    play(FIXED, FIXED.law(), 0);
    ServedRecord lossy = new ServedRecord(served, wakings, 1);
    assertThat(LawJudge.of(FIXED, lossy, times(), ledger(FIXED, 0), new long[0]).outcome())
        .isEqualTo(Outcome.FAIL);
    assertThatThrownBy(() -> ServedRecord.parse("q 1 2 3 4 o\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cut off");
  }

  @Test
  void record_isReadAsTheServerWritesIt() {
    assertThat(ServedRecord.parse("q 7 10 20 21 o\nw 100 5\nend 0\n"))
        .isEqualTo(
            new ServedRecord(
                List.of(new ServedRecord.Served(7, 10, 20, 21, 'o')),
                List.of(new ServedRecord.Waking(100, 5)),
                0));
  }

  /** A server of {@code kept}, and a tool whose figures are {@code errorNanos} off. */
  private void play(LawPlan plan, Law kept, long errorNanos) {
    for (long number = 0; number < plan.end(); number++) {
      long due = ORIGIN + plan.dueNanos(number);
      long read = due + WAY;
      Law.Fate fate = kept.fate(number);
      boolean silent = fate == Law.Fate.SILENCE;
      long answer = silent ? 0 : kept.answeredNanos(number, read);
      served.add(new ServedRecord.Served(number, read, answer, answer, fate.mark()));
      if (number >= plan.first()) {
        long end = silent ? due + plan.timeoutNanos() : answer + WAY;
        (fate == Law.Fate.OK ? exact : censored).recordValue(end - due + errorNanos);
      }
    }
  }

  /** Every waking of both witnesses comes so late. */
  private void wakeLate(long lateNanos) {
    for (long at = 0; at < 20 * SECOND; at += MILLI) {
      wakings.add(new ServedRecord.Waking(at, lateNanos + 151 * MICRO));
    }
  }

  private ServedRecord record() {
    return new ServedRecord(served, wakings, 0);
  }

  private LawCheck check(LawPlan plan) {
    return LawJudge.of(plan, record(), times(), ledger(plan, 0), new long[0]);
  }

  private static Outcome outcome(LawCheck check, String percentile) {
    return check.percentiles().stream()
        .filter(row -> row.percentile().equals(percentile))
        .findFirst()
        .orElseThrow()
        .outcome();
  }

  private static long count(LawPlan plan, Law.Fate fate) {
    return LongStream.range(plan.first(), plan.end())
        .filter(number -> plan.law().fate(number) == fate)
        .count();
  }

  /** What a tool says of the response time. */
  private TimeSummary times() {
    return Summaries.of(exact, censored);
  }

  /** What a tool says of where requests ended: as the law has it, but {@code moved} are wrong. */
  private static Ledger ledger(LawPlan plan, long moved) {
    long refused = count(plan, Law.Fate.REFUSED);
    return new Ledger(
        plan.end() - plan.first(),
        count(plan, Law.Fate.OK) - moved,
        0,
        moved,
        refused == 0 ? Map.of() : Map.of("503", refused),
        0,
        count(plan, Law.Fate.RESET),
        0,
        count(plan, Law.Fate.SILENCE),
        0,
        0,
        0);
  }
}
