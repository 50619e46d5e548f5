package dev.kvbench.targets.resources;

import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.LongAdder;

/** Processor time that looking has cost. May be used by any thread. */
final class Cost {

  private final LongAdder nanos = new LongAdder();

  /** Processor time of the calling thread so far, in nanoseconds; 0 where it is not told. */
  static long ofThisThread() {
    return Math.max(0, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
  }

  void add(long more) {
    nanos.add(more);
  }

  void forget() {
    nanos.reset();
  }

  long nanos() {
    return nanos.sum();
  }
}
