package dev.kvbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvbench.result.Ledger;
import dev.kvbench.result.Progress;
import dev.kvbench.result.Resources;
import dev.kvbench.result.ResultDirectory;
import dev.kvbench.result.RunResult;
import dev.kvbench.result.StepHistograms;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import dev.kvbench.result.Verdict;
import dev.kvbench.scenario.ScenarioReader;
import dev.kvbench.scenario.StepSpec;
import dev.kvbench.time.NanoClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs against the real reference server in a process of its own. */
@Timeout(120)
class ScenarioRunTest {

  private static final String SCENARIO =
      """
      name: test
      keys: { count: 500 }
      values: { size: 32 }
      connections: 8
      steps:
        - fill
        - put:   { rate: 300, arrivals: poisson, warmup: 300ms, duration: 2s }
        - get:   { rate: 500, warmup: 300ms, duration: 2s }
        - range: { rate: 100, entries: 20, warmup: 300ms, duration: 2s }
      """;

  @TempDir private Path folder;

  @Test
  void run_measuresEveryStep_andWritesWhatItMeasured() throws IOException {
    ResultDirectory directory = new ResultDirectory(folder.resolve("result"));
    RunResult result = run(SCENARIO, directory, new RunListener() {}).run();
    assertThat(directory.readResult()).isEqualTo(result);
    assertThat(result.state()).isEqualTo(RunResult.State.FINISHED);
    assertThat(result.fills())
        .singleElement()
        .satisfies(f -> assertThat(f.stored()).isEqualTo(500));
    assertThat(result.steps()).extracting(StepResult::name).containsExactly("put", "get", "range");
    for (StepResult step : result.steps()) {
      Ledger ledger = step.ledger();
      assertThat(ledger.sum()).isEqualTo(ledger.scheduled()).isPositive();
      assertThat(ledger.ok()).as("%s: %s", step.name(), step.failures()).isEqualTo(ledger.sum());
      assertThat(step.connections().established()).isEqualTo(8);
      assertThat(step.times())
          .containsOnlyKeys("response", "service", "scheduleLag", "connectionWait", "firstByte");
      StepResult.TargetUse use = Objects.requireNonNull(step.target());
      assertThat(use.cores()).isPositive().isLessThanOrEqualTo(use.processors() * 1.1);
      StepResult.Standstill still = Objects.requireNonNull(step.generator().standstill());
      assertThat(still.longestMillis()).isLessThanOrEqualTo(still.stalledMillis());
      assertThatItsResourcesWereSeen(Objects.requireNonNull(step.resources()));
      StepHistograms histograms = directory.readHistograms(step);
      assertThat(histograms.total(TimeKind.RESPONSE).getTotalCount()).isEqualTo(ledger.ok());
    }
    assertThat(result.steps().get(1).ledger().scheduled()).isEqualTo(1_000);
    assertThat(folder.resolve("result/target.log")).content().contains("listening on");
    try (Stream<Path> files = Files.walk(folder.resolve("result"))) {
      assertThat(files).noneMatch(file -> file.toString().endsWith(".part"));
    }
  }

  private static void assertThatItsResourcesWereSeen(Resources resources) {
    assertThat(resources.seconds()).isNotEmpty();
    Resources.Span first = resources.seconds().get(0);
    assertThat(first.fromSeconds()).isNotNegative().isLessThan(first.toSeconds());
    assertThat(Objects.requireNonNull(first.target()).residentBytes()).isPositive();
    assertThat(Objects.requireNonNull(first.kvbench()).residentBytes()).isPositive();
    assertThat(resources.seconds())
        .anySatisfy(
            span ->
                assertThat(Objects.requireNonNull(span.targetJvm()).heapUsedBytes()).isPositive());
    assertThat(resources.longest()).isNotEmpty();
    assertThat(resources.leftOut()).noneMatch(sentence -> sentence.contains("collections"));
  }

  @Test
  void hlog_isReadByHdrHistogramsOwnReader_withATagForEachKindOfTime() throws IOException {
    ResultDirectory directory = new ResultDirectory(folder);
    RunResult result = run(SCENARIO, directory, new RunListener() {}).run();
    StepResult step = result.steps().get(1);
    StepResult.Files files = Objects.requireNonNull(step.files());
    long responses = 0;
    int tags = 0;
    try (HistogramLogReader reader =
        new HistogramLogReader(folder.resolve(files.hlog()).toFile())) {
      while (reader.hasNext()) {
        EncodableHistogram interval = reader.nextIntervalHistogram();
        tags++;
        if (interval instanceof org.HdrHistogram.Histogram histogram
            && "response".equals(interval.getTag())) {
          responses += histogram.getTotalCount();
        }
      }
    }
    assertThat(responses).isEqualTo(1_000);
    assertThat(tags).isGreaterThanOrEqualTo(2 * TimeKind.values().length);
    List<String> spectrum = Files.readAllLines(folder.resolve(files.hgrm()));
    assertThat(spectrum.get(0)).contains("Value").contains("Percentile").contains("TotalCount");
    assertThat(spectrum).anyMatch(line -> line.contains("Total count    =         1000"));
  }

