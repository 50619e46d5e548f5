package dev.kvbench.load.engine;

import dev.kvbench.result.StepResult;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Processor time of kvbench's own threads, and how busy the machine was, between two moments. From
 * the virtual machine's own management beans.
 */
final class CpuMeter {

  private final Thread pacer;
  private final Set<Thread> ioThreads;
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final Map<Thread, Long> before = new HashMap<>();
  private long beganNanos;
  private double elapsedNanos;
  private double pacerShare;
  private double ioShare;
  private @Nullable Double machineShare;

  CpuMeter(Thread pacer, Set<Thread> ioThreads) {
    this.pacer = pacer;
    this.ioThreads = ioThreads;
  }

  /** Begins at {@code nowNanos}. */
  void begin(long nowNanos) {
    beganNanos = nowNanos;
    before.put(pacer, cpuNanos(pacer));
    ioThreads.forEach(t -> before.put(t, cpuNanos(t)));
    Double unused = machineLoad();
  }

  /** Ends at {@code nowNanos}; only the first end counts. */
  void end(long nowNanos) {
    if (elapsedNanos > 0 || before.isEmpty()) {
      return;
    }
    elapsedNanos = Math.max(1, nowNanos - beganNanos);
    pacerShare = share(pacer);
    ioShare = ioThreads.stream().mapToDouble(this::share).max().orElse(0);
    machineShare = machineLoad();
  }

  StepResult.Generator generator(StepResult.@Nullable Standstill standstill) {
    return new StepResult.Generator(
        pacerShare, ioShare, ioThreads.size(), machineShare, standstill);
  }

  private double share(Thread thread) {
    return Math.max(0, cpuNanos(thread) - before.getOrDefault(thread, 0L)) / elapsedNanos;
  }

  private long cpuNanos(Thread thread) {
    @SuppressWarnings("deprecation") // threadId() is newer than the release that we compile for
    long id = thread.getId();
    return Math.max(0, threads.getThreadCpuTime(id));
  }

  /** The load since this was last asked. */
  private static @Nullable Double machineLoad() {
    if (ManagementFactory.getOperatingSystemMXBean()
        instanceof com.sun.management.OperatingSystemMXBean machine) {
      double load = machine.getCpuLoad();
      return load >= 0 ? load : null;
    }
    return null;
  }
}
