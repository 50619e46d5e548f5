package dev.kvbench.analysis;

import static dev.kvbench.result.Figures.count;
import static dev.kvbench.result.Figures.micros;
import static dev.kvbench.result.Figures.percent;
import static dev.kvbench.result.Figures.rate;
import static dev.kvbench.result.Figures.significant;

import dev.kvbench.result.Ledger;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules by which a step gets its verdict. Every rule that applies gives a reason; the verdict
 * is the gravest one's. INVALID goes before OVERLOADED before DEGRADED before VALID.
 */
public final class Verdicts {

  /** Schedule lag, p99, above which a step is INVALID if it is also most of the response time. */
  static final double INVALID_LAG_MICROS = 1000;

  /** Share of the response time's p99 that the lag's p99 may be where it is over the limit. */
  static final double INVALID_LAG_SHARE = 0.5;

  /** Schedule lag, p99, above which a step is DEGRADED, whatever the response time. */
  static final double DEGRADED_LAG_MICROS = 200;

  /** Share of the response time's p99 from which on a lag over that is DEGRADED. */
  static final double DEGRADED_LAG_SHARE = 0.1;

  /** Share of a core from which on a thread of kvbench's own is taken for the bottleneck. */
  static final double BUSY_THREAD = 0.85;

  /** Share of all processors from which on the machine, and so the target, is at its limit. */
  static final double BUSY_MACHINE = 0.9;

  /** Share of all processors from which on it is said beside kvbench's own delays. */
  static final double CROWDED_MACHINE = 0.8;

  /** Share of the offered rate that must be achieved. */
  static final double ACHIEVED_SHARE = 0.99;

  /** Fewer arrivals than this have no median. */
  static final long MIN_ARRIVALS = Summaries.arrivalsNeeded(50);

  private Verdicts() {}

  /** Judges a step. */
  public static Assessment of(StepFacts facts) {
    boolean overloaded = isOverloaded(facts);
    List<String> invalid = invalid(facts, overloaded);
    List<String> degraded = degraded(facts, overloaded);
    List<String> reasons = new ArrayList<>(invalid);
    // A sustained rate is no finding where the measurement went wrong.
    if (overloaded && invalid.isEmpty()) {
      reasons.add(overload(facts));
    }
    reasons.addAll(degraded);
    Verdict verdict =
        !invalid.isEmpty()
            ? Verdict.INVALID
            : overloaded
                ? Verdict.OVERLOADED
                : degraded.isEmpty() ? Verdict.VALID : Verdict.DEGRADED;
    return new Assessment(verdict, reasons);
  }

  private static List<String> invalid(StepFacts facts, boolean overloaded) {
    List<String> reasons = new ArrayList<>();
    StepResult.Connections connections = facts.connections();
    if (connections.established() < connections.asked()) {
      reasons.add(
          "only "
              + count(connections.established())
              + " of "
              + count(connections.asked())
              + " connections could be opened"
              + because(facts.connectFailure()));
    }
    if (facts.targetEnded()) {
      reasons.add(
          "the target ended during the step, "
              + significant(facts.windowSeconds())
              + " s into its measured window"
              + because(facts.stopReason()));
    }
    Ledger ledger = facts.ledger();
    if (ledger.connect() > 0
        && ledger.connect() + ledger.unsent() > (1 - ACHIEVED_SHARE) * ledger.scheduled()) {
      reasons.add(
          (connections.onDemand() == null
                  ? "connections were lost and could not be opened again"
                  : "connections could not be opened")
              + because(facts.connectFailure())
              + ": "
              + count(ledger.connect() + ledger.unsent())
              + " of "
              + count(ledger.scheduled())
              + " arrivals had none");
    }
    long met = ledger.scheduled() - ledger.connect() - ledger.unsent();
    if (met < MIN_ARRIVALS) {
      reasons.add(
          "too little was measured: "
              + count(met)
              + " arrivals that reached the target in "
              + significant(facts.windowSeconds())
              + " s"
              + (ledger.unsent() > 0
                  ? ", while all connections waited for answers to earlier ones"
                  : ""));
    }
    Tail tail = Tail.of(facts);
    if (tail != null && tail.isInvalid()) {
      reasons.add("kvbench itself was late: " + tail.words() + busyMachine(facts));
    }
    busyThread(facts, overloaded, reasons);
    return reasons;
  }

  /**
   * Schedule lag beside response time at p99, or at the highest percentile below that there are
   * enough arrivals for.
   *
   * @param percentile which one
   * @param lagMicros schedule lag
   * @param responseMicros response time
   */
  private record Tail(String percentile, double lagMicros, double responseMicros) {

    static @Nullable Tail of(StepFacts facts) {
      if (facts.closedLoop()) {
        // What kvbench adds between an answer and the next request makes the loop slower, and no
        // schedule was missed.
        return null;
      }
      for (String percentile : List.of("99", "95", "90", "75", "50")) {
        Double lag = facts.scheduleLag().percentilesMicros().get(percentile);
        Double response = facts.response().percentilesMicros().get(percentile);
        if (lag != null && response != null) {
          return new Tail(percentile, lag, response);
        }
      }
      return null;
    }

