package dev.kvbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.kvbench.result.Profiles;
import dev.kvbench.result.ResultDirectory;
import dev.kvbench.result.RunResult;
import dev.kvbench.result.StepResult;
import dev.kvbench.scenario.ProfileEvent;
import dev.kvbench.scenario.ProfileSpec;
import dev.kvbench.scenario.ScenarioReader;
import dev.kvbench.time.NanoClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs whose target is profiled once more, after their own repetitions. */
@Timeout(120)
class ProfiledRunTest {

  private static final String SCENARIO =
      """
      name: profiled
      repetitions: 2
      profile: [cpu, alloc, lock]
      profile-rules: { threads: { the only selector: 'selector 0$' } }
      keys: { count: 500 }
      values: { size: 32 }
      connections: 8
      steps:
        - fill
        - put: { rate: 1000, warmup: 300ms, duration: 1s, objectives: { p99: 10s } }
        - get: { rate: 1000, warmup: 300ms, duration: 1s }
      """;

  @TempDir private Path folder;

  private RunResult run(String text, RunListener listener) {
    return new ScenarioRun(
            ScenarioReader.read("test.yaml", text, List.of()),
            new ResultDirectory(folder),
            "test",
            NanoClock.system(),
            InstantSource.system(),
            listener)
        .run();
  }

  private static Profiles profiles(RunResult result) {
    Profiles profiles = Objects.requireNonNull(result.profiles());
    assumeThat(profiles.steps())
        .as("no virtual machine can be profiled here: %s", profiles.remarks())
        .isNotEmpty();
    return profiles;
  }

  @Test
  void profiledSteps_areSeenInside_andCountForNothingElse() throws IOException {
    List<String> told = new ArrayList<>();
    RunResult result =
        run(
            SCENARIO,
            new RunListener() {
              @Override
              public void profiled(Profiles.Step step) {
                told.add(step.name());
              }

              @Override
              public void stepEnded(StepResult step) {
                told.add(step.name() + " " + step.repetition());
              }
            });
    Profiles profiles = profiles(result);
    assertThat(result.state()).isEqualTo(RunResult.State.FINISHED);
    assertThat(new ResultDirectory(folder).readResult()).isEqualTo(result);
    assertThat(told).containsExactly("put 1", "get 1", "put 2", "get 2", "put", "get");
    assertThat(result.steps()).extracting(StepResult::repetition).containsExactly(1, 1, 2, 2);
    assertThat(result.fills()).hasSize(2);
    assertThat(folder.resolve("default/3")).doesNotExist();
    assertThat(profiles.events()).containsExactly("cpu", "alloc", "lock");
    assertThat(profiles.steps()).extracting(Profiles.Step::name).containsExactly("put", "get");
    for (Profiles.Step step : profiles.steps()) {
      assertThat(step.durationSeconds()).isEqualTo(1);
      assertThat(step.requests()).isBetween(1L, 1_000L);
      assertThat(step.achievedPerSecond()).isEqualTo(step.requests());
      assertThat(folder.resolve(step.jfr())).isNotEmptyFile();
      assertThat(step.events()).hasSize(3);
      for (Profiles.Event event : step.events()) {
        assertThat(folder.resolve(event.flameGraph())).content().contains("</html>");
        assertThat(event.differences()).isEmpty();
        assertThat(event.shares().stream().mapToLong(Profiles.Share::samples).sum())
            .isEqualTo(event.samples());
      }
    }
    Profiles.Event cpu = Objects.requireNonNull(profiles.steps().get(1).event("cpu"));
    assertThat(cpu.unit()).isEqualTo("ns");
    assertThat(cpu.shares())
        .anySatisfy(
            share -> {
              assertThat(share.threadGroup()).isEqualTo("the only selector");
              assertThat(share.activity()).isEqualTo("socket write");
              assertThat(share.weight()).isPositive();
            });
    try (Stream<Path> files = Files.walk(folder)) {
      assertThat(files).noneMatch(file -> file.toString().endsWith(".part"));
    }
  }

  @Test
  void aTargetThatIsNoVirtualMachineOfItsOwn_isMeasured_andNotProfiled() throws IOException {
    // The server's process is the one that measures: no virtual machine attaches to itself.
    try (TestServer server = new TestServer(TestServer.MANY, 0)) {
      RunResult result =
          run(
              "target: { url: "
                  + server.url()
                  + " }\nprofile: cpu\nsteps: [get: { rate: 100, warmup: 0s, duration: 1s }]",
              new RunListener() {});
      assertThat(result.state()).isEqualTo(RunResult.State.FINISHED);
      assertThat(result.steps()).hasSize(1);
      Profiles profiles = Objects.requireNonNull(result.profiles());
      assertThat(profiles.steps()).isEmpty();
      assertThat(profiles.remarks())
          .singleElement()
          .asString()
          .startsWith("The target could not be profiled: ")
          .endsWith(".");
      assertThat(folder.resolve("profiles")).doesNotExist();
    }
  }

