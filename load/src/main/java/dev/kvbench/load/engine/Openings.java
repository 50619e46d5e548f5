package dev.kvbench.load.engine;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Counts a step's connections as they are opened and closed. Any thread may count. */
final class Openings {

  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private final LongAdder opened = new LongAdder();
  private long missingNanos;

  /**
   * Counts a connection that was opened.
   *
   * @param onDemand whether that was in the measured window, for arrivals, and no reconnect
   */
  void opened(boolean onDemand) {
    int now = open.incrementAndGet();
    // Written only when there is something new, because many threads come here.
    if (now > most.get()) {
      most.accumulateAndGet(now, Math::max);
    }
    if (onDemand) {
      opened.increment();
    }
  }

  /** Counts a connection that is not open any more. */
  void closed() {
    open.decrementAndGet();
  }

  /**
   * Counts a time within the measured window for which one was missing; the watch's thread alone.
   */
  void missed(long nanos) {
    missingNanos += nanos;
  }

  /** How long connections were missing in the measured window, all of them together. */
  long missingNanos() {
    return missingNanos;
  }

  /** How many were open at a time, at the most. */
  int most() {
    return most.get();
  }

  /** How many were opened for arrivals in the measured window. */
  long opened() {
    return opened.sum();
  }
}
