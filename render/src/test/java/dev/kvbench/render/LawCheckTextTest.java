package dev.kvbench.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.result.Calibration;
import dev.kvbench.result.LawCheck;
import dev.kvbench.result.LawCheck.Outcome;
import dev.kvbench.result.RunResult;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LawCheckTextTest {

  private static final LawCheck.Row PASS = row("50", 0, 40.0, 103.0, false, Outcome.PASS);
  private static final LawCheck.Row LATE =
      row("99", 210_000, 214_200.0, 214_300.0, false, Outcome.LATE);
  private static final LawCheck.Row FAIL =
      row("99.9", 1e6, 1_000_400.0, 12_300.0, true, Outcome.FAIL);
  private static final LawCheck.Row NOTHING = row("99.9", 1e6, null, null, false, Outcome.FAIL);

  @Test
  void of_everyOutcome_isSealed_andFitsEightyColumns() {
    String text =
        LawCheckText.of(check("fixed", Outcome.PASS, List.of(PASS), 3_840))
            + LawCheckText.of(check("stall", Outcome.LATE, List.of(PASS, LATE), 3_840))
            + LawCheckText.of(check("faults", Outcome.FAIL, List.of(LATE, FAIL, NOTHING), 3_839));
    assertThat(text.lines()).allMatch(line -> line.codePointCount(0, line.length()) <= 80);
    Golden.check("selftest.txt", text);
  }

  @Test
  void of_aStepThatKvbenchItselfRefuses_repeatsWhy_andSaysWhatTheHostTook() {
    LawCheck check =
        check("fixed", Outcome.PASS, List.of(PASS), 3_840)
            .with(List.of("kvbench's own verdict is INVALID: too little was measured"), 0.0314);
    assertThat(LawCheckText.of(check))
        .contains("  kvbench's own verdict is INVALID: too little was measured\n")
        .contains("  the host took 3.14 % of the machine's processor time (steal)\n");
    assertThat(LawCheckText.of(check.with(List.of(), 0.0))).doesNotContain("steal");
    assertThat(LawCheckText.of(check.with(List.of(), null))).doesNotContain("steal");
  }

  @Test
  void summary_saysWhatAllComesTo() {
    LawCheck good = check("fixed", Outcome.PASS, List.of(PASS), 3_840);
    LawCheck late = check("stall", Outcome.LATE, List.of(LATE), 3_840);
    LawCheck disturbed = check("uniform", Outcome.DISTURBED, List.of(LATE), 3_840);
    LawCheck wrong = check("faults", Outcome.FAIL, List.of(FAIL), 3_840);
    assertThat(LawCheckText.summary(List.of(good, late), 2)).contains("all 2 laws passed");
    assertThat(LawCheckText.summary(List.of(good), 2)).startsWith("Interrupted: 1 of 2");
    assertThat(LawCheckText.summary(List.of(good, wrong), 2)).contains("FAIL").contains("faults");
    assertThat(LawCheckText.summary(List.of(good, disturbed), 2))
        .contains("Nothing is shown")
        .contains("uniform")
        .doesNotContain("FAIL")
        .doesNotContain("passed");
  }

  @Test
  void calibration_isSealed() {
    Calibration calibration =
        new Calibration(
            "2026-11-20",
            "0.1.0",
            new Calibration.Machine("cpu", 2, "vm"),
            new Calibration.Lateness(73.1, 160.4, 2_140),
            new Calibration.Lateness(23.2, 88.6, 1_990),
            new Calibration.Floor(1_000, 38.2, 121, 58.4, 210),
            new Calibration.Highest(87_500, 10.9, 93_700.0));
    Golden.check("calibration.txt", CalibrationText.of(calibration));
    RunResult.Floor known = new RunResult.Floor(calibration, "", List.of());
    assertThat(CalibrationText.line(known))
        .isEqualTo(
            "floor on this machine, at 1,000/s: service time p50 38.2 µs, p99 121 µs; response time"
                + " p50 58.4 µs, p99 210 µs; calibrated 2026-11-20");
    RunResult.Floor unknown = new RunResult.Floor(null, "kvbench calibrate measures it", List.of());
    assertThat(CalibrationText.line(unknown)).contains("not known").contains("kvbench calibrate");
  }

  private static LawCheck.Row row(
      String percentile,
      double law,
      @Nullable Double served,
      @Nullable Double measured,
      boolean bound,
      Outcome outcome) {
    return new LawCheck.Row(percentile, law, served, measured, bound, 150, outcome);
  }

  private static LawCheck check(
      String name, Outcome outcome, List<LawCheck.Row> rows, long measured) {
    return new LawCheck(
        name,
        "answers 1 % with 503, resets 1 %, and never answers 2 % of the requests",
        4_000,
        1_000,
        4,
        128,
        outcome,
        rows,
        List.of(
            new LawCheck.Count("ok", 3_840, measured),
            new LawCheck.Count("any other class", 0, 3_840 - measured)),
        new LawCheck.Disturbance(
            new LawCheck.Lateness(29, 3_250, 0.002), new LawCheck.Lateness(1, 151, 0.00004)),
        List.of(),
        List.of(),
        null);
  }
}
