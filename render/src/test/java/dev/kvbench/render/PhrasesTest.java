package dev.kvbench.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeSummary;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PhrasesTest {

  @Test
  void finding_valid_saysMedianAndP99() {
    assertThat(finding(SampleRun.valid())).isEqualTo("p50 60.6 µs, p99 122 µs");
  }

  @Test
  void finding_degraded_saysWhatFailedAndWhatWasMissed() {
    assertThat(finding(SampleRun.degraded()))
        .isEqualTo(
            "p50 103 µs, p99 342 ms, 0.25 % failed, objective missed (p99 at most 5 ms: 342 ms)");
  }

  @Test
  void finding_overloaded_saysTheSustainedRate() {
    assertThat(finding(SampleRun.overloaded()))
        .isEqualTo("sustained 53,000/s; the percentiles only tell how long the run lasted");
  }

  @Test
  void finding_invalid_forbidsUse() {
    assertThat(finding(SampleRun.tooFewConnections()))
        .isEqualTo("do not use these figures: 1 of 64 connections was established");
  }

  @Test
  void percentile_boundRefusedAndAbsent_areToldApart() {
    TimeSummary times =
        new TimeSummary(
            500,
            1.0,
            9.0,
            Map.of("50", 2.0, "99", 5.0),
            Map.of("99.9", 3688L),
            90.0,
            List.of("99"),
            Map.of(),
            Map.of(),
            List.of());
    assertThat(Phrases.percentile(times, "50")).isEqualTo("2 µs");
    assertThat(Phrases.percentile(times, "99")).isEqualTo("≥ 5 µs");
    assertThat(Phrases.percentile(times, "99.9")).isEqualTo("needs 3,688");
    assertThat(Phrases.percentile(times, "75")).isEqualTo(Phrases.NONE);
    assertThat(Phrases.max(times)).isEqualTo("≥ 9 µs");
    assertThat(Phrases.mean(times)).isEqualTo("≥ 1 µs");
  }

  @Test
  void achieved_ofARateThatIsBadlyKnown_hasItsCommas() {
    SampleStep step = SampleRun.overloaded();
    step.achievedInterval = new StepResult.RateInterval(40_100.4, 65_899.6, 4, true);
    assertThat(Phrases.achieved(step.result(1))).isEqualTo("53,000/s ± 12,900");
  }

  @Test
  void made_isTheWordForTheLoopsOfAllSteps() {
    StepResult open = SampleRun.valid().result(1);
    StepResult closed = SampleRun.closedLoop().result(2);
    assertThat(Phrases.made(List.of(open))).isEqualTo("offered");
    assertThat(Phrases.made(List.of(closed, closed))).isEqualTo("begun");
    assertThat(Phrases.made(List.of(closed, open))).isEqualTo("offered/begun");
    assertThat(Phrases.made(List.of())).isEqualTo("offered");
  }

  @Test
  void share_neverRoundsToAllOrNothing() {
    assertThat(
            List.of(
                Phrases.share(0, 10),
                Phrases.share(1, 1_000_000),
                Phrases.share(1, 8),
                Phrases.share(999_999, 1_000_000),
                Phrases.share(10, 10),
                Phrases.share(0, 0)))
        .containsExactly("0 %", "< 0.01 %", "12.50 %", "> 99.99 %", "100 %", Phrases.NONE);
  }

  private static String finding(SampleStep step) {
    StepResult result = step.result(1);
    return Phrases.finding(result);
  }
}
