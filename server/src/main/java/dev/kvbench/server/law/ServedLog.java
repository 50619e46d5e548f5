package dev.kvbench.server.law;

/**
 * What a server did, request by request, and when its own clock stood still. Written by the
 * server's threads without allocation, read when the load is over.
 *
 * <p>As text, a line each: {@code q NUMBER READ DUE SENT FATE} for a request (0 for a time that
 * never came), {@code w AT LATE} for each time that a sleeping thread was woken late, {@code end
 * LOST} at the end, with how many lines there was no room for. Times are nanoseconds since the
 * server's start.
 */
final class ServedLog {

  private static final int MOST_REQUESTS = 1 << 18;
  private static final int MOST_WAKINGS = 1 << 16;
  private static final int PER_REQUEST = 4;
  private static final int BYTES_PER_LINE = 48;

  private final long[] requests = new long[MOST_REQUESTS * PER_REQUEST];
  private final char[] fates = new char[MOST_REQUESTS];
  private final long[] wakings = new long[2 * MOST_WAKINGS];
  private int requestCount;
  private int wakingCount;
  private long lost;

  /** Notes what became of a request. */
  synchronized void request(long number, long read, long due, long sent, Rule.Fate fate) {
    if (requestCount == MOST_REQUESTS) {
      lost++;
      return;
    }
    int at = requestCount * PER_REQUEST;
    requests[at] = number;
    requests[at + 1] = read;
    requests[at + 2] = due;
    requests[at + 3] = sent;
    fates[requestCount++] = fate.mark();
  }

  /** Notes a thread that was to be woken at {@code at} and was, {@code late} after it. */
  synchronized void wokenLate(long at, long late) {
    if (wakingCount == MOST_WAKINGS) {
      lost++;
      return;
    }
    wakings[2 * wakingCount] = at;
    wakings[2 * wakingCount++ + 1] = late;
  }

  /** Returns the record as text. */
  synchronized String text() {
    StringBuilder text = new StringBuilder((requestCount + wakingCount + 1) * BYTES_PER_LINE);
    for (int i = 0; i < requestCount; i++) {
      text.append('q');
      for (int j = 0; j < PER_REQUEST; j++) {
        text.append(' ').append(requests[i * PER_REQUEST + j]);
      }
      text.append(' ').append(fates[i]).append('\n');
    }
    for (int i = 0; i < wakingCount; i++) {
      text.append("w ").append(wakings[2 * i]).append(' ').append(wakings[2 * i + 1]).append('\n');
    }
    return text.append("end ").append(lost).append('\n').toString();
  }
}
