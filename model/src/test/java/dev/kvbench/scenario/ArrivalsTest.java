package dev.kvbench.scenario;

import static dev.kvbench.scenario.Reading.get;
import static dev.kvbench.scenario.Reading.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kvbench.scenario.ArrivalProcess.Bursts;
import dev.kvbench.scenario.ArrivalProcess.Ramp;
import dev.kvbench.scenario.ArrivalProcess.Shape;
import dev.kvbench.scenario.ArrivalProcess.Staircase;
import dev.kvbench.scenario.ArrivalProcess.Trace;
import dev.kvbench.scenario.StepSpec.Load;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a scenario's arrival processes are read, and the files that traces name. */
class ArrivalsTest {

  private static final long SECOND = 1_000_000_000L;

  private static Load step(String settings) {
    return (Load) read(get(settings)).steps().get(0);
  }

  private static Load traced(String settings, String trace) {
    return (Load)
        ScenarioReader.read("demo.yaml", get(settings), List.of(), name -> trace).steps().get(0);
  }

  private static String shown(String settings, ReferencedFiles files) {
    try {
      Scenario scenario = ScenarioReader.read("demo.yaml", get(settings), List.of(), files);
      throw new AssertionError("no problem is seen in " + scenario);
    } catch (ScenarioException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Test
  void ramp_isRead_withItsMeanAndPeak() {
    Load linear = step("rate: 3k, warmup: 1s, arrivals: { ramp: { from: 1k } }");
    assertThat(linear.arrivals()).isEqualTo(new Ramp(1000, Shape.LINEAR));
    assertThat(linear.meanRatePerSecond()).isEqualTo(2000);
    assertThat(linear.peakRatePerSecond()).isEqualTo(3000);
    Load down = step("rate: 1, warmup: 0s, arrivals: { ramp: { from: 8, shape: exponential } }");
    assertThat(down.meanRatePerSecond()).isCloseTo(7 / Math.log(8), within(1e-12));
    assertThat(down.peakRatePerSecond()).isEqualTo(8);
  }

  @Test
  void staircase_isAsLongAsItsStairs_unlessTheStepIsLonger() {
    String stairs = "warmup: 0s, arrivals: { staircase: { rates: [1k, 2k, 6k/s], each: 10s } }";
    Load step = step(stairs);
    assertThat(step.arrivals())
        .isEqualTo(new Staircase(List.of(1000.0, 2000.0, 6000.0), 10 * SECOND));
    assertThat(step.durationNanos()).isEqualTo(30 * SECOND);
    assertThat(step.ratePerSecond()).isEqualTo(3000);
    assertThat(step.peakRatePerSecond()).isEqualTo(6000);
    assertThat(step("duration: 60s, " + stairs).meanRatePerSecond()).isEqualTo(4500);
  }

  @Test
  void bursts_haveTheStepsRateWhileOn() {
    Load step =
        step("rate: 5k, warmup: 0s, duration: 9500ms, arrivals: { bursts: { on: 1s, off: 3s } }");
    assertThat(step.arrivals()).isEqualTo(new Bursts(SECOND, 3 * SECOND));
    assertThat(step.ratePerSecond()).isEqualTo(5000);
    // two whole cycles and a third burst
    assertThat(step.meanRatePerSecond()).isCloseTo(5000 * 3 / 9.5, within(1e-9));
  }

  @Test
  void trace_isReadFromItsFile_andEndsWithItsLastDueTime() {
    Load step =
        traced(
            "warmup: 1s, arrivals: { trace: a.txt }",
            "\uFEFF# due\r\n0\r\n\r\n  0.5 # half\n1.0000000014\n1.0000000016\n2.25");
    DueTimes times = DueTimes.of(0, SECOND / 2, SECOND + 1, SECOND + 2, 2_250_000_000L);
    assertThat(step.arrivals()).isEqualTo(new Trace("a.txt", times));
    assertThat(step.durationNanos()).isEqualTo(1_251_000_000L);
    assertThat(step.meanRatePerSecond()).isCloseTo(3 / 1.251, within(1e-9));
    assertThat(step.peakRatePerSecond()).isEqualTo(200);
  }

  @Test
  void trace_inAnAlias_isReadEachTime() {
    String text = "steps: [ get: &a { warmup: 0s, arrivals: { trace: a.txt } }, put: *a ]";
    assertThat(ScenarioReader.read("x", text, List.of(), name -> "1").steps()).hasSize(2);
  }

  @Test
  void trace_wrong_isReportedWithItsOwnLines() {
    assertThat(
            shown(
                "warmup: 0s, arrivals: { trace: a.txt }",
                name -> "1 # one\n\n  0.5\nx\t1\n99999999"))
        .isEqualTo(
            """
            a.txt:3:3: this due time is before the one above it
                  0.5
                  ^
                put the due times in their order

            a.txt:4:1: this is no due time: 'x 1'
                x\t1
                ^
                write a due time a line, in seconds since the step's start: 0.25

            a.txt:5:1: this is no due time: '99999999'
                99999999
                ^
                write a due time a line, in seconds since the step's start: 0.25""");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | there is no due time in this trace",
        "'# none' | there is no due time in this trace",
        "-1 | this is no due time: '-1'",
        "1e3 | this is no due time: '1e3'",
        "'0,5' | this is no due time: '0,5'",
        "172801 | this is more than 48 hours after the step's start",
      })
  void trace_withoutDueTimes_isRefused(String trace, String message) {
    assertThat(shown("warmup: 0s, arrivals: { trace: a.txt }", name -> trace))
        .startsWith("a.txt:1:1: " + message);
  }

  @Test
  void trace_ofAnotherKindOfFile_isNotReadToItsEnd() {
    String shown =
        shown("warmup: 0s, arrivals: { trace: a }", name -> "x".repeat(1 << 20) + "\ny".repeat(99));
    assertThat(shown.length()).isLessThan(3000);
    assertThat(shown).contains("a:10:1").doesNotContain("a:11:1");
  }

  @Test
  void trace_thatCannotBeRead_isReportedWhereItIsNamed() {
    assertThat(
            shown(
                "warmup: 0s, arrivals: { trace: a.txt }",
                name -> {
                  throw new IOException("there is no file " + name);
                }))
        .startsWith(
            "demo.yaml:1:48: steps.get.arrivals.trace 'a.txt' cannot be read:"
                + " there is no file a.txt");
  }

  @Test
  void trace_thatIsOverBeforeTheWarmup_isReported() {
    assertThat(shown("warmup: 5s, arrivals: { trace: a.txt }", name -> "1\n2"))
        .contains("not one due time of the trace lies in the measured window");
  }

  @Test
  void course_withAnAutomaticWarmup_isReported() {
    assertThat(shown("rate: 5, arrivals: { ramp: { from: 1 } }", ReferencedFiles.NONE))
        .startsWith("demo.yaml:1:36: these arrivals need a warm-up of a known length");
  }

  @Test
  void dueTimes_count_betweenTwoTimes() {
    DueTimes times = DueTimes.of(1, 2, 2, 5);
    assertThat(times.countBetween(0, 10)).isEqualTo(4);
    assertThat(times.countBetween(2, 5)).isEqualTo(2);
    assertThat(times.countBetween(6, 9)).isZero();
    assertThatThrownBy(() -> DueTimes.of(2, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(DueTimes::of).isInstanceOf(IllegalArgumentException.class);
  }
}
