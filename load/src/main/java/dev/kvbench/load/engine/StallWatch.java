package dev.kvbench.load.engine;

import dev.kvbench.time.NanoClock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * How often and how long kvbench stood still: it is told of every sleep of one thread, when that
 * wanted to wake and when it did. Whatever held the thread back (a collection of garbage, a crowded
 * processor, a virtual machine whose host took the processor away) held back those that read the
 * answers as well. After Gil Tene's jHiccup.
 *
 * <p>A sleep that ends more than a millisecond late is a stall. A stall is seen if a wake-up falls
 * into it, so that of short ones some are missed, and of each the part before the wake-up is. What
 * all stalls took together is therefore not the sum of the delays: every wake-up that should have
 * been within a stall stands for the sleep before it. Wake-ups hit a stall of length L after sleeps
 * of length T with a probability of L/T, so the sum's mean is what the stalls really took; of those
 * that are shorter than a sleep the last millisecond is missing, since a wake-up in it is not late.
 * Lives on one thread.
 */
final class StallWatch {

  /** Sleeps that end later than this are stalls; those of an idle machine end 0.1 ms late. */
  static final long STALL_NANOS = NanoClock.NANOS_PER_MILLI;

  /** How many are kept one by one. */
  static final int MOST_KEPT = 1_000;

  /** The longest, the shortest of them first. */
  private final PriorityQueue<Stall> kept =
      new PriorityQueue<>(Comparator.comparingLong(Stall::lateNanos));

  private boolean watching;
  private long count;
  private long longestNanos;
  private long totalNanos;

  /**
   * A stall.
   *
   * @param dueNanos when the thread wanted to wake
   * @param lateNanos how much later it did
   */
  record Stall(long dueNanos, long lateNanos) {}

  /** Forgets what was seen, and counts from now on. */
  void begin() {
    watching = true;
    count = 0;
    longestNanos = 0;
    totalNanos = 0;
    kept.clear();
  }

  /** Counts no more. */
  void end() {
    watching = false;
  }

  /**
   * Is told of a sleep.
   *
   * @param fromNanos when it began
   * @param dueNanos when it was to end
   * @param wokeNanos when it did
   */
  void slept(long fromNanos, long dueNanos, long wokeNanos) {
    long lateNanos = wokeNanos - dueNanos;
    if (!watching || lateNanos <= STALL_NANOS || dueNanos <= fromNanos) {
      return;
    }
    long askedNanos = dueNanos - fromNanos;
    count++;
    kept.add(new Stall(dueNanos, lateNanos));
    if (kept.size() > MOST_KEPT) {
      Stall unused = kept.poll();
    }
    longestNanos = Math.max(longestNanos, lateNanos);
    totalNanos += askedNanos * (1 + lateNanos / askedNanos);
  }

  long count() {
    return count;
  }

  /** The longest stalls, {@value #MOST_KEPT} at the most, in the order in which they were. */
  List<Stall> stalls() {
    List<Stall> stalls = new ArrayList<>(kept);
    stalls.sort(Comparator.comparingLong(Stall::dueNanos));
    return stalls;
  }

  long longestNanos() {
    return longestNanos;
  }

  /** About how long all stalls took. */
  long totalNanos() {
    return totalNanos;
  }
}
