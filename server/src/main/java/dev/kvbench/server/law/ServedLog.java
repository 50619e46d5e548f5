package dev.kvbench.server.law;

/**
 * What a server did, request by request. Written by the server's threads without allocation, read
 * when the load is over. As text, a line each: {@code q NUMBER READ DUE SENT FATE}, 0 for a time
 * that never came. Times are nanoseconds since the process's start.
 */
final class ServedLog {

  private static final int MOST_REQUESTS = 1 << 16;
  private static final int PER_REQUEST = 4;
  private static final int CHARS_PER_LINE = 48;

  private final long[] requests = new long[MOST_REQUESTS * PER_REQUEST];
  private final char[] fates = new char[MOST_REQUESTS];
  private int count;
  private long lost;

  /** Notes what became of a request. */
  synchronized void request(long number, long read, long due, long sent, Rule.Fate fate) {
    if (count == MOST_REQUESTS) {
      lost++;
      return;
    }
    int at = count * PER_REQUEST;
    requests[at] = number;
    requests[at + 1] = read;
    requests[at + 2] = due;
    requests[at + 3] = sent;
    fates[count++] = fate.mark();
  }

  /** How many requests there was no room for. */
  synchronized long lost() {
    return lost;
  }

  /** When the first of the requests noted was read; the end of time where there is none. */
  synchronized long firstReadNanos() {
    return count == 0 ? Long.MAX_VALUE : requests[1];
  }

  /** Returns the requests as text, and forgets them. */
  synchronized String take() {
    StringBuilder text = new StringBuilder(count * CHARS_PER_LINE);
    for (int i = 0; i < count; i++) {
      text.append('q');
      for (int j = 0; j < PER_REQUEST; j++) {
        text.append(' ').append(requests[i * PER_REQUEST + j]);
      }
      text.append(' ').append(fates[i]).append('\n');
    }
    count = 0;
    lost = 0;
    return text.toString();
  }
}
