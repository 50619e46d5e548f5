package dev.kvbench.analysis;

import static dev.kvbench.result.Figures.count;
import static dev.kvbench.result.Figures.duration;
import static dev.kvbench.result.Figures.micros;
import static dev.kvbench.result.Figures.percent;
import static dev.kvbench.result.Figures.significant;

import dev.kvbench.result.StepResult;
import dev.kvbench.time.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * kvbench's own part in a step's times: requests that it wrote late, and moments at which it stood
 * still, be it by itself or with its machine.
 */
final class Delays {

  /** Schedule lag, p99, above which a step is INVALID if it is also most of the response time. */
  static final double INVALID_LAG_MICROS = 1000;

  /** Share of the response time's p99 that the lag's p99 may be where it is over the limit. */
  static final double INVALID_LAG_SHARE = 0.5;

  /** Schedule lag, p99, above which a step is DEGRADED, whatever the response time. */
  static final double DEGRADED_LAG_MICROS = 200;

  /** Share of the response time's p99 from which on a lag over that is DEGRADED. */
  static final double DEGRADED_LAG_SHARE = 0.1;

  /**
   * Schedule lag, p50, above which a step is DEGRADED if it is also a large part: the grain of a
   * Linux thread's sleep, so that less cannot be had everywhere.
   */
  static final double DEGRADED_MEDIAN_LAG_MICROS = 50;

  /** Share of the response time's p50 from which on a median lag over that is DEGRADED. */
  static final double DEGRADED_MEDIAN_LAG_SHARE = 1 / 3.0;

  /** Share of the window's arrivals that kvbench must have had ready to be written by its end. */
  static final double MADE_SHARE = 0.99;

  /** Share of all processors from which on it is said beside kvbench's own delays. */
  private static final double CROWDED_MACHINE = 0.8;

  /** Share of the machine's processor time, taken by its host, from which on it is said. */
  private static final double STOLEN = 0.001;

  private static final String MEDIAN = "50";
  private static final String OWN = " is kvbench's own: read the service time beside it";

  /** What is judged: p99, or the highest percentile that there are enough arrivals for. */
  private static final List<String> TAILS = List.of("99", "95", "90", "75", MEDIAN);

  private final StepFacts facts;
  private final @Nullable Tail tail;

  Delays(StepFacts facts) {
    this.facts = facts;
    this.tail = tail(TAILS);
  }

  /** Reasons for not using the figures. */
  List<String> invalid() {
    List<String> reasons = new ArrayList<>();
    if (tail != null && isInvalid(tail)) {
      reasons.add("kvbench itself was late: " + tail.words());
    }
    if (facts.madeShare() < MADE_SHARE) {
      reasons.add(
          "kvbench itself did not reach the offered rate: only "
              + percent(facts.madeShare())
              + " of the arrivals could have been written by the end of the window, however fast the"
              + " target");
    }
    return reasons;
  }

  /** Reasons that are to be read beside the figures. */
  List<String> degraded() {
    List<String> reasons = new ArrayList<>();
    if (tail != null && isDegraded(tail)) {
      reasons.add(tail.words() + OWN);
    }
    Tail median = tail(List.of(MEDIAN));
    if (median != null
        && median.lagMicros
            > Math.max(
                DEGRADED_MEDIAN_LAG_MICROS, DEGRADED_MEDIAN_LAG_SHARE * median.responseMicros)) {
      reasons.add(median.words() + OWN);
    }
    stalls().ifPresent(reasons::add);
    return reasons;
  }

