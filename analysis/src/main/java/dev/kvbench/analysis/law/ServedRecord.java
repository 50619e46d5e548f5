package dev.kvbench.analysis.law;

import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;

/**
 * What a server of a known law did, by its own clock, in nanoseconds since its start.
 *
 * @param requests all requests that it read, in the order in which it had done with them
 * @param wakings how late its witness thread was woken, each time
 * @param lost how much it had no room for; above 0 the record is of no use
 */
public record ServedRecord(List<Served> requests, List<Waking> wakings, long lost) {

  /** Defensive copies. */
  public ServedRecord {
    requests = List.copyOf(requests);
    wakings = List.copyOf(wakings);
  }

  /**
   * A request that was read.
   *
   * @param number its number, from 0 in the order of their due times
   * @param readNanos when it was read
   * @param dueNanos when its answer was due; 0 if it was to get none
   * @param sentNanos when its answer was written or its connection reset; 0 if it was not
   * @param fate {@link Law.Fate#mark}
   */
  public record Served(long number, long readNanos, long dueNanos, long sentNanos, char fate) {}

  /**
   * A waking of a thread that sleeps a millisecond at a time.
   *
   * @param atNanos when it was to be woken
   * @param lateNanos how long after it was
   */
  public record Waking(long atNanos, long lateNanos) {}

  /**
   * Reads a record as the server writes it.
   *
   * @throws IllegalArgumentException if it is not whole
   */
  public static ServedRecord parse(String text) {
    List<Served> requests = new ArrayList<>();
    List<Waking> wakings = new ArrayList<>();
    long lost = -1;
    for (String line : text.split("\n", -1)) {
      StringTokenizer words = new StringTokenizer(line);
      switch (words.hasMoreTokens() ? words.nextToken() : "") {
        case "q" ->
            requests.add(
                new Served(
                    number(words),
                    number(words),
                    number(words),
                    number(words),
                    words.nextToken().charAt(0)));
        case "w" -> wakings.add(new Waking(number(words), number(words)));
        case "end" -> lost = number(words);
        case "" -> {}
        default -> throw new IllegalArgumentException("no line of a record: " + line);
      }
    }
    if (lost < 0) {
      throw new IllegalArgumentException("the server's record is cut off");
    }
    return new ServedRecord(requests, wakings, lost);
  }

  private static long number(StringTokenizer words) {
    return Long.parseLong(words.nextToken());
  }
}
