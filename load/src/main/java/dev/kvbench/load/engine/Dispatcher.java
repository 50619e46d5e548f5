package dev.kvbench.load.engine;

import dev.kvbench.load.arrival.ArrivalCursor;
import java.util.ArrayDeque;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Brings the due arrivals of a schedule and idle lanes together. The pacer hands arrivals to the
 * lane that has been idle longest; a lane that becomes free takes the next due arrival itself.
 * Lanes in reserve, which have no connection yet, are idle too, and come last. Arrivals that wait
 * are nowhere stored: they are those between the next one's due time and now.
 *
 * <p>The lock is held for tens of nanoseconds, but where the schedule makes its next block of due
 * times.
 */
final class Dispatcher<T extends ArrivalSource.Taker> extends LockedArrivals<T> {

  /** The due time of the arrival behind the last. */
  private static final long NEVER = Long.MAX_VALUE;

  private final ArrivalCursor arrivals;
  private final ArrayDeque<T> idle = new ArrayDeque<>();
  private final ArrayDeque<T> reserve = new ArrayDeque<>();
  private volatile long nextDueNanos;
  private long emptySinceNanos;

  Dispatcher(ArrivalCursor arrivals, Window window) {
    super(window);
    this.arrivals = arrivals;
    this.nextDueNanos = NEVER;
  }

  @Override
  public void start() {
    lock.lock();
    try {
      nextDueNanos = nextFromCursor();
      emptySinceNanos = window.startNanos();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void measureFrom(long nanos) {
    lock.lock();
    try {
      window.measureFrom(nextDueNanos == NEVER ? nanos : Math.max(nanos, nextDueNanos));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void dropWarmup() {
    lock.lock();
    try {
      while (!isClosed() && nextDueNanos < window.fromNanos()) {
        advance();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public @Nullable T handOver(long nowNanos) {
    lock.lock();
    try {
      if (!isDue(nowNanos) || !anyIsIdle()) {
        return null;
      }
      T lane = idle.isEmpty() ? reserve.removeFirst() : idle.removeFirst();
      if (!anyIsIdle()) {
        emptySinceNanos = nowNanos;
      }
      take(lane, 0);
      return lane;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean takeOrRest(T lane, long freeNanos) {
    lock.lock();
    try {
      if (isDue(freeNanos)) {
        take(lane, waited(freeNanos));
        return true;
      }
      idle.addLast(lane);
    } finally {
      lock.unlock();
    }
    pacer.call();
    return false;
  }

  @Override
  public void reserve(T lane) {
    lock.lock();
    try {
      reserve.addLast(lane);
    } finally {
      lock.unlock();
    }
    pacer.call();
  }

  @Override
  public boolean takeDue(T lane, long nowNanos) {
    lock.lock();
    try {
      if (!isDue(nowNanos) || anyIsIdle()) {
        return false;
      }
      take(lane, waited(nowNanos));
      return true;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean withdraw(T lane, long nowNanos) {
    lock.lock();
    try {
      boolean was = idle.remove(lane);
      if (was && !anyIsIdle()) {
        emptySinceNanos = nowNanos;
      }
      return was;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void awaitDue(Runnable sleep) {
    // The next arrival's time is in the schedule, whoever comes.
    sleep.run();
  }

  @Override
  public long nextDueNanos() {
    return nextDueNanos;
  }

  @Override
  public boolean isExhausted() {
    return nextDueNanos >= window.endNanos();
  }

  /**
   * Returns the next arrival's due time and goes on to the one after: for the arrivals that are
   * left when the step is over.
   */
  // Only after close, by one thread: there may be millions of them.
  long skip() {
    if (!isClosed()) {
      throw new IllegalStateException("arrivals are still handed out");
    }
    long due = nextDueNanos;
    advance();
    return due;
  }

  @Override
  public void forEachLeft(LongConsumer dueNanos) {
    while (!isExhausted()) {
      dueNanos.accept(skip());
    }
  }

  @Override
  boolean anyIsIdle() {
    return !idle.isEmpty() || !reserve.isEmpty();
  }

  private boolean isDue(long nowNanos) {
    if (isClosed()) {
      // What is left is counted by whoever closed, without the lock.
      return false;
    }
    return nextDueNanos <= nowNanos && nextDueNanos < window.endNanos();
  }

  /**
   * How long the next arrival has waited for want of an idle connection. Where a lane is idle the
   * pacer is late, and nothing of the delay is the target's.
   */
  private long waited(long nowNanos) {
    return anyIsIdle() ? 0 : Math.max(0, nowNanos - Math.max(nextDueNanos, emptySinceNanos));
  }

  private void take(T lane, long waitedNanos) {
    give(lane, nextDueNanos, waitedNanos);
    nextDueNanos = nextFromCursor();
  }

  private void advance() {
    passBy();
    nextDueNanos = nextFromCursor();
  }

  private long nextFromCursor() {
    long due = arrivals.next();
    return due == ArrivalCursor.NO_MORE ? NEVER : window.startNanos() + due;
  }
}
