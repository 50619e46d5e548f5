package dev.kvbench.load.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class CompilerThreadsTest {

  @TempDir Path tasks;

  private int refused = -1;
  private final List<String> calls = new ArrayList<>();
  private final CompilerThreads.Scheduler scheduler =
      (thread, policy, priority) -> {
        if (thread != 0) {
          calls.add(thread + " " + policy + " " + priority[0]);
        }
        return policy == refused ? -1 : 0;
      };

  @Test
  void stepBack_onlyCompilersAreToldAndOnce() throws IOException {
    task(11, "java");
    task(12, "C2 CompilerThre");
    task(13, "C1 CompilerThre");
    task(14, "kvbench-pacer");
    CompilerThreads threads = new CompilerThreads(tasks, scheduler);

    threads.stepBack();
    threads.stepBack();

    assertThat(calls).containsExactlyInAnyOrder("12 5 0", "13 5 0");
  }

  @Test
  void resume_takesPartAsBefore() throws IOException {
    task(12, "C2 CompilerThre");
    CompilerThreads threads = new CompilerThreads(tasks, scheduler);

    threads.resume();
    threads.stepBack();
    threads.resume();

    assertThat(calls).containsExactly("12 5 0", "12 0 0");
  }

  @Test
  void stepBack_whereThereIsNoWayBack_isNotDone() throws IOException {
    task(12, "C2 CompilerThre");
    refused = 0;

    new CompilerThreads(tasks, scheduler).stepBack();

    assertThat(calls).isEmpty();
  }

  @Test
  void stepBack_noTasksToBeSeen_doesNothing() {
    new CompilerThreads(tasks.resolve("none"), scheduler).stepBack();

    assertThat(calls).isEmpty();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void ofThisProcess_linuxSaysThatTheyAreIdle() throws IOException {
    CompilerThreads threads = CompilerThreads.ofThisProcess();
    Set<String> before = policies().keySet();
    threads.stepBack();
    Map<String, String> back;
    try {
      back = policies();
    } finally {
      threads.resume();
    }
    Map<String, String> after = policies();
    // Compilers come and go: those that were there all the while.
    before.retainAll(after.keySet());
    // An ordinary user's threads would not be let back, and stay where they are.
    assertThat(before)
        .isNotEmpty()
        .allSatisfy(thread -> assertThat(back.get(thread)).isEqualTo(isRoot() ? "5" : "0"))
        .allSatisfy(thread -> assertThat(after.get(thread)).isEqualTo("0"));
  }

  private static boolean isRoot() throws IOException {
    return Files.readString(Path.of("/proc/self/status")).contains("\nUid:\t0\t");
  }

  /** The scheduling policies of this process' compilers: field 41 of their stat files. */
  private static Map<String, String> policies() throws IOException {
    Map<String, String> policies = new HashMap<>();
    try (var all = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
      for (Path task : all) {
        try {
          String stat = Files.readString(task.resolve("stat"));
          if (stat.contains("(C1 Compiler") || stat.contains("(C2 Compiler")) {
            String policy = stat.substring(stat.lastIndexOf(')') + 2).split(" ")[38];
            policies.put(task.getFileName().toString(), policy);
          }
        } catch (IOException e) {
          // The thread ended a moment ago.
        }
      }
    }
    return policies;
  }

  private void task(int id, String name) throws IOException {
    Files.writeString(
        Files.createDirectories(tasks.resolve(Integer.toString(id))).resolve("comm"), name + "\n");
  }
}