  @Test
  void repetitions_areEachRunOnAFreshTarget() {
    ResultDirectory directory = new ResultDirectory(folder);
    String text =
        """
        repetitions: 2
        keys: { count: 100 }
        connections: 4
        steps: [ { get: { rate: 100, warmup: 0s, duration: 1s } }, fill ]
        """;
    RunResult result = run(text, directory, new RunListener() {}).run();
    // The fill of the first repetition is not there in the second: every key is a right miss.
    assertThat(result.steps()).hasSize(2);
    assertThat(result.steps()).allSatisfy(s -> assertThat(s.ledger().miss()).isEqualTo(100));
  }

  @Test
  void target_killedInTheMiddle_endsTheStepInvalid_andTheRestIsNotRun() {
    ResultDirectory directory = new ResultDirectory(folder);
    RunResult result =
        run(
                SCENARIO.replace("duration: 2s", "duration: 20s"),
                directory,
                new RunListener() {
                  @Override
                  public void progress(StepSpec.Load step, Progress progress) {
                    if (progress.phase() == Progress.Phase.MEASURE) {
                      killServers();
                    }
                  }
                })
            .run();
    StepResult put = result.steps().get(0);
    assertThat(put.verdict()).isEqualTo(Verdict.INVALID);
    assertThat(put.reasons().get(0)).contains("the target ended during the step").contains("9");
    assertThat(put.ledger().sum()).isEqualTo(put.ledger().scheduled()).isPositive();
    assertThat(put.ledger().ok()).isPositive();
    assertThat(put.durationSeconds()).isLessThan(15);
    assertThat(result.steps()).hasSize(3);
    assertThat(result.steps().get(2).reasons().get(0)).startsWith("not run: ");
    assertThat(directory.readResult()).isEqualTo(result);
  }

  @Test
  void interrupt_savesWhatWasMeasured_andLeavesNoProcess() {
    ResultDirectory directory = new ResultDirectory(folder);
    ScenarioRun[] running = new ScenarioRun[1];
    running[0] =
        run(
            SCENARIO.replace("duration: 2s", "duration: 20s"),
            directory,
            new RunListener() {
              @Override
              public void progress(StepSpec.Load step, Progress progress) {
                if (progress.phase() == Progress.Phase.MEASURE) {
                  running[0].interrupt("interrupted");
                }
              }
            });
    RunResult result = running[0].run();
    assertThat(result.state()).isEqualTo(RunResult.State.INTERRUPTED);
    assertThat(result.steps()).hasSize(1);
    StepResult put = result.steps().get(0);
    assertThat(put.ledger().sum()).isEqualTo(put.ledger().scheduled()).isPositive();
    assertThat(put.reasons()).anyMatch(reason -> reason.contains("cut short"));
    assertThat(servers()).isEmpty();
  }

  @Test
  void killedRun_leavesTheStepsItCameTo() {
    ResultDirectory directory = new ResultDirectory(folder);
    RunResult[] seen = new RunResult[1];
    run(
            SCENARIO,
            directory,
            new RunListener() {
              @Override
              public void stepBegan(StepSpec.Load step, int repetition) {
                if (step.name().equals("range")) {
                  seen[0] = directory.readResult();
                }
              }
            })
        .run();
    assertThat(seen[0].state()).isEqualTo(RunResult.State.RUNNING);
    assertThat(seen[0].steps()).extracting(StepResult::name).containsExactly("put", "get");
  }

  @Test
  void unreachableUrl_isSaid_andTheDirectorySaysItToo() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    ResultDirectory directory = new ResultDirectory(folder);
    ScenarioRun run =
        run(
            SCENARIO + "target: { url: 'http://127.0.0.1:" + port + "' }\n",
            directory,
            new RunListener() {});
    assertThatThrownBy(run::run)
        .isInstanceOf(TargetUnavailableException.class)
        .hasMessageContaining("cannot reach http://127.0.0.1:" + port);
    assertThat(directory.readResult().state()).isEqualTo(RunResult.State.ABORTED);
    assertThat(directory.readResult().notes()).anyMatch(note -> note.contains("cannot reach"));
  }

  private static ScenarioRun run(String text, ResultDirectory directory, RunListener listener) {
    return new ScenarioRun(
        ScenarioReader.read("test.yaml", text, List.of()),
        directory,
        "test",
        NanoClock.system(),
        InstantSource.system(),
        listener);
  }

  private static List<ProcessHandle> servers() {
    return ProcessHandle.current().children().filter(ProcessHandle::isAlive).toList();
  }

  private static void killServers() {
    servers().forEach(ProcessHandle::destroyForcibly);
  }
}
