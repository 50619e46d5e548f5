package dev.kvbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.result.ResultDirectory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reference server as scenarios and {@code kvbench serve} set it up. */
class ReferenceServerTest {

  @TempDir private Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void run_withWorkersAndRocksDb_loadsThatServerAndSaysSo() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("scenario.yaml"),
            """
            target:
              selectors: 2
              workers: { threads: 2, queue: array, capacity: 64, rejection: caller-runs }
              deadline: 5s
              storage: { engine: rocksdb, flush-threshold: 64KiB }
              jvm: [-XX:+UseParallelGC]
            keys: { count: 500 }
            connections: 4
            steps:
              - fill
              - get: { rate: 200, warmup: 0s, duration: 1s }
              - range: { rate: 20, entries: 50, warmup: 0s, duration: 1s }
            """);
    Path result = folder.resolve("result");

    int code = kvbench("run", file.toString(), "--out", result.toString(), "--quiet");

    assertThat(code).as(err()).isIn(ExitCode.GOOD, ExitCode.INVALID);
    var read = new ResultDirectory(result).readResult();
    assertThat(read.steps())
        .hasSize(2)
        .allSatisfy(step -> assertThat(step.ledger().ok()).isEqualTo(step.ledger().scheduled()));
    assertThat(Files.readString(result.resolve("report.md")))
        .contains("2, array queue of 64, fifo, rejection caller-runs")
        .contains("rocksdb, flush threshold 64 KiB")
        .contains("-XX:+UseParallelGC");
  }

  @Test
  void serve_wrongSettings_areShownWithWhatIsRight() {
    assertThat(kvbench("serve", "--set", "server.workers.thread=4")).isEqualTo(ExitCode.WRONG_USE);
    assertThat(err()).contains("did you mean 'threads'?").contains("^");
    assertThat(kvbench("serve", "--selectors", "0")).isEqualTo(ExitCode.WRONG_USE);
    assertThat(err()).contains("server.selectors must be 1 or more, not 0");
  }

  @Test
  void serve_rocksdbAndItsFolder_needEachOther() {
    assertThat(kvbench("serve", "--set", "server.storage=rocksdb")).isEqualTo(ExitCode.WRONG_USE);
    assertThat(err()).contains("needs a folder for its data").contains("--data DIR");
    assertThat(kvbench("serve", "--data", folder.toString())).isEqualTo(ExitCode.WRONG_USE);
    assertThat(err()).contains("--data is for rocksdb");
  }

  @Test
  void serve_dataInAFile_isAnswered() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    assertThat(kvbench("serve", "--set", "server.storage=rocksdb", "--data", file.toString()))
        .isEqualTo(ExitCode.NO_TARGET);
    assertThat(err()).contains(file.toString()).doesNotContain("\tat ");
  }

  private int kvbench(String... args) {
    Console console =
        new Console(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            100);
    return Kvbench.execute(console, args);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
