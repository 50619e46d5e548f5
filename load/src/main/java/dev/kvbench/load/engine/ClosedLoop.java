package dev.kvbench.load.engine;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Arrivals that wait for answers: each lane's next one is due a think time after the lane became
 * free. The first ones are spread evenly over one think time, so that the lanes do not go in step.
 *
 * <p>There is no schedule to be counted again: the arrivals of a window are those that were begun
 * with a due time in it. None ever waits for a lane.
 */
final class ClosedLoop<T extends ArrivalSource.Taker> extends LockedArrivals<T> implements Offered {

  private record Thinking<T>(T lane, long dueNanos) {}

  private final long thinkNanos;
  private final int lanes;
  private final PriorityQueue<Thinking<T>> thinking =
      new PriorityQueue<>(Comparator.comparingLong((Thinking<T> t) -> t.dueNanos));
  private int joined;
  private long begunMeasured;

  /**
   * A loop over {@code lanes} lanes.
   *
   * @param thinkNanos how long a lane rests between an answer and its next arrival
   */
  ClosedLoop(long thinkNanos, int lanes, Window window) {
    super(window);
    this.thinkNanos = thinkNanos;
    this.lanes = lanes;
  }

  @Override
  public void start() {
    // The lanes' joining is what begins it.
  }

  @Override
  public void measureFrom(long nanos) {
    lock.lock();
    try {
      window.measureFrom(Math.max(nanos, behindAllGiven()));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public @Nullable T handOver(long nowNanos) {
    lock.lock();
    try {
      Thinking<T> next = thinking.peek();
      if (next == null || next.dueNanos > nowNanos || !mayBegin(next.dueNanos)) {
        return null;
      }
      thinking.remove();
      take(next.lane, next.dueNanos);
      return next.lane;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean takeOrRest(T lane, long freeNanos) {
    boolean first;
    lock.lock();
    try {
      long due = dueNanos(freeNanos);
      if (due <= freeNanos && mayBegin(due)) {
        take(lane, due);
        return true;
      }
      Thinking<T> next = thinking.peek();
      first = next == null || due < next.dueNanos;
      thinking.add(new Thinking<>(lane, due));
    } finally {
      lock.unlock();
    }
    pacer.call();
    if (first) {
      // The pacer sleeps for another lane's arrival: this one became free earlier, and was late to
      // say so.
      pacer.wake();
    }
    return false;
  }

  private long dueNanos(long freeNanos) {
    long start = window.startNanos();
    // In floating point, because the product of a day and thousands of lanes is larger than a long.
    return freeNanos < start
        ? start + (long) ((double) thinkNanos * joined++ / lanes)
        : freeNanos + thinkNanos;
  }

  @Override
  public void reserve(T lane) {
    throw new IllegalStateException("every lane of a closed loop has arrivals of its own");
  }

  @Override
  public boolean takeDue(T lane, long nowNanos) {
    return false;
  }

  @Override
  public boolean withdraw(T lane, long nowNanos) {
    lock.lock();
    try {
      return thinking.removeIf(t -> t.lane == lane);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void awaitDue(Runnable sleep) {
    pacer.sleep(sleep);
  }

  @Override
  public long nextDueNanos() {
    lock.lock();
    try {
      Thinking<T> next = thinking.peek();
      return next == null ? Long.MAX_VALUE : next.dueNanos;
    } finally {
      lock.unlock();
    }
  }

  /** Arrivals begun so far, or before the measured window where that is what {@code nanos} ends. */
  @Override
  public long dueBefore(long nanos) {
    lock.lock();
    try {
      boolean warmup = nanos <= window.fromNanos() - window.startNanos();
      return warmup ? gone() - begunMeasured : gone();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean isExhausted() {
    return isClosed() || nextDueNanos() >= window.endNanos();
  }

  @Override
  public void forEachLeft(LongConsumer dueNanos) {
    // What was not begun was not scheduled.
  }

  @Override
  boolean anyIsIdle() {
    return !thinking.isEmpty();
  }

  private boolean mayBegin(long dueNanos) {
    return !isClosed() && dueNanos < window.endNanos();
  }

  private void take(T lane, long dueNanos) {
    give(lane, dueNanos, 0);
    if (window.measures(dueNanos)) {
      begunMeasured++;
    }
  }
}
