package dev.kvbench.server.law;

import dev.kvbench.time.NanoClock;
import dev.kvbench.time.SharpTimer;
import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The thread that sends answers when they are due. It sleeps until shortly before and watches the
 * clock for the rest, since a sleep ends some tens of microseconds late even with a sharp timer.
 */
final class Timekeeper implements Runnable {

  /** Longest time for which the clock is watched before an answer is due. */
  private static final long WATCHED_NANOS = 60 * NanoClock.NANOS_PER_MICRO;

  private final NanoClock clock;
  private final PriorityQueue<Due> queue = new PriorityQueue<>();
  private final Thread thread;
  private long order;

  /** An answer to be sent. */
  private record Due(long atNanos, long order, Runnable send) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      int byTime = Long.compare(atNanos, other.atNanos);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  /** A timekeeper whose thread is not started yet. */
  Timekeeper(NanoClock clock) {
    this.clock = clock;
    this.thread = new Thread(this, "timekeeper");
    this.thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Has {@code send} run at {@code atNanos}, in the order of asking where times are equal. */
  void at(long atNanos, Runnable send) {
    boolean first;
    synchronized (queue) {
      Due due = new Due(atNanos, order++, send);
      Due before = queue.peek();
      first = before == null || due.compareTo(before) < 0;
      queue.add(due);
    }
    if (first) {
      LockSupport.unpark(thread);
    }
  }

  @Override
  public void run() {
    boolean unused = SharpTimer.sharpen();
    while (true) {
      Due next = peek();
      if (next == null) {
        LockSupport.park(this);
        continue;
      }
      long left = next.atNanos - clock.nanos();
      if (left > WATCHED_NANOS) {
        LockSupport.parkNanos(this, left - WATCHED_NANOS);
      } else if (left > 0) {
        Thread.onSpinWait();
      } else {
        take(next).send.run();
      }
    }
  }

  private @Nullable Due peek() {
    synchronized (queue) {
      return queue.peek();
    }
  }

  /** Takes the first one, which is {@code seen} or one that came since and is due before it. */
  private Due take(Due seen) {
    synchronized (queue) {
      Due first = queue.poll();
      return first == null ? seen : first;
    }
  }
}
