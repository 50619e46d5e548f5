package dev.kvbench.targets.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvbench.targets.resources.MemberLook.DiskLook;
import dev.kvbench.targets.resources.MemberLook.ThreadLook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadersTest {

  private static final String STAT = "7 (a) b) S 1 7 7 0 -1 4194560 9 0 0 0 %d %d 0 0 20 0 25 0 17";

  @TempDir private Path proc;

  @Test
  void linux_readsAProcessAndItsThreads() throws IOException {
    Path process = Files.createDirectories(proc.resolve("7"));
    Files.writeString(process.resolve("stat"), STAT.formatted(123, 45));
    Files.writeString(process.resolve("status"), "Name:\ta\nVmRSS:\t   2048 kB\nThreads:\t2\n");
    Files.writeString(
        process.resolve("io"), "rchar: 1\nwchar: 2\nread_bytes: 4096\nwrite_bytes: 8192\n");
    thread(process, 7, 100, 11, 3);
    thread(process, 9, 68, 5, 0);
    assertThat(new ProcessReader.Linux(proc).look(7))
        .isEqualTo(
            new MemberLook(
                1_230,
                450,
                2_048 * 1_024,
                2,
                Map.of(7L, new ThreadLook(1_010, 11, 3), 9L, new ThreadLook(690, 5, 0)),
                null,
                new DiskLook(4_096, 8_192)));
  }

  @Test
  void linux_ofAnotherUsers_knowsNoDisk_andOfVeryManyThreadsNone() throws IOException {
    Path process = Files.createDirectories(proc.resolve("7"));
    Files.writeString(process.resolve("stat"), STAT.formatted(1, 1));
    Files.writeString(
        process.resolve("status"), "Threads:\t" + (ProcessReader.Linux.MOST_THREADS + 1) + "\n");
    thread(process, 7, 100, 11, 3);
    MemberLook look = Objects.requireNonNull(new ProcessReader.Linux(proc).look(7));
    assertThat(look.disk()).isNull();
    assertThat(look.eachThread()).isEmpty();
    assertThat(new ProcessReader.Linux(proc).look(8)).isNull();
  }

  @Test
  void elsewhere_asksOshi() {
    MemberLook look =
        Objects.requireNonNull(new ProcessReader.Elsewhere().look(ProcessHandle.current().pid()));
    assertThat(look.residentBytes()).isPositive();
    assertThat(look.threads()).isPositive();
    assertThat(look.userMillis() + look.systemMillis()).isPositive();
  }

  @Test
  void traffic_addsUpTheInterfaces() {
    assertThat(
            Traffic.read(
                List.of(
                    "Inter-|   Receive  |  Transmit",
                    " face |bytes    packets errs drop fifo frame compressed multicast|bytes",
                    "    lo: 100 1 0 0 0 0 0 0 100 1 0 0 0 0 0 0",
                    "  eth0:2000 9 0 0 0 0 0 0 30 3 0 0 0 0 0 0")))
        .isEqualTo(new Traffic(2_100, 130));
  }

  @Test
  void perfCounters_ofAnythingElse_areNotRead() throws IOException {
    Path file = proc.resolve("file");
    for (String text : List.of("", "something else that is long enough to have a head")) {
      Files.writeString(file, text);
      assertThatThrownBy(() -> PerfCounters.read(file)).isInstanceOf(IOException.class);
    }
  }

  private static void thread(Path process, long id, long user, long waits, long preemptions)
      throws IOException {
    Path task = Files.createDirectories(process.resolve("task").resolve(Long.toString(id)));
    Files.writeString(task.resolve("stat"), STAT.formatted(user, 1));
    Files.writeString(
        task.resolve("status"),
        "Threads:\t2\nvoluntary_ctxt_switches:\t"
            + waits
            + "\nnonvoluntary_ctxt_switches:\t"
            + preemptions
            + "\n");
  }
}
