package dev.kvbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.result.ResultDirectory;
import dev.kvbench.result.RunResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** kvbench in a process of its own, ended from outside in the middle of a step. */
@Timeout(120)
class InterruptTest {

  private static final String LONG =
      """
      keys: { count: 200 }
      connections: 4
      steps:
        - fill
        - get: { rate: 200, warmup: 0s, duration: 60s }
        - put: { rate: 200, warmup: 0s, duration: 60s }
      """;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM"})
  void signal_savesAndReportsWhatWasMeasured_andEndsEverythingWith130(String signal)
      throws Exception {
    Path result = folder.resolve("result");
    Process kvbench = start(result);
    List<ProcessHandle> servers;
    StringBuilder printed = new StringBuilder();
    try (BufferedReader out = kvbench.inputReader(StandardCharsets.UTF_8)) {
      readUntil(out, printed, "measure");
      servers = kvbench.descendants().toList();
      assertThat(servers).as("the reference server").hasSize(1);
      assertThat(signal(kvbench.pid(), signal)).isZero();
      readUntil(out, printed, null);
    }
    assertThat(kvbench.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(kvbench.exitValue()).as(printed.toString()).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(servers).noneMatch(ProcessHandle::isAlive);
    RunResult saved = new ResultDirectory(result).readResult();
    assertThat(saved.state()).isEqualTo(RunResult.State.INTERRUPTED);
    assertThat(saved.steps()).hasSize(1);
    assertThat(saved.steps().get(0).ledger().ok()).isPositive();
    assertThat(saved.steps().get(0).ledger().sum())
        .isEqualTo(saved.steps().get(0).ledger().scheduled());
    assertThat(result.resolve("report.md")).content().contains("interrupted");
    assertThat(printed).contains("interrupted").contains("report: ").doesNotContain("\tat ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"selftest", "calibrate"})
  void signal_endsATestOfKvbenchItself_withItsServer_andKeepsNothing(String command)
      throws Exception {
    Path calibration = folder.resolve("calibration.json");
    ProcessBuilder builder = java(command);
    builder.environment().put(CalibrationPlace.VARIABLE, calibration.toString());
    Process kvbench = builder.start();
    StringBuilder printed = new StringBuilder();
    List<ProcessHandle> servers;
    try (BufferedReader out = kvbench.inputReader(StandardCharsets.UTF_8)) {
      readUntil(out, printed, " s");
      do {
        servers = kvbench.descendants().toList();
        Thread.onSpinWait();
      } while (servers.isEmpty() && kvbench.isAlive());
      assertThat(signal(kvbench.pid(), "INT")).isZero();
      readUntil(out, printed, null);
    }
    assertThat(kvbench.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(kvbench.exitValue()).as(printed.toString()).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(servers).isNotEmpty();
    for (ProcessHandle server : servers) {
      server.onExit().get(60, TimeUnit.SECONDS);
    }
    assertThat(printed).contains("interrupted").doesNotContain("\tat ");
    assertThat(calibration).doesNotExist();
  }

  @Test
  void signal_endsATryOfAServerThatNeverAnswers() throws Exception {
    try (ServerSocket hanging = new ServerSocket(0, 100, InetAddress.getLoopbackAddress())) {
      String url = "http://127.0.0.1:" + hanging.getLocalPort();
      Process kvbench = java("contract", url, "--timeout", "60s").start();
      StringBuilder printed = new StringBuilder();
      try (BufferedReader out = kvbench.inputReader(StandardCharsets.UTF_8)) {
        readUntil(out, printed, "contract of " + url);
        // The first is to see whether it can be reached, the second has the first request.
        hanging.accept().close();
        try (Socket asked = hanging.accept()) {
          assertThat(asked.getInputStream().read()).isEqualTo('G');
          assertThat(signal(kvbench.pid(), "INT")).isZero();
          readUntil(out, printed, null);
        }
      }
      assertThat(kvbench.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(kvbench.exitValue()).as(printed.toString()).isEqualTo(ExitCode.INTERRUPTED);
      assertThat(printed).contains("Interrupted: 0 of ").doesNotContain("\tat ");
    }
  }

  @Test
  void kill_leavesNoServer_andADirectoryThatCanBeReported() throws Exception {
    Path result = folder.resolve("result");
    Process kvbench = start(result);
    List<ProcessHandle> servers;
    try (BufferedReader out = kvbench.inputReader(StandardCharsets.UTF_8)) {
      readUntil(out, new StringBuilder(), "measure");
      servers = kvbench.descendants().toList();
      kvbench.destroyForcibly();
    }
    assertThat(kvbench.waitFor(60, TimeUnit.SECONDS)).isTrue();
    for (ProcessHandle server : servers) {
      // The server ends by itself when the process that owns it is gone.
      server.onExit().get(60, TimeUnit.SECONDS);
    }
    RunResult saved = new ResultDirectory(result).readResult();
    assertThat(saved.state()).isEqualTo(RunResult.State.RUNNING);
    assertThat(saved.fills()).hasSize(1);
    assertThat(result.resolve("default/1/get.hlog.part")).isNotEmptyFile();
  }

  private Process start(Path result) throws IOException {
    Path scenario = Files.writeString(folder.resolve("long.yaml"), LONG);
    return java("run", scenario.toString(), "--out", result.toString()).start();
  }

  private static ProcessBuilder java(String... words) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Main.class.getName());
    command.addAll(List.of(words));
    return new ProcessBuilder(command).redirectErrorStream(true);
  }

  private static int signal(long pid, String signal) throws IOException, InterruptedException {
    return new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start().waitFor();
  }

  /** Reads lines until one contains {@code text}, or to the end. */
  private static void readUntil(BufferedReader out, StringBuilder printed, @Nullable String text)
      throws IOException {
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      printed.append(line).append('\n');
      if (text != null && line.contains(text)) {
        return;
      }
    }
  }
}