  /**
   * That the percentile which is judged includes stalls: they cover more of the window than lies
   * above it, and are a part of it that matters. With stalls of a share s of the window, the same
   * share of a schedule's arrivals falls due in them, so that percentiles above 1 - s may be
   * theirs. A closed loop sends nothing meanwhile: in each stall no more requests are caught than
   * there are connections, which names no percentile.
   */
  private Optional<String> stalls() {
    StepResult.Standstill still = facts.generator().standstill();
    Optional<String> judged = TAILS.stream().filter(p -> response(p) != null).findFirst();
    if (still == null || still.stalls() == 0 || judged.isEmpty() || facts.windowSeconds() <= 0) {
      return Optional.empty();
    }
    String percentile = judged.get();
    double responseMicros = Objects.requireNonNull(response(percentile));
    double share = still.stalledMillis() / 1e3 / facts.windowSeconds();
    double meanMicros = still.stalledMillis() / still.stalls() * 1e3;
    double above = 1 - Double.parseDouble(percentile) / 100;
    if (share <= above || meanMicros <= DEGRADED_LAG_SHARE * responseMicros) {
      return Optional.empty();
    }
    String window = percent(Math.min(1, share)) + " of the window";
    return Optional.of(
        facts.closedLoop()
            ? "the slowest times include stalls of this machine, "
                + window
                + ", of as many requests in each as there are connections, at the most"
            : share >= 1
                ? "all percentiles include stalls of this machine, " + window
                : "percentiles above p"
                    + significant(100 * (1 - share))
                    + " include stalls of this machine, "
                    + window);
  }

  private static boolean isInvalid(Tail tail) {
    return tail.lagMicros > INVALID_LAG_MICROS
        && tail.lagMicros > INVALID_LAG_SHARE * tail.responseMicros;
  }

  private static boolean isDegraded(Tail tail) {
    return !isInvalid(tail)
        && tail.lagMicros > Math.max(DEGRADED_LAG_MICROS, DEGRADED_LAG_SHARE * tail.responseMicros);
  }

  /** What is known to have held kvbench back; empty where nothing is. */
  Optional<String> causes() {
    List<String> causes = new ArrayList<>();
    StepResult.Standstill still = facts.generator().standstill();
    if (still != null && still.stalls() > 0) {
      causes.add(
          "kvbench stood still "
              + count(still.stalls())
              + (still.stalls() == 1 ? " time, " : " times, longest ")
              + millis(still.longestMillis())
              + ", about "
              + millis(still.stalledMillis())
              + " in all");
    }
    if (still != null && still.collectionMillis() > 0) {
      causes.add(
          "its garbage was collected "
              + count(still.collections())
              + (still.collections() == 1 ? " time, " : " times, ")
              + millis(still.collectionMillis())
              + " in all");
    }
    if (still != null && still.stealShare() != null && still.stealShare() >= STOLEN) {
      causes.add(
          "the host took "
              + percent(still.stealShare())
              + " of this machine's processor time (steal)");
    }
    Double machine = facts.generator().machineCpuShare();
    if (machine != null && machine >= CROWDED_MACHINE) {
      causes.add(
          "all processors of this machine together were "
              + percent(machine)
              + " busy; the fewer other programs run on it, the better");
    }
    return causes.isEmpty()
        ? Optional.empty()
        : Optional.of(Verdicts.HELD_BACK + String.join("; ", causes));
  }

  private static String millis(double millis) {
    return duration(millis * NanoClock.NANOS_PER_MILLI);
  }

  private @Nullable Double response(String percentile) {
    return facts.response().percentilesMicros().get(percentile);
  }

  /** The first of the percentiles that there are enough arrivals for. */
  private @Nullable Tail tail(List<String> percentiles) {
    for (String percentile : percentiles) {
      Double lag = facts.scheduleLag().percentilesMicros().get(percentile);
      Double response = response(percentile);
      if (lag != null && response != null) {
        return new Tail(percentile, lag, response);
      }
    }
    return null;
  }

  /**
   * Schedule lag beside response time.
   *
   * @param percentile at which
   * @param lagMicros schedule lag
   * @param responseMicros response time
   */
  private record Tail(String percentile, double lagMicros, double responseMicros) {

    String words() {
      return "schedule lag p"
          + percentile
          + " "
          + micros(lagMicros)
          + " of a response time p"
          + percentile
          + " of "
          + micros(responseMicros);
    }
  }
}
