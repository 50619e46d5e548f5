package dev.kvbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The formats of the result directory, sealed: what others read today they must be able to read
 * tomorrow. {@code -Dgolden.update=true} writes the sealed files anew, for a change that is meant.
 */
class ResultFilesTest {

  private static final Path SEALED = Path.of("src/test/resources/dev/kvbench/result");

  @TempDir private Path folder;
  private final Locale usual = Locale.getDefault();

  @AfterEach
  void restore() {
    Locale.setDefault(usual);
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "ru", "ar-EG-u-nu-arab"})
  void resultJson_isAsItWasSealed_inEveryLocale(String locale) throws IOException {
    Locale.setDefault(Locale.forLanguageTag(locale));
    String json = ResultDirectory.toJson(sample());
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(SEALED.resolve("result.json"), json);
    }
    assertThat(json).isEqualTo(sealed("result.json"));
  }

  @Test
  void resultJson_isReadAsItWasWritten() {
    ResultDirectory directory = new ResultDirectory(folder);
    directory.writeResult(sample());
    assertThat(directory.readResult()).isEqualTo(sample());
  }

  @Test
  void resultJson_withNamesThatAreNotKnownYet_isRead() throws IOException {
    String json = sealed("result.json").replaceFirst("\\{", "{ \"later\" : [ 1, { } ],");
    Files.writeString(folder.resolve("result.json"), json);
    assertThat(new ResultDirectory(folder).readResult()).isEqualTo(sample());
  }

  @Test
  void resultJson_ofAnOlderVersion_withoutTheNamesThatCameLater_isRead() throws IOException {
    Files.writeString(folder.resolve("result.json"), sealed("result-older.json"));
    StepResult step = new ResultDirectory(folder).readResult().steps().get(0);
    assertThat(step.achievedInterval()).isNull();
    assertThat(step.target()).isNull();
    assertThat(step.resources()).isNull();
    assertThat(step.generator().standstill()).isNull();
    assertThat(new ResultDirectory(folder).readResult().profiles()).isNull();
    assertThat(step.times().get("response"))
        .extracting(TimeSummary::independentSeconds, TimeSummary::narrowIntervals)
        .containsExactly(Map.of(), List.of());
  }

  @Test
  void resultJson_ofAnotherFormat_isRefused() throws IOException {
    String json = sealed("result.json").replace("kvbench-result/1", "kvbench-result/9");
    Files.writeString(folder.resolve("result.json"), json);
    assertThatThrownBy(() -> new ResultDirectory(folder).readResult())
        .isInstanceOf(UnreadableResultException.class)
        .hasMessageContaining("kvbench-result/9");
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "ru", "ar-EG-u-nu-arab"})
  void hlog_hasTheSealedForm_inEveryLocale(String locale) throws IOException {
    Locale.setDefault(Locale.forLanguageTag(locale));
    Path file = folder.resolve("default/1/get.hlog");
    try (StepLog log = new StepLog(file, 1_700_000_000_000L, "test")) {
      log.second(0, 1, second(1));
      log.second(1, 0.5, second(2));
      log.finish();
    }
    if (Boolean.getBoolean("golden.update")) {
      Files.copy(file, SEALED.resolve("get.hlog"), StandardCopyOption.REPLACE_EXISTING);
    }
    // The payloads are compressed, and compressors differ: what is in them is compared below.
    assertThat(withoutPayloads(Files.readString(file)))
        .isEqualTo(withoutPayloads(sealed("get.hlog")));
  }

  @Test
  void hlog_thatWasSealed_isStillReadToTheSameCounts() throws IOException {
    Files.createDirectories(folder.resolve("default/1"));
    Files.writeString(folder.resolve("default/1/get.hlog"), sealed("get.hlog"));
    StepHistograms read = new ResultDirectory(folder).readHistograms(sample().steps().get(0));
    assertThat(read.seconds()).hasSize(2);
    for (int i = 0; i < 2; i++) {
      Map<TimeKind, Histogram> expected = second(i + 1);
      Map<TimeKind, Counts> found = read.seconds().get(i);
      for (TimeKind kind : TimeKind.values()) {
        Histogram histogram = new Histogram(3);
        Objects.requireNonNull(found.get(kind)).addTo(histogram);
        Histogram original = Objects.requireNonNull(expected.get(kind));
        assertThat(histogram.getTotalCount()).isEqualTo(original.getTotalCount());
        assertThat(histogram.getValueAtPercentile(50)).isEqualTo(original.getValueAtPercentile(50));
      }
    }
  }

  @Test
  void hlog_thatIsBroken_isNotTakenForAnEmptyOne() throws IOException {
    Files.createDirectories(folder.resolve("default/1"));
    for (String broken : List.of("", "garbage\n", sealed("get.hlog").substring(0, 400))) {
      Files.writeString(folder.resolve("default/1/get.hlog"), broken);
      assertThatThrownBy(() -> new ResultDirectory(folder).readHistograms(sample().steps().get(0)))
          .isInstanceOf(UnreadableResultException.class)
          .hasMessageContaining("get.hlog");
    }
  }

  @Test
  void resultJson_withTimesThatCannotBe_isRefused() throws IOException {
    for (String figure : List.of("1e308", "-1.0", "\"Infinity\"")) {
      String json = sealed("result.json").replace("9000.0", figure);
      Files.writeString(folder.resolve("result.json"), json);
      assertThatThrownBy(() -> new ResultDirectory(folder).readResult())
          .isInstanceOf(UnreadableResultException.class);
    }
  }

  @Test
  void hlog_outsideOfTheDirectory_isNotRead() {
    StepResult step = sample().steps().get(0);
    assertThatThrownBy(
            () ->
                new ResultDirectory(folder)
                    .readHistograms(
                        withFiles(step, new StepResult.Files("../../etc/passwd", "x.hgrm"))))
        .isInstanceOf(UnreadableResultException.class)
        .hasMessageContaining("outside");
  }

  @Test
  void write_leavesNoPart_andReplacesInOneMove() throws IOException {
    ResultDirectory directory = new ResultDirectory(folder);
    directory.write("a/b.txt", "one");
    directory.write("a/b.txt", "two");
    assertThat(folder.resolve("a/b.txt")).hasContent("two");
    try (var files = Files.list(folder.resolve("a"))) {
      assertThat(files).hasSize(1);
    }
  }

  private static Map<TimeKind, Histogram> second(int number) {
    Map<TimeKind, Histogram> second = new EnumMap<>(TimeKind.class);
    for (TimeKind kind : TimeKind.values()) {
      Histogram histogram = new Histogram(3);
      for (int i = 1; i <= 100; i++) {
        histogram.recordValue(number * 10_000L * (kind.tag().length() + i));
      }
      second.put(kind, histogram);
    }
    return second;
  }

  private static RunResult sample() {
    Map<String, @Nullable Double> percentiles = new LinkedHashMap<>();
    percentiles.put("50", 64.2);
    percentiles.put("99", 175.125);
    percentiles.put("99.99", null);
    TimeSummary times =
        new TimeSummary(
            1_000,
            70.5,
            9_000.0,
            percentiles,
            Map.of("99.99", 36_887L),
            99.5,
            List.of("99.9"),
            Map.of("99", List.of(170.0, 181.5)),
            Map.of("99", 1.5),
            List.of("99"));
    Map<String, String> target = new LinkedHashMap<>();
    target.put("kind", "a server that was already running");
    target.put("url", "http://127.0.0.1:8080");
    StepResult step =
        new StepResult(
            "default",
            "get",
            1,
            "get",
            Verdict.DEGRADED,
            List.of("2 of 1,002 arrivals failed"),
            "open",
            "constant",
            null,
            1.5,
            668,
            668,
            666.6,
            new StepResult.RateInterval(650.5, 682.75, 1.5, true),
            132_000,
            88_000,
            new Ledger(202, 199, 1, 0, Map.of("503", 1L), 0, 1, 0, 0, 0, 0, 0),
            1,
            2,
            new StepResult.Connections(8, 8, 0, new StepResult.OnDemand("elastic", 256, 57, 12)),
            new StepResult.WarmupResult("fixed", 3, 2_004, true),
            0.25,
            Map.of("response", times),
            List.of(new StepResult.Second(0, 668, 666, 2, 0)),
            new StepResult.Generator(
                0.125, 0.25, 1, null, new StepResult.Standstill(3, 8.25, 15, 2, 12, 0.0625)),
            new StepResult.TargetUse(0.75, 0.5, 2),
            new StepResult.ArrivalCheck(
                true, 0.25, 0.125, 0.5, 1.0, "arrivals were made as scheduled"),
            List.of(new StepResult.Failure("read", "Connection reset", 1)),
            List.of(new StepResult.ObjectiveResult("p99 at most 5 ms", "175 µs", true)),
            new StepResult.Files("default/1/get.hlog", "default/1/get.hgrm"),
            resources());
    return new RunResult(
        RunResult.FORMAT,
        RunResult.State.FINISHED,
        new RunResult.ScenarioText(
            "test", "", "test.yaml", "steps: [fill]\n", List.of("seed=2"), 2),
        "2026-01-02T03:04:05Z",
        "2026-01-02T03:05:06Z",
        "1.0",
        new RunResult.Environment("cpu", 2, 1L << 34, "os", "vm", List.of("-Xmx1m"), target),
        List.of(new RunResult.Fill("default", 1, "fill", 10, 10, 0.5, null)),
        List.of(step),
        List.of("a note"),
        new RunResult.Floor(
            new Calibration(
                "2026-01-01",
                "1.0",
                new Calibration.Machine("cpu", 2, "vm"),
                new Calibration.Lateness(60, 120.5, 2_000),
                new Calibration.Lateness(10, 80, 1_500),
                new Calibration.Floor(1_000, 40, 120, 60, 210),
                new Calibration.Highest(80_000, 11.5, null)),
            "",
            List.of(new RunResult.NearFloor("default", "get", 1, "near the floor"))),
        profiles());
  }

  private static Profiles profiles() {
    Profiles.Event cpu =
        new Profiles.Event(
            "cpu",
            "perf_events",
            "ns",
            1_500,
            1.5e9,
            List.of(
                new Profiles.Share("selectors", "socket write", 1_000, 1e9),
                new Profiles.Share("workers", "other", 500, 5e8)),
            List.of(new Profiles.Frame("a.B.c", 5e8)),
            "profiles/default/get.cpu.html",
            List.of(new Profiles.Difference("lifo", "profiles/default/get.cpu.against.lifo.html")));
    return new Profiles(
        List.of("cpu", "lock"),
        List.of(
            new Profiles.Step(
                "default",
                "get",
                "get",
                2,
                334.0,
                333.0,
                666,
                1.75,
                "profiles/default/get.jfr",
                List.of(cpu))),
        List.of("get: no profile of lock, because it was not allowed"));
  }

  private static Resources resources() {
    return new Resources(
        List.of(
            new Resources.Span(
                0.001,
                1.002,
                new Resources.ProcessUse(
                    0.5, 0.25, 0.625, 1L << 27, 21, 1_500.5, 250.25, 0.0, 4_096.0),
                new Resources.ProcessUse(0.25, 0.125, null, 1L << 29, 17, null, null, null, null),
                new Resources.JvmUse(40_000_000, 64_000_000, 1.5e8, 12.0, 3L, 8.5),
                new Resources.JvmUse(90_000_000, 512_000_000, null, null, null, null),
                new Resources.MachineUse(0.75, 0.0625, 2_000_000.5, 2_000_000.5))),
        List.of(
            new Resources.Collection(
                Resources.TARGET, 0.25, 8, true, "Copy", "Allocation Failure", 60_000_000, 9_000)),
        List.of(new Resources.Stall(0.75, 2.5)),
        List.of("safepoints are not known"),
        1_250.5,
        List.of(new Resources.LongInterval(0, 1, 175.125, 9_000, List.of("it stood still"))));
  }

  private static StepResult withFiles(StepResult step, StepResult.Files files) {
    return new StepResult(
        step.variant(),
        step.name(),
        step.repetition(),
        step.operation(),
        step.verdict(),
        step.reasons(),
        step.loop(),
        step.arrivals(),
        step.closedLoop(),
        step.durationSeconds(),
        step.askedPerSecond(),
        step.offeredPerSecond(),
        step.achievedPerSecond(),
        step.achievedInterval(),
        step.bytesRead(),
        step.bytesWritten(),
        step.ledger(),
        step.resent(),
        step.reconnects(),
        step.connections(),
        step.warmup(),
        step.drainSeconds(),
        step.times(),
        step.seconds(),
        step.generator(),
        step.target(),
        step.arrivalCheck(),
        step.failures(),
        step.objectives(),
        files,
        step.resources());
  }

  private static String withoutPayloads(String log) {
    // The start's date is in the machine's time zone.
    return log.replaceAll("HISTF[A-Za-z0-9+/=]*", "…").replaceAll("since epoch\\), .*", "…");
  }

  private static String sealed(String name) throws IOException {
    try (InputStream in = ResultFilesTest.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
