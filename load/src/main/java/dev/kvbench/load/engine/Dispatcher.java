package dev.kvbench.load.engine;

import dev.kvbench.load.arrival.ArrivalCursor;
import java.util.ArrayDeque;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Brings due arrivals and idle lanes together. The pacer hands arrivals to idle lanes; a lane that
 * becomes free takes the next due arrival itself. Arrivals that wait are nowhere stored: they are
 * those between the next one's due time and now.
 *
 * <p>All state is behind one lock, held briefly: for tens of nanoseconds, but where the schedule
 * makes its next block of due times.
 */
final class Dispatcher<T extends Dispatcher.Taker> {

  /** Whatever carries an arrival at a time. */
  interface Taker {
    /**
     * Is given an arrival, under the dispatcher's lock.
     *
     * @param index its number, from 0
     * @param dueNanos when it was due
     * @param waitedNanos how long it waited because nothing was idle
     */
    void take(long index, long dueNanos, long waitedNanos);
  }

  /** The due time of the arrival behind the last. */
  private static final long NEVER = Long.MAX_VALUE;

  private final ReentrantLock lock = new ReentrantLock();
  private final ArrivalCursor arrivals;
  private final Window window;
  private final ArrayDeque<T> idle = new ArrayDeque<>();
  private long nextIndex;
  private volatile long nextDueNanos;
  private long lastTakenDueNanos = Long.MIN_VALUE;
  private long emptySinceNanos;
  private volatile boolean closed;
  private volatile @Nullable Thread pacerWaiting;

  Dispatcher(ArrivalCursor arrivals, Window window) {
    this.arrivals = arrivals;
    this.window = window;
    this.nextDueNanos = NEVER;
  }

  /** Begins to hand out arrivals; the window's start must be set. */
  void start() {
    lock.lock();
    try {
      nextDueNanos = nextFromCursor();
      emptySinceNanos = window.startNanos();
    } finally {
      lock.unlock();
    }
  }

  /** Begins the measured window at {@code nanos}, or behind what has been handed out by now. */
  void measureFrom(long nanos) {
    lock.lock();
    try {
      window.measureFrom(nextDueNanos == NEVER ? nanos : Math.max(nanos, nextDueNanos));
    } finally {
      lock.unlock();
    }
  }

  /** Ends the window at {@code nanos}, or behind what has been handed out by now. */
  void cutAt(long nanos) {
    lock.lock();
    try {
      window.cutAt(Math.max(nanos, lastTakenDueNanos + 1));
    } finally {
      lock.unlock();
    }
  }

  /**
   * For the pacer: gives the arrival that is due next to the lane that has been idle longest.
   *
   * @return the lane, which has the arrival now; null if nothing is due or no lane is idle
   */
  @Nullable T handOver(long nowNanos) {
    lock.lock();
    try {
      if (!isDue(nowNanos) || idle.isEmpty()) {
        return null;
      }
      T lane = idle.removeFirst();
      if (idle.isEmpty()) {
        emptySinceNanos = nowNanos;
      }
      take(lane, 0);
      return lane;
    } finally {
      lock.unlock();
    }
  }

  /**
   * For a lane whose connection is free: takes the next due arrival for it, or makes it idle.
   *
   * @return whether the lane has an arrival now
   */
  boolean takeOrRest(T lane, long nowNanos) {
    lock.lock();
    try {
      if (isDue(nowNanos)) {
        take(lane, waited(nowNanos));
        return true;
      }
      idle.addLast(lane);
    } finally {
      lock.unlock();
    }
    Thread pacer = pacerWaiting;
    if (pacer != null) {
      LockSupport.unpark(pacer);
    }
    return false;
  }

  /**
   * For a lane that has no connection and could not get one: takes the next due arrival, if any, to
   * charge it with that. Where another lane is idle the arrival is that one's.
   */
  boolean takeDue(T lane, long nowNanos) {
    lock.lock();
    try {
      if (!isDue(nowNanos) || !idle.isEmpty()) {
        return false;
      }
      take(lane, waited(nowNanos));
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Takes {@code lane} out of the idle ones; returns whether it was among them. */
  boolean withdraw(T lane, long nowNanos) {
    lock.lock();
    try {
      boolean was = idle.remove(lane);
      if (was && idle.isEmpty()) {
        emptySinceNanos = nowNanos;
      }
      return was;
    } finally {
      lock.unlock();
    }
  }

  /** Waits, for the pacer, until a lane may be idle. Returns at once if one is, or after close. */
  void awaitIdle() {
    pacerWaiting = Thread.currentThread();
    try {
      if (!closed && !hasIdle()) {
        LockSupport.park(this);
      }
    } finally {
      pacerWaiting = null;
    }
  }

  /** Whether a lane is idle. */
  boolean hasIdle() {
    lock.lock();
    try {
      return !idle.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** Hands out nothing from now on. */
  void close() {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
    Thread pacer = pacerWaiting;
    if (pacer != null) {
      LockSupport.unpark(pacer);
    }
  }

  /** Whether nothing is handed out any more. */
  boolean isClosed() {
    return closed;
  }

  /**
   * When the arrival that is to be handed out next is due; {@link Long#MAX_VALUE} when there is
   * none.
   */
  long nextDueNanos() {
    return nextDueNanos;
  }

  /** How many arrivals have been handed out, or were dropped with the warm-up. */
  long gone() {
    lock.lock();
    try {
      return nextIndex;
    } finally {
      lock.unlock();
    }
  }

  /** Whether every arrival before the window's end has been handed out. */
  boolean isExhausted() {
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

  private boolean isDue(long nowNanos) {
    if (nowNanos >= window.fromNanos()) {
      dropWarmup();
    }
    return !closed && nextDueNanos <= nowNanos && nextDueNanos < window.endNanos();
  }

  /**
   * Forgets what is left of the warm-up when the measured window begins: it counts nowhere, and
   * served first it would take the place of what is measured.
   */
  private void dropWarmup() {
    while (nextDueNanos < window.fromNanos()) {
      advance();
    }
  }

  /**
   * How long the next arrival has waited for want of an idle connection. Where a lane is idle the
   * pacer is late, and nothing of the delay is the target's.
   */
  private long waited(long nowNanos) {
    return idle.isEmpty() ? Math.max(0, nowNanos - Math.max(nextDueNanos, emptySinceNanos)) : 0;
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
