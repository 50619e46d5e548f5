package dev.kvbench.targets.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kvbench.result.StepResult;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ProcessTimesTest {

  @Test
  void since_addsUpTheProcesses_andFindsTheBusiestThread() {
    ProcessTimes before = new ProcessTimes(Map.of(7L, 1_000L), Map.of(7L, 600L, 8L, 400L), 4);
    ProcessTimes after =
        new ProcessTimes(Map.of(7L, 2_500L, 20L, 500L), Map.of(7L, 700L, 8L, 1_800L, 20L, 500L), 4);
    StepResult.TargetUse use = after.since(before, 2);
    assertThat(use.cores()).isCloseTo(1, within(1e-9));
    assertThat(use.busiestThreadShare()).isCloseTo(0.7, within(1e-9));
    assertThat(use.processors()).isEqualTo(4);
  }

  @Test
  void since_withoutThreads_saysSo() {
    ProcessTimes look = new ProcessTimes(Map.of(7L, 1_000L), Map.of(), 4);
    assertThat(look.since(look, 1)).isEqualTo(new StepResult.TargetUse(0, null, 4));
  }

  @Test
  void of_thisProcess_seesItWork() {
    long pid = ProcessHandle.current().pid();
    ProcessTimes before = Objects.requireNonNull(ProcessTimes.of(pid));
    double useless = 0;
    ProcessTimes after = before;
    // Until the work shows, however coarse the system's counting is.
    while (after.since(before, 1).cores() == 0) {
      for (int i = 1; i < 1_000_000; i++) {
        useless += Math.log(i);
      }
      after = Objects.requireNonNull(ProcessTimes.of(pid));
    }
    assertThat(useless).isPositive();
    assertThat(after.processors()).isBetween(1, Runtime.getRuntime().availableProcessors());
  }

  @Test
  void of_aProcessThatIsGone_isNothing() throws Exception {
    Process java =
        new ProcessBuilder(ProcessHandle.current().info().command().orElse("java"), "-version")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    java.waitFor();
    assertThat(ProcessTimes.of(java.pid())).isNull();
  }

  @Test
  void statLine_isReadBehindAName_thatHoldsAnything() {
    String stat =
        "31 (a) b (c) S 1 31 31 0 -1 4194560 9 0 0 0 123 45 0 0 20 0 25 0 17 0 0 1844674407";
    assertThat(StatLine.of(stat)).isEqualTo(new StatLine(1_230, 450));
    assertThat(StatLine.of(stat).cpuMillis()).isEqualTo(1_680);
  }

  @Test
  void listed_countsRangesAndSingles() {
    assertThat(ProcessTimes.listed("0-1")).isEqualTo(2);
    assertThat(ProcessTimes.listed("3")).isEqualTo(1);
    assertThat(ProcessTimes.listed("0-3,8,10-11")).isEqualTo(7);
  }
}
