package dev.kvbench.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.kvbench.result.Counts;
import dev.kvbench.result.Ledger;
import dev.kvbench.result.ResultDirectory;
import dev.kvbench.result.RunResult;
import dev.kvbench.result.StepHistograms;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import dev.kvbench.result.UnreadableResultException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TimeZone;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReportTest {

  @Test
  void of_fullRun_isSealed() {
    Report report = SampleRun.full().report();
    Golden.check("report.md", report.markdown());
    report.charts().forEach(Golden::check);
  }

  @Test
  void of_aClosedLoop_isSealed_andMarkedWhereverItIsNamed() {
    SampleRun run = new SampleRun().add(SampleRun.closedLoop());
    Report report = run.report();
    Golden.check("closed-loop.md", report.markdown());
    assertThat(report.charts().values())
        .allSatisfy(svg -> assertThat(svg).contains("get-closed (closed loop)"));
    String summary = TerminalSummary.of(run.result(), TerminalSummary.WIDTH);
    assertThat(summary).contains("get-closed (closed loop)").contains("(coordinated omission)");
    assertThat(summary.lines()).allMatch(line -> line.length() <= TerminalSummary.WIDTH);
  }

  @TestFactory
  Stream<DynamicTest> of_edgeCase_isSealed() {
    return EdgeCases.all().entrySet().stream()
        .map(edge -> dynamicTest(edge.getKey(), () -> checkEdge(edge.getKey(), edge.getValue())));
  }

  private static void checkEdge(String name, SampleStep step) {
    Report report = new SampleRun().add(step).report();
    report
        .charts()
        .forEach(
            (file, svg) ->
                Golden.check(
                    "edges/"
                        + name
                        + (file.contains("-")
                            ? file.substring(file.lastIndexOf('-'))
                            : "-overview.svg"),
                    svg));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ru-RU", "ar-EG-u-nu-arab", "tr-TR", "de-CH"})
  void of_anyLocaleAndZone_isTheSame(String locale) {
    Report expected = SampleRun.full().report();
    Locale before = Locale.getDefault();
    TimeZone zone = TimeZone.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag(locale));
      TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Chatham"));
      assertThat(SampleRun.full().report()).isEqualTo(expected);
    } finally {
      Locale.setDefault(before);
      TimeZone.setDefault(zone);
    }
  }

  @Test
  void of_noSteps_isAReportAllTheSame() {
    Report report = new SampleRun().report();
    assertThat(report.charts()).isEmpty();
    assertThat(report.markdown()).contains("No step was measured.").contains("## Environment");
  }

  @ParameterizedTest
  @EnumSource(RunResult.State.class)
  void of_runThatDidNotEnd_saysSoBeforeTheFindings(RunResult.State state) {
    SampleRun run = new SampleRun().add(SampleRun.valid());
    run.state = state;
    String markdown = run.report().markdown();
    String top = markdown.substring(0, markdown.indexOf("GET at"));
    assertThat(top.contains("> **" + state)).isEqualTo(state != RunResult.State.FINISHED);
  }

  @Test
  void of_severalVariantsAndRepetitions_namesThem() {
    SampleStep first = SampleRun.valid();
    SampleStep second = SampleRun.valid();
    second.variant = "rocksdb";
    second.repetition = 2;
    assertThat(new SampleRun().add(first).add(second).report().markdown())
        .contains("- **memory / GET at 10,000/s, repetition 1**")
        .contains("## Step rocksdb / get / 2");
  }

  @Test
  void of_ledgerThatDoesNotAddUp_saysSo() {
    SampleStep step = SampleRun.valid();
    step.ledger = new Ledger(10, 3, 0, 0, Map.of(), 0, 0, 0, 0, 0, 0, 0);
    assertThat(new SampleRun().add(step).report().markdown())
        .contains("do not add up to the arrivals scheduled");
  }

  @Test
  void renderInto_directory_writesWhatTheFilesSay(@TempDir Path root) throws IOException {
    SampleRun run = new SampleRun().add(SampleRun.degraded()).add(SampleRun.tooFewConnections());
    ResultDirectory directory = new ResultDirectory(root);
    directory.writeResult(run.result());
    for (StepResult step : run.steps()) {
      writeLog(root.resolve(Objects.requireNonNull(step.files()).hlog()), run.histograms(step));
    }
    Report report = Report.renderInto(directory);
    assertThat(report).isEqualTo(run.report());
    assertThat(root.resolve("report.md")).hasContent(report.markdown());
    assertThat(report.charts()).hasSize(7);
    for (Map.Entry<String, String> chart : report.charts().entrySet()) {
      assertThat(Files.readString(root.resolve(chart.getKey()))).isEqualTo(chart.getValue());
    }
  }

  @Test
  void renderInto_histogramsMissing_writesNothing(@TempDir Path root) {
    ResultDirectory directory = new ResultDirectory(root);
    directory.writeResult(new SampleRun().add(SampleRun.valid()).result());
    assertThatThrownBy(() -> Report.renderInto(directory))
        .isInstanceOf(UnreadableResultException.class);
    assertThat(root.resolve("report.md")).doesNotExist();
  }

  private static void writeLog(Path file, StepHistograms histograms) throws IOException {
    Files.createDirectories(file.getParent());
    try (PrintStream out = new PrintStream(file.toFile(), StandardCharsets.UTF_8)) {
      HistogramLogWriter log = new HistogramLogWriter(out);
      log.outputLegend();
      for (Map<TimeKind, Counts> second : histograms.seconds()) {
        for (TimeKind kind : TimeKind.values()) {
          Histogram histogram = new Histogram(3);
          Objects.requireNonNull(second.get(kind)).addTo(histogram);
          histogram.setTag(kind.tag());
          log.outputIntervalHistogram(histogram);
        }
      }
    }
  }
}
