package dev.kvbench.targets.process;

import dev.kvbench.result.StepResult;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The processor time that a process, with those that it started, has had since its beginning.
 *
 * <p>It is looked at when a measured window begins, so a look must be cheap: oshi's costs 15 ms of
 * a core, as much as several hundred requests; reading the few files of {@code /proc} that are
 * needed costs one.
 *
 * @param processMillis by process
 * @param threadMillis by thread; empty where the system does not tell
 * @param processors how many processors the process may use
 */
public record ProcessTimes(
    Map<Long, Long> processMillis, Map<Long, Long> threadMillis, int processors) {

  private static final double MILLIS_PER_SECOND = 1e3;
  private static final String ALLOWED = "Cpus_allowed_list:";

  /** Copies the maps. */
  public ProcessTimes {
    processMillis = Map.copyOf(processMillis);
    threadMillis = Map.copyOf(threadMillis);
  }

  /**
   * Looks at a process now.
   *
   * @return null where it is gone, or may not be looked at
   */
  public static @Nullable ProcessTimes of(long pid) {
    Optional<ProcessHandle> process = ProcessHandle.of(pid);
    if (process.isEmpty()) {
      return null;
    }
    List<ProcessHandle> family =
        Stream.concat(process.stream(), process.get().descendants()).toList();
    Map<Long, Long> processes = new HashMap<>();
    Map<Long, Long> threads = new HashMap<>();
    for (ProcessHandle member : family) {
      member
          .info()
          .totalCpuDuration()
          .map(Duration::toMillis)
          .ifPresent(millis -> processes.put(member.pid(), millis));
      threads.putAll(threads(member.pid()));
    }
    return processes.containsKey(pid)
        ? new ProcessTimes(processes, threads, allowedProcessors(pid))
        : null;
  }

  /**
   * What was needed since an earlier look.
   *
   * @param seconds how long ago that was
   */
  public StepResult.TargetUse since(ProcessTimes earlier, double seconds) {
    double perMilli = 1 / (MILLIS_PER_SECOND * seconds);
    double cores = 0;
    for (Map.Entry<Long, Long> process : processMillis.entrySet()) {
      cores += more(process, earlier.processMillis) * perMilli;
    }
    double busiest = 0;
    for (Map.Entry<Long, Long> thread : threadMillis.entrySet()) {
      busiest = Math.max(busiest, more(thread, earlier.threadMillis) * perMilli);
    }
    return new StepResult.TargetUse(cores, threadMillis.isEmpty() ? null : busiest, processors);
  }

  private static long more(Map.Entry<Long, Long> now, Map<Long, Long> before) {
    return Math.max(0, now.getValue() - before.getOrDefault(now.getKey(), 0L));
  }

  private static Map<Long, Long> threads(long pid) {
    Map<Long, Long> millis = new HashMap<>();
    Path tasks = Path.of("/proc", Long.toString(pid), "task");
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
      for (Path thread : threads) {
        try {
          millis.put(
              Long.parseLong(thread.getFileName().toString()),
              StatLine.of(Files.readString(thread.resolve("stat"))).cpuMillis());
        } catch (IOException e) {
          // The thread has ended.
        }
      }
    } catch (IOException e) {
      // Not Linux, another user's, or gone.
    }
    return millis;
  }

  /** On Linux those that the process is bound to, elsewhere all. */
  private static int allowedProcessors(long pid) {
    int all = Runtime.getRuntime().availableProcessors();
    try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
      return lines
          .filter(line -> line.startsWith(ALLOWED))
          .map(line -> listed(line.substring(ALLOWED.length()).strip()))
          .findFirst()
          .orElse(all);
    } catch (IOException | RuntimeException e) {
      return all;
    }
  }

  /** How many numbers a list such as {@code 0-3,8} names. */
  static int listed(String list) {
    int count = 0;
    for (String range : list.split(",", -1)) {
      String[] ends = range.split("-", -1);
      count += Integer.parseInt(ends[ends.length - 1]) - Integer.parseInt(ends[0]) + 1;
    }
    return count;
  }
}
