package dev.kvbench.load.engine;

import java.util.concurrent.locks.ReentrantLock;

/**
 * What all sources of arrivals have in common: all state is behind one lock, held briefly; the
 * pacer waits by one {@link PacerCall}; and what was handed out is counted, since a window may not
 * end before it.
 */
abstract class LockedArrivals<T extends ArrivalSource.Taker> implements ArrivalSource<T> {

  final ReentrantLock lock = new ReentrantLock();
  final PacerCall pacer = new PacerCall();
  final Window window;
  private long gone;
  private long lastTakenDueNanos = Long.MIN_VALUE;
  private volatile boolean closed;

  LockedArrivals(Window window) {
    this.window = window;
  }

  /** Whether a lane is idle; under the lock. */
  abstract boolean anyIsIdle();

  /** Gives {@code lane} the next arrival; under the lock. */
  final void give(T lane, long dueNanos, long waitedNanos) {
    lane.take(gone, dueNanos, waitedNanos);
    lastTakenDueNanos = Math.max(lastTakenDueNanos, dueNanos);
    gone++;
  }

  /** Goes by an arrival that no lane gets; under the lock. */
  final void passBy() {
    gone++;
  }

  /** The earliest time that no arrival handed out so far was due at; under the lock. */
  final long behindAllGiven() {
    return lastTakenDueNanos + 1;
  }

  @Override
  public final void cutAt(long nanos) {
    lock.lock();
    try {
      window.cutAt(Math.max(nanos, behindAllGiven()));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public final void awaitIdle() {
    pacer.await(() -> closed || hasIdle());
  }

  @Override
  public final boolean hasIdle() {
    lock.lock();
    try {
      return anyIsIdle();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public final void close() {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
    pacer.call();
  }

  @Override
  public final boolean isClosed() {
    return closed;
  }

  @Override
  public final long gone() {
    lock.lock();
    try {
      return gone;
    } finally {
      lock.unlock();
    }
  }
}
