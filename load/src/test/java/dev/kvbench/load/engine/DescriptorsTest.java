package dev.kvbench.load.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Steps in a process that has no file descriptors left. */
@Timeout(60)
@DisabledOnOs(OS.WINDOWS)
class DescriptorsTest {

  @TempDir Path folder;

  @Test
  void connections_thatThereAreNoDescriptorsFor_areNotEstablished_andTheRestMeasures()
      throws Exception {
    try (ScriptedServer server = ScriptedServer.answering(ScriptedServer.OK)) {
      String said = step(server, "rate: 200, warmup: 0s, duration: 1s", 200, "kept");
      assertThat(established(said)).isBetween(1, 199);
      assertThat(said).containsIgnoringCase("too many open files");
      assertThat(said).contains("ok=");
    }
  }

  @Test
  void descriptors_thatAreGoneForAWhile_costTheArrivalsOfThatWhile() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            (number, onConnection, socket, out) -> {
              ScriptedServer.write(out, ScriptedServer.OK);
              return false;
            })) {
      String said = step(server, "rate: 200, warmup: 0s, duration: 4s", 8, "taken");
      assertThat(established(said)).isEqualTo(8);
      assertThat(said).containsIgnoringCase("too many open files");
      assertThat(said).containsPattern("ends \\{connect=\\d+, ok=\\d+\\}");
      // Taken behind second 0 and given back behind second 1: the last one has all that it needs.
      assertThat(said).containsPattern("second 1 achieved \\d{1,2}\\n");
      assertThat(said).containsPattern("second 3 achieved (1[5-9]|2\\d)\\d\\n");
    }
  }

  @Test
  void descriptors_ofRequestsThatWereGivenUp_areGivenBack() throws Exception {
    try (ScriptedServer server = ScriptedServer.answering("")) {
      // Every 200 ms each of 8 connections is given up and opened again: more than 64 in all.
      String said = step(server, "rate: 200, warmup: 0s, duration: 3s", 8, "kept");
      assertThat(established(said)).isEqualTo(8);
      assertThat(said).containsPattern("ends \\{timeout=\\d{2,3}, unsent=\\d+\\}");
      assertThat(said).contains("said null");
    }
  }

  private static int established(String said) {
    String line = said.lines().filter(l -> l.startsWith("established ")).findFirst().orElse("x -1");
    return Integer.parseInt(line.substring(line.indexOf(' ') + 1));
  }

  private String step(ScriptedServer server, String step, int connections, String descriptors)
      throws IOException, InterruptedException {
    File said = folder.resolve("said.txt").toFile();
    Process process =
        new ProcessBuilder(
                "bash",
                "-c",
                "ulimit -n 64 && exec \"$@\"",
                "bash",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                StarvedStep.class.getName(),
                server.url().toString(),
                step,
                Integer.toString(connections),
                descriptors)
            .redirectErrorStream(true)
            .redirectOutput(said)
            .start();
    try {
      boolean ended = process.waitFor(40, TimeUnit.SECONDS);
      String text = Files.readString(said.toPath(), StandardCharsets.UTF_8);
      assertThat(ended).as("the step ended; it said: %s", text).isTrue();
      assertThat(process.exitValue()).as(text).isZero();
      return text;
    } finally {
      process.destroyForcibly();
    }
  }
}
