package dev.kvbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes and temporary files of kvbench, counted when it has ended in one way or another. */
@Timeout(300)
class LeftoversTest {

  /** What the virtual machine says of itself when SIGTERM, 15, ended it. */
  private static final int SIGNALLED = 128 + 15;

  private static final String STEPS =
      """
      keys: { count: 200 }
      connections: 4
      steps:
        - fill
        - get: { rate: 200, warmup: 0s, duration: %s }
      """;

  private static final String REFERENCE = "target: { storage: rocksdb }\n";

  /** A server beneath a shell, with a child that has nothing to do with serving. */
  private static final String COMMAND =
      """
      target:
        command: [/bin/sh, -c, 'sh -c "exec sleep 1000" & "%s" -cp "%s" dev.kvbench.server.ServerMain --port {port}']
      """
          .formatted(
              Path.of(System.getProperty("java.home"), "bin", "java"),
              System.getProperty("java.class.path"));

  /** From the first sign of life to the middle of a step. */
  private static final List<Predicate<KvbenchProcess>> MOMENTS =
      List.of(
          kvbench -> !kvbench.printed().isEmpty(),
          kvbench -> !kvbench.temporaryFiles().isEmpty(),
          kvbench -> !kvbench.offspring().isEmpty(),
          kvbench -> kvbench.hasPrinted("fill"),
          kvbench -> kvbench.hasPrinted("measure"));

  @TempDir private Path folder;
  private Path temporary = Path.of("");

  @BeforeEach
  void prepare() {
    assumeTrue(
        Files.isExecutable(Path.of("/bin/sh")) && Files.isReadable(Path.of("/proc/self/environ")),
        "skipped: there is no /bin/sh or no /proc here");
    temporary = folder.resolve("temporary");
  }

  private KvbenchProcess start(String name, String target, String duration) throws IOException {
    Path file =
        Files.writeString(folder.resolve(name + ".yaml"), target + STEPS.formatted(duration));
    return KvbenchProcess.start(
        temporary, "run", file.toString(), "--out", folder.resolve(name).toString());
  }

  private static void assertNothingIsLeft(KvbenchProcess kvbench, String when) {
    assertThat(kvbench.offspring()).as("processes of %s", when).isEmpty();
    assertThat(kvbench.temporaryFiles()).as("temporary files of %s", when).isEmpty();
  }

  @Test
  void startsAndStops_atAnyMoment_leaveNothing() throws Exception {
    for (Map.Entry<String, String> target :
        Map.of("reference", REFERENCE, "command", COMMAND).entrySet()) {
      // What differs between the two comes late; the moments before are the same code.
      int first = target.getValue().equals(COMMAND) ? 0 : MOMENTS.size() - 1;
      for (int moment = first; moment < MOMENTS.size(); moment++) {
        String name = target.getKey() + "-" + moment;
        Predicate<KvbenchProcess> come = MOMENTS.get(moment);
        try (KvbenchProcess kvbench = start(name, target.getValue(), "60s")) {
          kvbench.awaitThat(() -> come.test(kvbench));
          kvbench.signal("TERM");
          // before there is anything to save, the signal does what it does to every program
          assertThat(kvbench.awaitExit())
              .as(kvbench.printed())
              .isIn(ExitCode.INTERRUPTED, kvbench.printed().isEmpty() ? SIGNALLED : -1);
          assertNothingIsLeft(kvbench, name);
        }
      }
      try (KvbenchProcess kvbench = start(target.getKey(), target.getValue(), "1s")) {
        assertThat(kvbench.awaitExit()).as(kvbench.printed()).isIn(ExitCode.GOOD, ExitCode.INVALID);
        assertNothingIsLeft(kvbench, target.getKey());
      }
    }
  }

  @Test
  void killed_leavesWhatTheNextStartEndsAndDeletes() throws Exception {
    try (KvbenchProcess killed = start("killed", COMMAND, "60s")) {
      killed.awaitThat(() -> killed.hasPrinted("measure"));
      killed.signal("KILL");
      assertThat(killed.awaitExit()).isEqualTo(128 + 9);
      assertThat(killed.offspring()).hasSize(3);
      assertThat(killed.temporaryFiles()).isNotEmpty();

      try (KvbenchProcess next = start("next", REFERENCE, "1s")) {
        assertThat(next.awaitExit()).as(next.printed()).isIn(ExitCode.GOOD, ExitCode.INVALID);
        assertNothingIsLeft(next, "the next");
        assertNothingIsLeft(killed, "the killed");
      }
    }
  }

  @Test
  void anotherThatRuns_isLeftAlone() throws Exception {
    try (KvbenchProcess running = start("running", COMMAND, "60s")) {
      running.awaitThat(() -> running.hasPrinted("measure"));
      List<Long> processes = running.offspring();
      List<Path> files = running.temporaryFiles();

      try (KvbenchProcess beside = start("beside", REFERENCE, "1s")) {
        assertThat(beside.awaitExit()).as(beside.printed()).isIn(ExitCode.GOOD, ExitCode.INVALID);
        assertThat(beside.offspring()).isEmpty();
      }
      assertThat(running.offspring()).isEqualTo(processes).hasSize(3);
      assertThat(running.temporaryFiles()).containsExactlyInAnyOrderElementsOf(files);

      running.signal("TERM");
      assertThat(running.awaitExit()).isEqualTo(ExitCode.INTERRUPTED);
      assertNothingIsLeft(running, "the one that ran");
    }
  }
}
