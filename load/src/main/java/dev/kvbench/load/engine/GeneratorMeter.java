package dev.kvbench.load.engine;

import dev.kvbench.result.Resources;
import dev.kvbench.result.StepResult;
import dev.kvbench.time.NanoClock;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What kvbench itself needed in the measured window, and when it could not run. Tells the listener
 * when the window begins and ends, so that others measure the same window.
 */
final class GeneratorMeter {

  private final CpuMeter cpu;
  private final LoadListener listener;
  private final StallWatch stalls = new StallWatch();
  private final List<GarbageCollectorMXBean> collectors =
      ManagementFactory.getGarbageCollectorMXBeans();
  private long collections;
  private long collectionMillis;
  private StepResult.@Nullable Standstill standstill;
  private long beganNanos;
  private boolean begun;

  GeneratorMeter(CpuMeter cpu, LoadListener listener) {
    this.cpu = cpu;
    this.listener = listener;
  }

  /**
   * Looks at everything as if a window began now, so that what looking needs is loaded and compiled
   * before it does. May be called again and again.
   */
  void rehearse(long nowNanos) {
    listener.windowBegan();
    cpu.begin(nowNanos);
    collections = collections();
    collectionMillis = collectionMillis();
    stalls.begin();
  }

  /** Begins at {@code nowNanos}. */
  void begin(long nowNanos) {
    rehearse(nowNanos);
    beganNanos = nowNanos;
    begun = true;
  }

  /** Ends at {@code nowNanos}; only the first end counts. */
  void end(long nowNanos) {
    if (!begun || standstill != null) {
      return;
    }
    stalls.end();
    cpu.end(nowNanos);
    standstill =
        new StepResult.Standstill(
            stalls.count(),
            millis(stalls.longestNanos()),
            millis(stalls.totalNanos()),
            collections() - collections,
            collectionMillis() - collectionMillis,
            null);
    listener.windowEnded();
  }

  /** Is told of a sleep of the thread that runs the engine, as {@link StallWatch#slept} is. */
  void slept(long fromNanos, long dueNanos, long wokeNanos) {
    stalls.slept(fromNanos, dueNanos, wokeNanos);
  }

  /** When kvbench stood still in the window, by offsets from its beginning. */
  List<Resources.Stall> stalls() {
    return stalls.stalls().stream()
        .map(
            stall ->
                new Resources.Stall(
                    (stall.dueNanos() - beganNanos) / (double) NanoClock.NANOS_PER_SECOND,
                    millis(stall.lateNanos())))
        .toList();
  }

  StepResult.Generator generator() {
    return cpu.generator(standstill);
  }

  private long collections() {
    return collectors.stream().mapToLong(c -> Math.max(0, c.getCollectionCount())).sum();
  }

  private long collectionMillis() {
    return collectors.stream().mapToLong(c -> Math.max(0, c.getCollectionTime())).sum();
  }

  private static double millis(long nanos) {
    return nanos / (double) NanoClock.NANOS_PER_MILLI;
  }
}
