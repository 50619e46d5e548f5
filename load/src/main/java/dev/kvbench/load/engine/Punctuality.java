package dev.kvbench.load.engine;

import dev.kvbench.time.NanoClock;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * How the requests of the measured window were written beside how they were due, slot by slot: how
 * many were due and not yet written at a slot's end, at the most. Divided by all of them that is
 * the Kolmogorov-Smirnov distance of the times of writing from those of the schedule, at the slots'
 * resolution. Any thread may note; a request that is written in the slot in which it was due costs
 * two divisions and a count.
 */
final class Punctuality {

  private static final long SHORTEST_SLOT_NANOS = 10 * NanoClock.NANOS_PER_MILLI;
  private static final int MOST_SLOTS = 10_000;

  private final long slotNanos;
  private final int slots;
  private final AtomicIntegerArray behind;
  private final AtomicIntegerArray late;
  private final LongAdder requests = new LongAdder();

  /** For a measured window of this length, in nanoseconds. */
  Punctuality(long durationNanos) {
    slotNanos = Math.max(SHORTEST_SLOT_NANOS, durationNanos / MOST_SLOTS + 1);
    slots = (int) (durationNanos / slotNanos) + 1;
    behind = new AtomicIntegerArray(slots + 1);
    late = new AtomicIntegerArray(slots + 1);
  }

  /**
   * Notes a request of the window that was written.
   *
   * @param dueNanos when it was due, since the window's beginning
   * @param lagNanos by how much kvbench itself delayed it
   * @param writtenNanos when it was written, since the window's beginning
   */
  void note(long dueNanos, long lagNanos, long writtenNanos) {
    requests.increment();
    int due = slot(dueNanos);
    move(behind, due, slot(writtenNanos));
    move(late, due, slot(dueNanos + lagNanos));
  }

  private int slot(long nanos) {
    return (int) Math.min(Math.max(nanos, 0) / slotNanos, slots);
  }

  private static void move(AtomicIntegerArray changes, int from, int to) {
    if (from < to) {
      changes.incrementAndGet(from);
      changes.decrementAndGet(to);
    }
  }

  /**
   * What was noted.
   *
   * @param windowNanos how long the window was in the end
   */
  Measurement.Handing result(long windowNanos) {
    return new Measurement.Handing(
        requests.sum(), most(behind), most(late), before(late, slot(windowNanos)), slotNanos);
  }

  private static long before(AtomicIntegerArray changes, int end) {
    long now = 0;
    for (int i = 0; i < end; i++) {
      now += changes.get(i);
    }
    return now;
  }

  private static long most(AtomicIntegerArray changes) {
    long most = 0;
    long now = 0;
    for (int i = 0; i < changes.length(); i++) {
      now += changes.get(i);
      most = Math.max(most, now);
    }
    return most;
  }
}
