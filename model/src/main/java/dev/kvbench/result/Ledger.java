package dev.kvbench.result;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where every arrival of a measured window ended: each in exactly one class, so that the classes
 * add up to {@code scheduled}.
 *
 * @param scheduled arrivals whose due time lay in the window
 * @param ok right answers
 * @param miss 404 where that is a right answer
 * @param wrong an answer whose status, body or order is not what it must be
 * @param status answers by another status code: the code as text, then how many
 * @param connect no connection could be made for the arrival
 * @param read the connection broke while the answer was awaited or read
 * @param write the connection broke while the request was written
 * @param timeout given up a timeout after its writing
 * @param malformed an answer that is no HTTP
 * @param unsent due, but never got a connection
 * @param unfinished in flight when draining ended
 */
public record Ledger(
    long scheduled,
    long ok,
    long miss,
    long wrong,
    Map<String, Long> status,
    long connect,
    long read,
    long write,
    long timeout,
    long malformed,
    long unsent,
    long unfinished) {

  /** A ledger of no arrivals. */
  public static final Ledger EMPTY = new Ledger(0, 0, 0, 0, Map.of(), 0, 0, 0, 0, 0, 0, 0);

  /** Copies the status counts, ordered by code. */
  public Ledger {
    status = Collections.unmodifiableMap(new TreeMap<>(status));
  }

  /** All classes together, which must equal {@link #scheduled}. */
  public long sum() {
    return ok
        + miss
        + wrong
        + statusTotal()
        + connect
        + read
        + write
        + timeout
        + malformed
        + unsent
        + unfinished;
  }

  /** Right answers: {@code ok} and {@code miss}. */
  public long good() {
    return ok + miss;
  }

  /** Arrivals that did not get a right answer, for whatever reason. */
  public long failed() {
    return sum() - good();
  }

  /** Answers by another status code, all codes together. */
  public long statusTotal() {
    return status.values().stream().mapToLong(Long::longValue).sum();
  }
}
