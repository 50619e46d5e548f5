package dev.kvbench.scenario;

import java.util.Map;
import java.util.OptionalDouble;

/** One entry of a scenario's {@code steps}. */
public sealed interface StepSpec {

  /** The step's name, unique in its scenario: {@code [a-z0-9-]+}; it names the step's files. */
  String name();

  /**
   * Puts every key once, closed loop, as fast as the target takes them. Not measured.
   *
   * @param name the step's name
   */
  record Fill(String name) implements StepSpec {}

  /**
   * One operation for one duration: at one rate, open loop, or as fast as answers come, closed
   * loop.
   *
   * @param name the step's name
   * @param operation what every request does
   * @param ratePerSecond arrivals per second, above 0: of a ramp at its end, of bursts while one
   *     lasts, on average otherwise; 0 in a closed loop
   * @param arrivals how the arrivals lie in time
   * @param warmup what runs before the measured window; not automatic where the arrivals have a
   *     shape
   * @param durationNanos length of the measured window
   * @param rangeEntries how many keys a range spans; 0 for other operations
   * @param objectives what must hold; may be empty
   */
  record Load(
      String name,
      Operation operation,
      double ratePerSecond,
      ArrivalProcess arrivals,
      Warmup warmup,
      long durationNanos,
      int rangeEntries,
      Objectives objectives)
      implements StepSpec {

    /** Whether requests wait for the answers to earlier ones. */
    public boolean isClosed() {
      return arrivals instanceof ArrivalProcess.Closed;
    }

    /**
     * The arrivals per second asked for, on average over the measured window; 0 in a closed loop.
     */
    public double meanRatePerSecond() {
      return arrivals.meanRatePerSecond(ratePerSecond, warmup.nanos(), durationNanos);
    }

    /**
     * The highest rate that the arrivals come to, in arrivals per second; 0 in a closed loop, where
     * nobody knows.
     */
    public double peakRatePerSecond() {
      return arrivals.peakRatePerSecond(ratePerSecond);
    }
  }

  /** What a request does. */
  enum Operation {
    /** Stores a value under a key. */
    PUT,
    /** Reads the value of a key. */
    GET,
    /** Reads the entries of a span of keys. */
    RANGE
  }

  /**
   * The unmeasured window at a step's start.
   *
   * @param auto whether the window ends by itself, when the service time has settled
   * @param nanos its length where it is not automatic, else 0
   */
  record Warmup(boolean auto, long nanos) {
    /** A window that ends when the service time has settled. */
    public static final Warmup AUTO = new Warmup(true, 0);
  }

  /**
   * What must hold for the step to be good.
   *
   * @param percentileNanos for a percentile in percent (99.9), the response time it may not exceed
   * @param errorShare the largest share of arrivals that may end in another class than {@code ok}
   *     or {@code miss}, 0 to 1
   */
  record Objectives(Map<Double, Long> percentileNanos, OptionalDouble errorShare) {
    /** No objectives. */
    public static final Objectives NONE = new Objectives(Map.of(), OptionalDouble.empty());

    /** Defensive copy. */
    public Objectives {
      percentileNanos = Map.copyOf(percentileNanos);
    }

    /** Whether nothing is asked. */
    public boolean isEmpty() {
      return percentileNanos.isEmpty() && errorShare.isEmpty();
    }
  }
}
