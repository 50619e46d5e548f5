package dev.kvbench.load.engine;

import dev.kvbench.time.NanoClock;

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

  private boolean watching;
  private long count;
  private long longestNanos;
  private long totalNanos;

  /** Forgets what was seen, and counts from now on. */
  void begin() {
    watching = true;
    count = 0;
    longestNanos = 0;
    totalNanos = 0;
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
    longestNanos = Math.max(longestNanos, lateNanos);
    totalNanos += askedNanos * (1 + lateNanos / askedNanos);
  }

  long count() {
    return count;
  }

  long longestNanos() {
    return longestNanos;
  }

  /** About how long all stalls took. */
  long totalNanos() {
    return totalNanos;
  }
}