    boolean isInvalid() {
      return lagMicros > INVALID_LAG_MICROS && lagMicros > INVALID_LAG_SHARE * responseMicros;
    }

    boolean isDegraded() {
      return lagMicros > Math.max(DEGRADED_LAG_MICROS, DEGRADED_LAG_SHARE * responseMicros);
    }

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

  private static void busyThread(StepFacts facts, boolean overloaded, List<String> reasons) {
    StepResult.Generator generator = facts.generator();
    double busiest = Math.max(generator.ioCpuShare(), generator.pacerCpuShare());
    Double machine = generator.machineCpuShare();
    // A closed loop without a think time always runs somebody to the limit.
    boolean targetAtLimit =
        (overloaded || facts.closedLoop()) && machine != null && machine >= BUSY_MACHINE;
    if (busiest > BUSY_THREAD && !targetAtLimit) {
      reasons.add(
          "kvbench's own "
              + (generator.ioCpuShare() >= generator.pacerCpuShare() ? "I/O" : "pacer")
              + " thread used "
              + percent(busiest)
              + " of a core while the target was not at its limit");
    }
  }

  private static String busyMachine(StepFacts facts) {
    Double machine = facts.generator().machineCpuShare();
    return machine != null && machine >= CROWDED_MACHINE
        ? " (all processors of this machine together were "
            + percent(machine)
            + " busy; the fewer other programs run on it, the better)"
        : "";
  }

  private static String overload(StepFacts facts) {
    return "the target keeps "
        + rate(facts.achievedPerSecond())
        + " of the "
        + rate(facts.offeredPerSecond())
        + " offered, and what it does not keep piles up: the sustained rate is the finding, the"
        + " percentiles only tell how long the run was";
  }

  private static List<String> degraded(StepFacts facts, boolean overloaded) {
    List<String> reasons = new ArrayList<>();
    Ledger ledger = facts.ledger();
    long failed = ledger.failed() - (overloaded ? ledger.unsent() : 0);
    if (failed > 0) {
      reasons.add(
          count(failed)
              + " of "
              + count(ledger.scheduled())
              + " arrivals ("
              + percent(failed / (double) ledger.scheduled())
              + ") got no right answer");
    }
    if (ledger.ok() == 0 && ledger.miss() > 0) {
      reasons.add(
          "every right answer is a miss (404): nothing that was asked for was stored before; put a"
              + " fill step first");
    }
    if (facts.unasked() > 0) {
      reasons.add(
          count(facts.unasked())
              + " answers came that nobody had asked for: what was recorded may belong to other"
              + " requests");
    }
    Tail tail = Tail.of(facts);
    if (tail != null && !tail.isInvalid() && tail.isDegraded()) {
      reasons.add(
          tail.words() + " is kvbench's own: read the service time beside it" + busyMachine(facts));
    }
    if (!facts.warmup().settled()) {
      reasons.add(
          "the service time had not settled after a warm-up of "
              + significant(facts.warmup().seconds())
              + " s");
    }
    if (facts.stopReason() != null && !facts.targetEnded()) {
      reasons.add(
          "cut short after "
              + significant(facts.windowSeconds())
              + " s of "
              + significant(facts.askedSeconds())
              + " s: "
              + facts.stopReason());
    }
    return reasons;
  }

  /**
   * Whether what the target does not keep piles up: less than 99 % achieved, and the backlog's
   * trend over the window is more than 1 % of the arrivals and more than the connections.
   */
  private static boolean isOverloaded(StepFacts facts) {
    if (facts.closedLoop()) {
      return false;
    }
    double growth = backlogGrowth(facts);
    return facts.achievedPerSecond() < ACHIEVED_SHARE * facts.offeredPerSecond()
        && growth > facts.connections().limit()
        && growth > (1 - ACHIEVED_SHARE) * facts.ledger().scheduled();
  }

  /** The backlog's least-squares slope, in arrivals a second, times the window's length. */
  private static double backlogGrowth(StepFacts facts) {
    List<StepResult.Second> window =
        facts.seconds().stream().filter(s -> s.second() < facts.windowSeconds()).toList();
    int count = window.size();
    if (count < 2) {
      return count == 0 ? 0 : window.get(0).backlog();
    }
    double meanX = (count - 1) / 2.0;
    double meanY = window.stream().mapToLong(StepResult.Second::backlog).average().orElse(0);
    double covariance = 0;
    double variance = 0;
    for (int x = 0; x < count; x++) {
      covariance += (x - meanX) * (window.get(x).backlog() - meanY);
      variance += (x - meanX) * (x - meanX);
    }
    return covariance / variance * facts.windowSeconds();
  }

  private static String because(@Nullable String cause) {
    return cause == null ? "" : " (" + cause + ")";
  }
}
