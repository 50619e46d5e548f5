package dev.kvbench.load.engine;

import dev.kvbench.load.arrival.ArrivalCursor;
import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Brings the due arrivals of a schedule and idle lanes together. The pacer hands arrivals to the
 * lane that has been idle longest; a lane that becomes free takes the next due arrival itself.
 * Lanes in reserve, which have no connection yet, are idle too, and come last. Arrivals that wait
 * are nowhere stored: they are those between the next one's due time and now.
 *
 * <p>All state is behind one lock, held briefly: for tens of nanoseconds, but where the schedule
 * makes its next block of due times.
 */
final class Dispatcher<T extends ArrivalSource.Taker> implements ArrivalSource<T> {

  /** The due time of the arrival behind the last. */
  private static final long NEVER = Long.MAX_VALUE;

  private final ReentrantLock lock = new ReentrantLock();
  private final PacerCall pacer = new PacerCall();
  private final ArrivalCursor arrivals;
  private final Window window;
  private final ArrayDeque<T> idle = new ArrayDeque<>();
  private final ArrayDeque<T> reserve = new ArrayDeque<>();
  private long nextIndex;
  private volatile long nextDueNanos;
  private long lastTakenDueNanos = Long.MIN_VALUE;
  private long emptySinceNanos;
  private volatile boolean closed;

  Dispatcher(ArrivalCursor arrivals, Window window) {
    this.arrivals = arrivals;
    this.window = window;
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
      while (!closed && nextDueNanos < window.fromNanos()) {
        advance();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void cutAt(long nanos) {
    lock.lock();
    try {
      window.cutAt(Math.max(nanos, lastTakenDueNanos + 1));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public @Nullable T handOver(long nowNanos) {
    lock.lock();
    try {
      if (!isDue(nowNanos) || noneIsIdle()) {
        return null;
      }
      T lane = idle.isEmpty() ? reserve.removeFirst() : idle.removeFirst();
      if (noneIsIdle()) {
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
      if (!isDue(nowNanos) || !noneIsIdle()) {
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
      if (was && noneIsIdle()) {
        emptySinceNanos = nowNanos;
      }
      return was;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void awaitIdle() {
    pacer.await(() -> closed || hasIdle());
  }

  @Override
  public boolean hasIdle() {
    lock.lock();
    try {
      return !noneIsIdle();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
    pacer.call();
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  public long nextDueNanos() {
    return nextDueNanos;
  }

  @Override
  public long gone() {
    lock.lock();
    try {
      return nextIndex;
    } finally {
      lock.unlock();
    }
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
    if (!closed) {
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

  private boolean noneIsIdle() {
    return idle.isEmpty() && reserve.isEmpty();
  }

  private boolean isDue(long nowNanos) {
    if (closed) {
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
    return noneIsIdle() ? Math.max(0, nowNanos - Math.max(nextDueNanos, emptySinceNanos)) : 0;
  }

  private void take(T lane, long waitedNanos) {
    lane.take(nextIndex, nextDueNanos, waitedNanos);
    lastTakenDueNanos = nextDueNanos;
    advance();
  }

  private void advance() {
    nextIndex++;
    nextDueNanos = nextFromCursor();
  }

  private long nextFromCursor() {
    long due = arrivals.next();
    return due == ArrivalCursor.NO_MORE ? NEVER : window.startNanos() + due;
  }
}
