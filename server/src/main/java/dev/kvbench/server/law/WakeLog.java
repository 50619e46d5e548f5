package dev.kvbench.server.law;

import dev.kvbench.time.WakeWitness;

/**
 * How late a thread of this process was woken, each time. Whatever a request waits for such reasons
 * is no fault of whoever measures it. As text, a line each: {@code w AT LATE}, in nanoseconds.
 */
final class WakeLog implements WakeWitness.Observer {

  private static final int MOST_WAKINGS = 1 << 17;
  private static final int CHARS_PER_LINE = 24;

  private final long[] wakings = new long[2 * MOST_WAKINGS];
  private int count;
  private long lost;

  @Override
  public synchronized void woken(long atNanos, long lateNanos) {
    if (count == MOST_WAKINGS) {
      lost++;
      return;
    }
    wakings[2 * count] = atNanos;
    wakings[2 * count++ + 1] = lateNanos;
  }

  /** How many wakings there was no room for. */
  synchronized long lost() {
    return lost;
  }

  /** Returns the wakings from {@code fromNanos} on as text. */
  synchronized String text(long fromNanos) {
    StringBuilder text = new StringBuilder(count * CHARS_PER_LINE);
    for (int i = 0; i < count; i++) {
      if (wakings[2 * i] >= fromNanos) {
        text.append("w ").append(wakings[2 * i]).append(' ');
        text.append(wakings[2 * i + 1]).append('\n');
      }
    }
    return text.toString();
  }
}
