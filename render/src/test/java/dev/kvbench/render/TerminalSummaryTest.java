package dev.kvbench.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.result.RunResult;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class TerminalSummaryTest {

  @Test
  void narrowTerminals_areGivenFewerColumns_andNoLineIsWider() {
    for (int columns : new int[] {80, 70, 60}) {
      String summary = TerminalSummary.of(SampleRun.full().result(), columns);
      assertThat(summary.lines()).allMatch(line -> line.length() <= columns);
      assertThat(summary).contains("verdict").contains("achieved").contains("p99");
    }
  }

  @Test
  void of_fullRun_isSealed() {
    Golden.check(
        "terminal.txt", TerminalSummary.of(SampleRun.full().result(), TerminalSummary.WIDTH));
  }

  @Test
  void of_anyLocale_isTheSame() {
    String expected = TerminalSummary.of(SampleRun.full().result(), TerminalSummary.WIDTH);
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertThat(TerminalSummary.of(SampleRun.full().result(), TerminalSummary.WIDTH))
          .isEqualTo(expected);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void of_noSteps_saysSo() {
    assertThat(TerminalSummary.of(new SampleRun().result(), TerminalSummary.WIDTH))
        .isEqualTo("No step was measured.\n");
  }

  @Test
  void of_interrupted_saysSoFirst() {
    SampleRun run = new SampleRun().add(SampleRun.valid());
    run.state = RunResult.State.INTERRUPTED;
    assertThat(TerminalSummary.of(run.result(), TerminalSummary.WIDTH)).startsWith("INTERRUPTED: ");
  }

  @Test
  void of_longNamesAndReasons_keepsTheWidth() {
    SampleStep step = SampleRun.overloaded();
    step.name = "a-step-with-a-very-long-name-".repeat(5);
    step.reasons = java.util.List.of("word ".repeat(60), "w".repeat(250));
    String summary = TerminalSummary.of(new SampleRun().add(step).result(), TerminalSummary.WIDTH);
    assertThat(summary.lines()).allMatch(line -> line.length() <= TerminalSummary.WIDTH);
    assertThat(summary).contains("OVERLOADED").contains("…");
  }
}
