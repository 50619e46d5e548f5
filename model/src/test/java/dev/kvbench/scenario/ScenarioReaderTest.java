package dev.kvbench.scenario;

import static dev.kvbench.scenario.Reading.get;
import static dev.kvbench.scenario.Reading.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.scenario.ConnectionSpec.Mode;
import dev.kvbench.scenario.KeySpec.Distribution;
import dev.kvbench.scenario.StepSpec.Fill;
import dev.kvbench.scenario.StepSpec.Load;
import dev.kvbench.scenario.StepSpec.Objectives;
import dev.kvbench.scenario.StepSpec.Operation;
import dev.kvbench.scenario.StepSpec.Warmup;
import dev.kvbench.scenario.ValueSpec.Content;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScenarioReaderTest {

  private static final String EVERYTHING =
      """
      name: all-of-it
      description: Every setting there is.
      target: { server: reference, selectors: 2, heap: 128MiB }
      keys: { count: 1000000, distribution: sequential, format: "user.%08d" }
      values: { size: 1KiB, content: zero }
      connections: { mode: elastic, max: 256, initial: 8 }
      io-threads: 2
      timeout: 500ms
      seed: -7
      repetitions: 3
      steps:
        - fill: { name: prepare }
        - put:   { rate: 20000, arrivals: poisson, warmup: 10s, duration: 1.5m, name: put-poisson }
        - get:   { rate: 20k/s, objectives: { p99: 5ms, p99.9: 20ms, errors: 0.1% } }
        - range: { rate: 0.5, entries: 10 }
      """;

  private static Load onlyLoad(String text) {
    return (Load) read(text).steps().get(0);
  }

  @Test
  void read_everything() {
    assertThat(ScenarioReader.read("x/all.yaml", EVERYTHING, List.of()))
        .isEqualTo(
            new Scenario(
                "all-of-it",
                "Every setting there is.",
                TargetSpec.Reference.DEFAULT.withSelectors(2).withHeapBytes(128L << 20),
                Api.COURSE,
                new KeySpec(1_000_000, Distribution.SEQUENTIAL, "user.%08d"),
                new ValueSpec(1024, Content.ZERO),
                new ConnectionSpec(Mode.ELASTIC, 8, 256),
                OptionalInt.of(2),
                500_000_000L,
                -7,
                3,
                ProfileSpec.NONE,
                List.of(
                    new Fill("prepare"),
                    new Load(
                        "put-poisson",
                        Operation.PUT,
                        20_000,
                        ArrivalProcess.POISSON,
                        new Warmup(false, 10_000_000_000L),
                        90_000_000_000L,
                        0,
                        Objectives.NONE),
                    new Load(
                        "get",
                        Operation.GET,
                        20_000,
                        ArrivalProcess.CONSTANT,
                        Warmup.AUTO,
                        30_000_000_000L,
                        0,
                        new Objectives(
                            Map.of(99.0, 5_000_000L, 99.9, 20_000_000L), OptionalDouble.of(0.001))),
                    new Load(
                        "range",
                        Operation.RANGE,
                        0.5,
                        ArrivalProcess.CONSTANT,
                        Warmup.AUTO,
                        30_000_000_000L,
                        10,
                        Objectives.NONE)),
                new Scenario.Source("x/all.yaml", EVERYTHING, List.of())));
  }

  @Test
  void read_leastThereIs_hasDefaults() {
    Scenario scenario = read("steps: [ fill, range: { rate: 1 } ]");

    assertThat(scenario.name()).isEqualTo("demo");
    assertThat(scenario.description()).isEmpty();
    assertThat(scenario.target()).isEqualTo(TargetSpec.Reference.DEFAULT);
    assertThat(scenario.keys()).isEqualTo(new KeySpec(100_000, Distribution.UNIFORM, "%012d"));
    assertThat(scenario.values()).isEqualTo(new ValueSpec(128, Content.RANDOM));
    assertThat(scenario.connections()).isEqualTo(ConnectionSpec.fixed(64));
    assertThat(scenario.ioThreads()).isEmpty();
    assertThat(scenario.timeoutNanos()).isEqualTo(10_000_000_000L);
    assertThat(scenario.seed()).isEqualTo(1);
    assertThat(scenario.repetitions()).isEqualTo(1);
    assertThat(scenario.steps())
        .containsExactly(
            new Fill("fill"),
            new Load(
                "range",
                Operation.RANGE,
                1,
                ArrivalProcess.CONSTANT,
                Warmup.AUTO,
                30_000_000_000L,
                100,
                Objectives.NONE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ru", "ar-u-nu-arab", "de", "tr", "hi-u-nu-deva"})
  void read_otherLocale_isTheSame(String locale) {
    Locale before = Locale.getDefault();
    Scenario here = read(EVERYTHING);
    try {
      Locale.setDefault(Locale.forLanguageTag(locale));
      assertThat(read(EVERYTHING)).isEqualTo(here);
    } finally {
      Locale.setDefault(before);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "demo.yaml, demo",
    "a/b/My_Scenario.v2.yml, my-scenario-v2",
    "C:\\x\\Fast Put.yaml, fast-put",
    "--.yaml, scenario",
    "тест.yaml, scenario",
    ".hidden, hidden",
    "INDIGO.yaml, indigo"
  })
  void name_absent_isTheFilesReduced(String file, String name) {
    assertThat(ScenarioReader.read(file, "steps: [fill]", List.of()).name()).isEqualTo(name);
  }

  @Test
  void name_ofLongFile_isCut() {
    String name = ScenarioReader.read("a".repeat(63) + "-b", "steps: [fill]", List.of()).name();
    assertThat(name).isEqualTo("a".repeat(63));
  }

  @Test
  void fill_writtenInThreeWays_isTheSame() {
    List<StepSpec> steps = read("steps:\n  - fill: {}\n").steps();
    assertThat(read("steps:\n  - fill\n").steps()).isEqualTo(steps);
    assertThat(read("steps:\n  - fill:\n").steps()).isEqualTo(steps);
  }

  @Test
  void stepNames_absent_areUnique() {
    String text =
        """
        steps:
          - get: { rate: 1 }
          - get: { rate: 1 }
          - put: { rate: 1, name: get-2 }
          - get: { rate: 1 }
          - get: { rate: 1, name: get }
        """;
    assertThat(read(text).steps().stream().map(StepSpec::name))
        .containsExactly("get-3", "get-4", "get-2", "get-5", "get");
  }

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:8080, http://127.0.0.1:8080",
    "http://127.0.0.1:8080/, http://127.0.0.1:8080",
    "http://LocalHost, http://localhost:80",
    "HTTPS://LocalHost, https://localhost:443",
    "https://127.0.0.1:8443/, https://127.0.0.1:8443",
    "HTTP://127.0.0.1:8080, http://127.0.0.1:8080",
    "http://[::1]:9000, http://[::1]:9000",
    "http://kv-1.example.org:1, http://kv-1.example.org:1"
  })
  void url_good_isHostAndPort(String written, String url) {
    assertThat(read("target: { url: \"" + written + "\" }\nsteps: [fill]").target())
        .isEqualTo(new TargetSpec.Url(URI.create(url)));
  }

  @ParameterizedTest
  @CsvSource({
    "20000, 20000",
    "20k, 20000",
    "20k/s, 20000",
    "1.5k/s, 1500",
    "1M/s, 1000000",
    "7/s, 7",
    "1e4, 10000",
    "0x10, 16",
    "0.1, 0.1",
    "'\"500\"', 500",
    "10M/s, 10000000"
  })
  void rate_good(String written, double perSecond) {
    assertThat(onlyLoad(get("rate: " + written)).ratePerSecond()).isEqualTo(perSecond);
  }

  @ParameterizedTest
  @CsvSource({
    "30s, 30000000000",
    "1.5s, 1500000000",
    "1ms, 1000000",
    "2000us, 2000000",
    "2000µs, 2000000",
    "2000\u03BCs, 2000000",
    "1000000ns, 1000000",
    "2m, 120000000000",
    "2min, 120000000000",
    "24h, 86400000000000",
    "'\"5s\"', 5000000000"
  })
  void duration_good(String written, long nanos) {
    assertThat(onlyLoad(get("rate: 1M, duration: " + written)).durationNanos()).isEqualTo(nanos);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "128, 128",
    "128.0, 128",
    "1e3, 1000",
    "128B, 128",
    "4kB, 4000",
    "1KiB, 1024",
    "1.5KiB, 1536",
    "64MiB, 67108864",
    "0x20, 32"
  })
  void size_good(String written, int bytes) {
    assertThat(read("values: { size: " + written + " }\nsteps: [fill]").values().sizeBytes())
        .isEqualTo(bytes);
  }

  @Test
  void warmup_ofNothing_isNone() {
    assertThat(onlyLoad(get("rate: 1, warmup: 0s")).warmup()).isEqualTo(new Warmup(false, 0));
  }

  @Test
  void objectives_empty_areNone() {
    assertThat(onlyLoad(get("rate: 1, objectives: {}")).objectives().isEmpty()).isTrue();
  }

  @Test
  void alias_withinLimits_isRepeated() {
    List<StepSpec> steps = read("steps: [ get: &load { rate: 5 }, put: *load ]").steps();
    assertThat(((Load) steps.get(1)).ratePerSecond()).isEqualTo(5);
  }

  @Test
  void byteOrderMarkAndCarriageReturns_areNoPartOfTheText() {
    assertThat(read("\uFEFFname: x\r\nsteps:\r\n- fill\r\n").name()).isEqualTo("x");
  }

  @Test
  void source_keepsTextAndOverrides() {
    Scenario.Source source = read("\uFEFFsteps: [fill]\r\n", "seed=2").source();
    assertThat(source.text()).isEqualTo("\uFEFFsteps: [fill]\r\n");
    assertThat(source.overrides()).containsExactly("seed=2");
  }
}
