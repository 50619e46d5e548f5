package dev.kvbench.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How kvbench's figures compare with what they must be, for a server whose behaviour is known.
 *
 * @param name of the law
 * @param words what the server does
 * @param requests how many were measured
 * @param ratePerSecond at which rate
 * @param seconds for how long
 * @param connections over how many connections
 * @param outcome of all of it
 * @param percentiles the response time, percentile by percentile
 * @param ledger class by class
 * @param disturbance how late the machine woke threads meanwhile
 * @param reasons what the outcome rests on, in words; empty where everything passed
 * @param doubts what kvbench itself says against its measurement; empty where it says nothing
 * @param stealShare share of the machine's processor time that its host took for others meanwhile,
 *     0 to 1; null where unknown
 */
public record LawCheck(
    String name,
    String words,
    long requests,
    double ratePerSecond,
    double seconds,
    int connections,
    Outcome outcome,
    List<Row> percentiles,
    List<Count> ledger,
    Disturbance disturbance,
    List<String> reasons,
    List<String> doubts,
    @Nullable Double stealShare) {

  /** Defensive copies. */
  public LawCheck {
    percentiles = List.copyOf(percentiles);
    ledger = List.copyOf(ledger);
    reasons = List.copyOf(reasons);
    doubts = List.copyOf(doubts);
  }

  /** The same with what the measurement says of itself. */
  public LawCheck with(List<String> ownDoubts, @Nullable Double steal) {
    return new LawCheck(
        name,
        words,
        requests,
        ratePerSecond,
        seconds,
        connections,
        outcome,
        percentiles,
        ledger,
        disturbance,
        reasons,
        ownDoubts,
        steal);
  }

  /** How a figure compares, the gravest first. */
  public enum Outcome {
    /** It is not what it must be. */
    FAIL,
    /** It is not, but the machine wakes threads late enough for that: nothing is shown. */
    DISTURBED,
    /**
     * It is what really happened by the server's own clock; that is later than the law, because the
     * machine wakes threads late, or the server had many answers to send at once.
     */
    LATE,
    /** It is what it must be. */
    PASS;

    /** Whether it speaks for kvbench. */
    public boolean isGood() {
      return this == PASS || this == LATE;
    }

    /** The graver of the two. */
    public Outcome and(Outcome other) {
      return compareTo(other) <= 0 ? this : other;
    }
  }

  /**
   * A percentile of the response time, in microseconds.
   *
   * @param percentile its name, in percent
   * @param lawMicros what follows from the law on paper
   * @param servedMicros what really happened, by the server's record; null where that is not whole
   * @param measuredMicros what kvbench says; null if it says nothing
   * @param bound whether kvbench says it as a lower bound
   * @param toleranceMicros by how much kvbench's figure may be off
   * @param outcome how it compares
   */
  public record Row(
      String percentile,
      double lawMicros,
      @Nullable Double servedMicros,
      @Nullable Double measuredMicros,
      boolean bound,
      double toleranceMicros,
      Outcome outcome) {}

  /**
   * A class of the ledger.
   *
   * @param name its name
   * @param expected how many requests must have ended in it
   * @param measured how many did, by kvbench
   */
  public record Count(String name, long expected, long measured) {}

  /**
   * How late the machine woke threads, by two threads that ask for it every millisecond, one of the
   * server's and one of kvbench's.
   *
   * @param server of the server's
   * @param kvbench of kvbench's
   */
  public record Disturbance(Lateness server, Lateness kvbench) {}

  /**
   * How late a thread was woken in the measured window.
   *
   * @param wakings how often it was woken more than 150 µs late
   * @param longestMicros the longest of these times
   * @param share all of them together, as a share of the window
   */
  public record Lateness(long wakings, double longestMicros, double share) {}
}