  @Test
  void aTargetThatIsNoVirtualMachine_isMeasured_andLeftAlone() throws Exception {
    String program =
        """
        from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
        import sys
        class Handler(BaseHTTPRequestHandler):
            protocol_version = 'HTTP/1.1'
            def do_GET(self):
                self.send_response(200)
                self.send_header('Content-Length', '2')
                self.end_headers()
                self.wfile.write(b'ok')
            def log_message(self, *ignored):
                pass
        server = ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        print(server.server_address[1], flush=True)
        server.serve_forever()
        """;
    Process process;
    try {
      process =
          new ProcessBuilder("python3", "-c", program)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      abort("there is no Python here, whose server this needs: " + e.getMessage());
      return;
    }
    try (BufferedReader said =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      RunResult result =
          run(
              "target: { url: 'http://127.0.0.1:"
                  + said.readLine()
                  + "', pid: "
                  + process.pid()
                  + " }\nconnections: 2\nprofile: cpu\n"
                  + "steps: [get: { rate: 50, warmup: 0s, duration: 1s }]",
              new RunListener() {});
      assertThat(result.state()).isEqualTo(RunResult.State.FINISHED);
      assertThat(result.steps()).singleElement().satisfies(s -> assertThat(s.files()).isNotNull());
      Profiles profiles = Objects.requireNonNull(result.profiles());
      assertThat(profiles.steps()).isEmpty();
      assertThat(profiles.remarks())
          .singleElement()
          .asString()
          .matches(
              "The target could not be profiled: its process \\d+ \\(python3.*\\) is no Java virtual"
                  + " machine, or another user's\\.");
      assertThat(process.isAlive()).isTrue();
    } finally {
      process.destroy();
    }
  }

  @Test
  void recorder_drawsWhatDiffersFromTheFirstVariant() {
    RunResult result =
        run(
            "profile: [cpu, alloc]\nkeys: { count: 100 }\n"
                + "steps: [fill, get: { rate: 500, warmup: 0s, duration: 1s }]",
            new RunListener() {});
    Path jfr = folder.resolve(profiles(result).steps().get(0).jfr());
    ProfileRecorder recorder =
        new ProfileRecorder(
            new ProfileSpec(List.of(ProfileEvent.CPU), List.of(), List.of()),
            new ResultDirectory(folder.resolve("compared")));
    ProfileRecorder.Window window = new ProfileRecorder.Window(0, 0, 1, 500, 500, 500, null);
    Profiles.Step first = recorder.record("no-workers", "get", "get", window, jfr);
    Profiles.Step second = recorder.record("workers", "get", "get", window, jfr);
    Profiles.Step other = recorder.record("workers", "put", "put", window, jfr);
    assertThat(first.events().get(0).differences()).isEmpty();
    assertThat(other.events().get(0).differences()).isEmpty();
    assertThat(second.events().get(0).differences())
        .containsExactly(
            new Profiles.Difference(
                "no-workers", "profiles/workers/get.cpu.against.no-workers.html"));
    assertThat(folder.resolve("compared/profiles/workers/get.cpu.against.no-workers.html"))
        .content()
        .contains("workers / get: processor time (ns) against no-workers")
        .contains("</html>");
  }

  @Test
  void aRunThatAsksForNoProfile_hasNone() {
    RunResult result =
        run("steps: [get: { rate: 100, warmup: 0s, duration: 1s }]", new RunListener() {});
    assertThat(result.profiles()).isNull();
  }

  @Test
  void anInterrupt_whileProfiling_endsTheRun_withWhatWasMeasured() {
    ScenarioRun[] run = new ScenarioRun[1];
    run[0] =
        new ScenarioRun(
            ScenarioReader.read(
                "test.yaml",
                "profile: cpu\nsteps: [get: { rate: 100, warmup: 0s, duration: 1s }]",
                List.of()),
            new ResultDirectory(folder),
            "test",
            NanoClock.system(),
            InstantSource.system(),
            new RunListener() {
              @Override
              public void profiling(java.net.URI url) {
                run[0].interrupt("enough");
              }
            });
    RunResult result = run[0].run();
    assertThat(result.state()).isEqualTo(RunResult.State.INTERRUPTED);
    assertThat(result.steps()).hasSize(1);
    assertThat(Objects.requireNonNull(result.profiles()).steps()).isEmpty();
  }
}
