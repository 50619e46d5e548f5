package dev.kvbench.analysis;

import static dev.kvbench.result.Figures.count;
import static dev.kvbench.result.Figures.percent;
import static dev.kvbench.result.Figures.rate;
import static dev.kvbench.result.Figures.significant;

import dev.kvbench.result.Ledger;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.Trend;
import dev.kvbench.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rules by which a step gets its verdict. Every rule that applies gives a reason; the verdict
 * is the gravest one's. INVALID goes before OVERLOADED before DEGRADED before VALID.
 */
public final class Verdicts {

  /**
   * How the reason begins that names what held kvbench back. It stands behind all those that it
   * explains, and repeats figures that are in the step's result anyway.
   */
  public static final String HELD_BACK = "what held kvbench back: ";

  /** Share of the offered rate that must be achieved. */
  static final double ACHIEVED_SHARE = 0.99;

  /** Fewer arrivals than this have no median. */
  static final long MIN_ARRIVALS = Summaries.arrivalsNeeded(50);

  private Verdicts() {}

  /** Judges a step. */
  public static Assessment of(StepFacts facts) {
    boolean overloaded = isOverloaded(facts);
    Delays delays = new Delays(facts);
    List<String> late = delays.invalid();
    List<String> delayed = delays.degraded();
    List<String> invalid = invalid(facts, overloaded, late);
    List<String> degraded = degraded(facts, overloaded, delayed);
    List<String> reasons = new ArrayList<>(invalid);
    // A sustained rate is no finding where the measurement went wrong.
    if (overloaded && invalid.isEmpty()) {
      reasons.add(overload(facts));
    }
    reasons.addAll(degraded);
    if (!late.isEmpty() || !delayed.isEmpty()) {
      delays.causes().ifPresent(reasons::add);
    }
    Verdict verdict =
        !invalid.isEmpty()
            ? Verdict.INVALID
            : overloaded
                ? Verdict.OVERLOADED
                : degraded.isEmpty() ? Verdict.VALID : Verdict.DEGRADED;
    return new Assessment(verdict, reasons);
  }

  private static List<String> invalid(StepFacts facts, boolean overloaded, List<String> late) {
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
    } else if (connections.missing() > (1 - ACHIEVED_SHARE) * connections.asked()) {
      reasons.add(
          "of "
              + count(connections.asked())
              + " connections "
              + significant(connections.missing())
              + " were missing on average: lost, and not to be opened again"
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
    reasons.addAll(late);
    Bottleneck.own(facts, overloaded).ifPresent(reasons::add);
    return reasons;
  }

  private static String overload(StepFacts facts) {
    return "the target keeps "
        + rate(facts.achievedPerSecond())
        + " of the "
        + rate(facts.offeredPerSecond())
        + " offered, and what it does not keep piles up: the sustained rate is the finding, the"
        + " percentiles only tell how long the run was";
  }

  private static List<String> degraded(StepFacts facts, boolean overloaded, List<String> delayed) {
    List<String> reasons = new ArrayList<>();
    Ledger ledger = facts.ledger();
    long failed = ledger.failed() - (overloaded ? ledger.unsent() : 0);
    if (failed > 0 && ledger.good() == 0) {
      reasons.add(
          "NOT ONE RIGHT ANSWER: all "
              + count(ledger.scheduled())
              + " arrivals failed"
              + statuses(ledger)
              + ", so no figure tells how fast the target is when it works");
    } else if (failed > 0) {
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
    reasons.addAll(delayed);
    if (facts.steady() && !overloaded) {
      reasons.addAll(Stability.reasons(facts.responseSeconds()));
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

  private static String statuses(Ledger ledger) {
    return ledger.status().isEmpty()
        ? ""
        : ledger.status().entrySet().stream()
            .map(status -> count(status.getValue()) + " by status " + status.getKey())
            .collect(Collectors.joining(", ", " (", ")"));
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
    return Trend.slope(window.stream().map(StepResult.Second::backlog).toList())
        * facts.windowSeconds();
  }

  private static String because(@Nullable String cause) {
    return cause == null ? "" : " (" + cause + ")";
  }
}
