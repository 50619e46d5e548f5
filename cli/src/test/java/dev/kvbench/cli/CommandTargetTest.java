package dev.kvbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kvbench.result.ResultDirectory;
import dev.kvbench.result.RunResult;
import dev.kvbench.result.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** kvbench in a process of its own, with a target that it starts by a command. */
@Timeout(120)
class CommandTargetTest {

  /** A server with a child that has nothing to do with serving. */
  private static final String SCENARIO =
      """
      target:
        command: [/bin/sh, -c, 'echo pid $$; sh -c ''echo pid $$; exec sleep 1000'' & %s']
        start-timeout: 100s
      keys: { count: 200 }
      connections: 4
      steps:
        - fill
        - get: { rate: 200, warmup: 0s, duration: 60s }
        - put: { rate: 200, warmup: 0s, duration: 60s }
      """;

  @TempDir private Path folder;
  private Path scratch = Path.of("");
  private Path result = Path.of("");

  @BeforeEach
  void prepare() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "skipped: there is no /bin/sh here");
    scratch = Files.createDirectory(folder.resolve("scratch"));
    result = folder.resolve("result");
  }

  private static String server() {
    return "exec \""
        + Path.of(System.getProperty("java.home"), "bin", "java")
        + "\" -cp \""
        + System.getProperty("java.class.path")
        + "\" dev.kvbench.server.ServerMain --port {port}";
  }

  private Process start(String then) throws IOException {
    Path scenario = Files.writeString(folder.resolve("command.yaml"), SCENARIO.formatted(then));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Djava.io.tmpdir=" + scratch);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Main.class.getName());
    command.addAll(List.of("run", scenario.toString(), "--out", result.toString()));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("printed").toFile())
        .start();
  }

  private String printed() throws IOException {
    return Files.readString(folder.resolve("printed"), StandardCharsets.UTF_8);
  }

  private List<Long> pids() throws IOException {
    Path log = result.resolve("target.log");
    return Pattern.compile("(?m)^pid (\\d+)$")
        .matcher(Files.exists(log) ? Files.readString(log) : "")
        .results()
        .map((MatchResult found) -> Long.valueOf(found.group(1)))
        .toList();
  }

  private List<Path> temporaryFiles() throws IOException {
    try (Stream<Path> files = Files.list(scratch)) {
      return files.filter(file -> file.getFileName().toString().startsWith("kvbench-")).toList();
    }
  }

  private void assertNothingIsLeft() throws IOException {
    assertThat(pids()).isNotEmpty();
    for (long pid : pids()) {
      assertThat(isRunning(pid)).as("process %s", pid).isFalse();
    }
    assertThat(temporaryFiles()).isEmpty();
  }

  /** One that has ended and waits for its parent to ask is running no more. */
  private static boolean isRunning(long pid) throws IOException {
    if (ProcessHandle.of(pid).isEmpty()) {
      return false;
    }
    Path stat = Path.of("/proc/" + pid + "/stat");
    return !Files.exists(stat) || !Files.readString(stat).matches("(?s).*\\) Z .*");
  }

  private static void signal(Process process, String signal) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM"})
  void signal_inTheMiddleOfAStep_leavesNoProcessAndNoFolder(String signal) throws Exception {
    Process kvbench = start(server());
    while (kvbench.isAlive() && !printed().contains("measure")) {
      Thread.onSpinWait();
    }
    assertThat(pids()).as(printed()).hasSize(2);
    assertThat(temporaryFiles()).as("the scratch folder and its lock").hasSize(2);
    signal(kvbench, signal);
    assertThat(kvbench.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(kvbench.exitValue()).as(printed()).isEqualTo(ExitCode.INTERRUPTED);
    assertNothingIsLeft();
    RunResult saved = new ResultDirectory(result).readResult();
    assertThat(saved.state()).isEqualTo(RunResult.State.INTERRUPTED);
    assertThat(saved.steps()).hasSize(1);
    // The signal came to kvbench alone: the target was there until it had been measured.
    assertThat(saved.steps().get(0).reasons()).noneMatch(reason -> reason.contains("target ended"));
  }

  @Test
  void signal_whileTheTargetStarts_leavesNoProcessAndNoFolder() throws Exception {
    Process kvbench = start("sleep 1000 # {port}");
    while (kvbench.isAlive() && pids().size() < 2) {
      Thread.onSpinWait();
    }
    signal(kvbench, "TERM");
    assertThat(kvbench.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(kvbench.exitValue()).as(printed()).isEqualTo(ExitCode.INTERRUPTED);
    assertNothingIsLeft();
  }

  @Test
  void targetThatDoesNotStart_isExitCode5_withItsLastWords() throws Exception {
    Process kvbench = start("echo cannot bind to {port} >&2; exit 9");
    assertThat(kvbench.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(kvbench.exitValue()).as(printed()).isEqualTo(ExitCode.NO_TARGET);
    assertThat(printed())
        .contains("kvbench: the target's command 'sh' ended at its start, with exit code 9; it")
        .containsPattern("printed last: .*cannot bind to \\d+");
    assertNothingIsLeft();
  }

  @Test
  void targetThatEndsInAStep_makesItInvalid_withItsLastWords() throws Exception {
    Process kvbench = start(server());
    while (kvbench.isAlive() && !printed().contains("measure")) {
      Thread.onSpinWait();
    }
    assertThat(ProcessHandle.of(pids().get(0)).orElseThrow().destroyForcibly()).isTrue();
    assertThat(kvbench.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(kvbench.exitValue()).as(printed()).isEqualTo(ExitCode.INVALID);
    RunResult saved = new ResultDirectory(result).readResult();
    assertThat(saved.steps().get(0).verdict()).isEqualTo(Verdict.INVALID);
    assertThat(saved.steps().get(0).reasons().get(0))
        .contains("the target ended during the step")
        .contains("the target's command 'sh' ended, killed by signal 9");
    assertThat(saved.steps().get(1).reasons().get(0)).startsWith("not run: ");
    assertNothingIsLeft();
  }
}
