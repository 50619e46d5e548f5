package dev.kvbench.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.kvbench.analysis.Verdicts;
import dev.kvbench.result.Counts;
import dev.kvbench.result.Ledger;
import dev.kvbench.result.Profiles;
import dev.kvbench.result.Resources;
import dev.kvbench.result.ResultDirectory;
import dev.kvbench.result.RunResult;
import dev.kvbench.result.StepHistograms;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import dev.kvbench.result.UnreadableResultException;
import dev.kvbench.result.Verdict;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

  @Test
  void of_profilesOfTwoVariants_isSealed() {
    SampleRun run = new SampleRun().add(SampleRun.valid());
    run.profiles = SampleProfiles.ofTwoVariants();
    Golden.check("profiles.md", profilesOf(run));
  }

  @Test
  void of_profilesOfOneVariant_isSealed() {
    SampleRun run = new SampleRun().add(SampleRun.valid());
    run.profiles = SampleProfiles.ofOneVariant();
    Golden.check("profiles-one-variant.md", profilesOf(run));
  }

  @Test
  void of_profilesThatCouldNotBeHad_saysWhy() {
    SampleRun run = new SampleRun().add(SampleRun.valid());
    run.profiles =
        new Profiles(List.of("cpu"), List.of(), List.of("The target could not be profiled."));
    assertThat(profilesOf(run)).contains("> The target could not be profiled.\n");
  }

  @Test
  void of_profiles_countsThemNowhereElse() {
    SampleRun run = new SampleRun().add(SampleRun.valid());
    String without = run.report().markdown();
    String summary = TerminalSummary.of(run.result(), TerminalSummary.WIDTH);
    run.profiles = SampleProfiles.ofTwoVariants();
    assertThat(run.report().markdown().replace(profilesOf(run), "")).isEqualTo(without);
    assertThat(TerminalSummary.of(run.result(), TerminalSummary.WIDTH)).isEqualTo(summary);
  }

  private static String profilesOf(SampleRun run) {
    String markdown = run.report().markdown();
    return markdown.substring(
        markdown.indexOf("## Profiles\n"), markdown.indexOf("## What was stored before\n"));
  }

  @Test
  void of_aClosedLoop_saysNowhereThatItOffered() {
    SampleRun run = new SampleRun().add(SampleRun.closedLoop());
    String reading = "## How to read this";
    String markdown = run.report().markdown();
    assertThat(markdown.substring(0, markdown.indexOf(reading)))
        .contains("  Begun |", ". Begun 1,9", ": begun 1,9")
        .doesNotContainIgnoringCase("offered");
    run.report()
        .charts()
        .forEach(
            (file, svg) ->
                assertThat(svg.substring(svg.indexOf("</style>")).replaceAll("<[^>]*>", " "))
                    .as(file)
                    .doesNotContainIgnoringCase("offered"));
    assertThat(run.report().charts().get("charts/memory-1-get-closed-timeline.svg"))
        .contains(">begun<");
    String summary = TerminalSummary.of(run.result(), TerminalSummary.WIDTH);
    assertThat(summary).contains("begun").doesNotContain("offered");
    run.add(SampleRun.valid());
    assertThat(run.report().markdown()).contains("| Offered/begun |");
    assertThat(TerminalSummary.of(run.result(), TerminalSummary.WIDTH)).contains("offered/begun");
  }

  @Test
  void of_correctedTimes_saysThatKvbenchsOwnStallsAreInThem() {
    SampleStep step = SampleRun.closedLoop();
    assertThat(new SampleRun().add(step).report().markdown())
        .contains("multiplied in it likewise;\nhere kvbench stood still for about 41 ms, 0.41 %");
    step.standstill = new StepResult.Standstill(0, 0, 0, 0, 0, null);
    assertThat(new SampleRun().add(step).report().markdown())
        .contains("here kvbench was never seen to stand still");
    step.standstill = null;
    assertThat(new SampleRun().add(step).report().markdown())
        .contains("multiplied in it likewise.\n");
  }

  @Test
  void of_connectionsThatAreOpenedOnDemand_saysWhatWasWaitedFor() {
    SampleStep step = SampleRun.valid();
    step.connections =
        new StepResult.Connections(8, 8, 0, new StepResult.OnDemand("elastic", 256, 40, 0));
    assertThat(new SampleRun().add(step).report().markdown())
        .contains(
            "elastic connections: 8 of 8 connections established at first, 0 opened in the measured"
                + " window (those that the warm-up opened are not counted); in the whole step at"
                + " most 40 open at a time, of 256 allowed")
        .contains("connection wait is the opening of a connection where none was idle, and waiting")
        .contains("where all 256 that may be open were busy")
        .contains("no connection was idle, or one was being opened")
        .doesNotContain("connection wait means that all connections were busy");
    step.warmup = new StepResult.WarmupResult("fixed", 0, 0, true);
    assertThat(new SampleRun().add(step).report().markdown())
        .contains("- no warm-up\n")
        .contains("0 opened in the measured window; in the whole step")
        .doesNotContain("0 ns (fixed)");
    step.connections =
        new StepResult.Connections(0, 0, 0, new StepResult.OnDemand("per-request", 64, 9, 300_000));
    assertThat(new SampleRun().add(step).report().markdown())
        .contains("connection wait is the opening of a connection for each request, and waiting")
        .contains("its connection was being opened");
    SampleStep closed = SampleRun.closedLoop();
    closed.connections = new StepResult.Connections(4, 4);
    assertThat(new SampleRun().add(closed).report().markdown())
        .contains("connection wait means that a lost connection had to be opened again")
        .contains("a lost connection was being opened again");
  }

  @Test
  void of_aLateStep_saysWhatHeldKvbenchBackOnce_andTheFiguresAmongHowItWasRun() {
    SampleStep step = SampleRun.valid();
    step.verdict = Verdict.DEGRADED;
    step.reasons =
        List.of(
            "schedule lag p99 1.20 ms of a response time p99 of 9.00 ms is kvbench's own",
            Verdicts.HELD_BACK
                + "kvbench stood still 14 times, longest 8.20 ms, about 75 ms in all");
    String markdown = new SampleRun().add(step).report().markdown();
    assertThat(markdown.split(Verdicts.HELD_BACK, -1)).hasSize(2);
    assertThat(markdown.split("stood still 14 times", -1)).hasSize(3);
    String details = markdown.substring(markdown.indexOf("## Step"));
    assertThat(details).contains("schedule lag p99 1.20 ms").doesNotContain(Verdicts.HELD_BACK);
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
  void of_resources_saysWhatHappenedInTheLongestSeconds_andWhatIsNotKnown() {
    SampleStep step = SampleRun.valid();
    step.resources = SampleResources.stalledTwice(30);
    assertThat(new SampleRun().add(step).report().markdown())
        .contains("what happened in them")
        .contains("| 12 to 13 s | 398 ms |")
        .contains("(MarkSweepCompact, Allocation Failure, heap 128 MB → 19 MB)")
        .contains("nothing that is watched")
        .contains("31 pauses, 1.71 s in all, the longest 1.61 s")
        .contains("- safepoints of kvbench are not looked at\n");
    step.resources = null;
    assertThat(new SampleRun().add(step).report().markdown())
        .doesNotContain("### Resources", "longest response times, and what");
  }

  @Test
  void of_resources_thatAreAllUnknown_drawsNothingOfThem() {
    SampleStep step = SampleRun.valid();
    String without =
        new SampleRun().add(step).report().charts().get("charts/memory-1-get-timeline.svg");
    step.resources =
        new Resources(List.of(), List.of(), List.of(), List.of("not known"), null, List.of());
    Report report = new SampleRun().add(step).report();
    assertThat(report.charts().get("charts/memory-1-get-timeline.svg")).isEqualTo(without);
    assertThat(report.markdown()).contains("- not known\n");
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
