package dev.kvbench.render;

import dev.kvbench.result.Figures;
import dev.kvbench.result.Ledger;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import dev.kvbench.result.TimeSummary;
import dev.kvbench.result.Verdict;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Figures of a step as they are said, the same in the report and on the terminal. */
final class Phrases {

  /** What stands where there is no figure. */
  static final String NONE = "–";

  private static final TimeSummary NO_TIMES =
      new TimeSummary(
          0, null, null, Map.of(), Map.of(), null, List.of(), Map.of(), Map.of(), List.of());

  private Phrases() {}

  /** Returns the summary of a kind of time; an empty one where the step has none. */
  static TimeSummary times(StepResult step, TimeKind kind) {
    return times(step, kind.tag());
  }

  /** Returns a closed loop's corrected response time; an empty one where the step has none. */
  static TimeSummary corrected(StepResult step) {
    return times(step, StepResult.RESPONSE_CORRECTED);
  }

  private static TimeSummary times(StepResult step, String name) {
    TimeSummary summary = step.times().get(name);
    return summary == null ? NO_TIMES : summary;
  }

  /** Whether the step was run at all. */
  static boolean wasRun(StepResult step) {
    return step.files() != null;
  }

  /** Whether the step's requests waited for answers to earlier ones. */
  static boolean isClosedLoop(StepResult step) {
    return step.loop().equals("closed");
  }

  /**
   * Returns the word for what a step's requests per second were: {@code offered}, whatever the
   * target did; in a closed loop {@code begun}, as answers came.
   */
  static String made(StepResult step) {
    return isClosedLoop(step) ? "begun" : "offered";
  }

  /** Returns the same for all steps together, of which each has a figure in a column. */
  static String made(List<StepResult> steps) {
    List<String> words = steps.stream().map(Phrases::made).distinct().sorted().toList();
    return words.size() == 2 ? "offered/begun" : words.isEmpty() ? "offered" : words.get(0);
  }

  /** Returns what a closed loop hides, in a sentence without its end. */
  static String closedLoopWarning() {
    return "closed loop: no request was sent while a connection waited for its answer, so one slow"
        + " answer stands for all that would have been slow with it, and these percentiles hide what"
        + " users see who do not wait for each other (coordinated omission)";
  }

  /** Returns {@code 10,000/s}, or {@link #NONE} in a closed loop, which has no rate to ask for. */
  static String asked(StepResult step) {
    return isClosedLoop(step) ? NONE : Figures.rate(step.askedPerSecond());
  }

  /** Returns the verdict, or that there was nothing to judge. */
  static String verdict(StepResult step) {
    return wasRun(step) ? step.verdict().name() : "not run";
  }

  /** Whether the step's percentiles tell of the target. */
  static boolean isUsable(StepResult step) {
    return step.verdict() == Verdict.VALID || step.verdict() == Verdict.DEGRADED;
  }

  /** Returns {@code 175 µs}, {@code ≥ 22.1 s}, {@code needs 3,688} or {@link #NONE}. */
  static String percentile(TimeSummary times, String percentile) {
    Double micros = times.percentilesMicros().get(percentile);
    if (micros != null) {
      return bound(times.isLowerBound(Double.parseDouble(percentile))) + Figures.micros(micros);
    }
    Long needs = times.needs().get(percentile);
    return needs == null ? NONE : "needs " + Figures.count(needs);
  }

  /** Returns the largest time. */
  static String max(TimeSummary times) {
    return micros(times.maxMicros(), times.isLowerBound(100));
  }

  /** Returns the mean time. */
  static String mean(TimeSummary times) {
    return micros(times.meanMicros(), times.censoredFrom() != null);
  }

  private static String micros(@Nullable Double micros, boolean bound) {
    return micros == null ? NONE : bound(bound) + Figures.micros(micros);
  }

  private static String bound(boolean bound) {
    return bound ? "≥ " : "";
  }

  /** Returns {@code 171 µs – 180 µs}, or nothing where there is no interval. */
  static String interval(TimeSummary times, String percentile) {
    List<Double> interval = times.intervals().get(percentile);
    return interval == null || interval.size() != 2
        ? ""
        : Figures.micros(interval.get(0)) + " – " + Figures.micros(interval.get(1));
  }

  /** Returns {@code 14,990/s ± 12}, or the rate alone where it is not known how exact it is. */
  static String achieved(StepResult step) {
    String rate = Figures.rate(step.achievedPerSecond());
    StepResult.RateInterval interval = step.achievedInterval();
    return interval == null
        ? rate
        : rate + " ± " + Figures.number(interval.high() - step.achievedPerSecond());
  }

  /** Returns why an interval must not be trusted: {@code too few seconds: worth 6}, or nothing. */
  static String narrow(TimeSummary times, String percentile) {
    Double worth = times.independentSeconds().get(percentile);
    return worth == null || !times.narrowIntervals().contains(percentile)
        ? ""
        : " (" + tooFewSeconds(worth) + ")";
  }

  /** Returns what is the matter with an interval that so many independent seconds are behind. */
  static String tooFewSeconds(double independent) {
    return "too few seconds: worth " + Math.round(independent);
  }

  /** Returns a part of a whole in percent; {@link #NONE} where the whole is nothing. */
  static String share(long part, long whole) {
    return whole > 0 ? share((double) part / whole) : NONE;
  }

  /** Returns a share of 1 in percent with two decimals; never 0 or 100 for what is not. */
  static String share(double share) {
    long hundredths = Math.round(share * 10_000);
    if (share <= 0 || share >= 1) {
      return share <= 0 ? "0 %" : "100 %";
    }
    if (hundredths == 0 || hundredths == 10_000) {
      return hundredths == 0 ? "< 0.01 %" : "> 99.99 %";
    }
    return hundredths / 100 + "." + hundredths % 100 / 10 + hundredths % 10 + " %";
  }

  /** Returns {@code 0}, or how many failed and what share that is: {@code 12 (0.01 %)}. */
  static String failed(Ledger ledger) {
    return ledger.failed() == 0
        ? "0"
        : Figures.count(ledger.failed()) + " (" + share(ledger.failed(), ledger.scheduled()) + ")";
  }

  /** Returns what the figures of a step come to, in a sentence without its end. */
  static String finding(StepResult step) {
    String first = step.reasons().isEmpty() ? "" : PlainText.line(step.reasons().get(0));
    if (!wasRun(step)) {
      return first.isEmpty() ? "was not run" : first;
    }
    return switch (step.verdict()) {
      case INVALID -> "do not use these figures" + (first.isEmpty() ? "" : ": " + first);
      case OVERLOADED ->
          "sustained "
              + Figures.rate(step.achievedPerSecond())
              + "; the percentiles only tell how long the run lasted"
              + missed(step);
      case DEGRADED, VALID -> {
        if (step.ledger().good() == 0 && !first.isEmpty()) {
          yield first + missed(step);
        }
        TimeSummary times = times(step, TimeKind.RESPONSE);
        yield named(times, "50")
            + ", "
            + named(times, "99")
            + failures(step)
            + missed(step)
            + (first.isEmpty() || step.ledger().failed() > 0 ? "" : "; " + first);
      }
    };
  }

  /** Returns {@code p99 175 µs}, or that there is too little for it. */
  private static String named(TimeSummary times, String percentile) {
    String figure = percentile(times, percentile);
    if (figure.equals(NONE)) {
      return "p" + percentile + " unknown";
    }
    return "p" + percentile + " " + figure + (figure.startsWith("needs") ? " arrivals" : "");
  }

  private static String failures(StepResult step) {
    Ledger ledger = step.ledger();
    return ledger.failed() == 0
        ? ""
        : ", " + share(ledger.failed(), ledger.scheduled()) + " failed";
  }

  private static String missed(StepResult step) {
    StringBuilder missed = new StringBuilder();
    for (StepResult.ObjectiveResult objective : step.objectives()) {
      if (!objective.met()) {
        missed
            .append(", objective missed (")
            .append(PlainText.line(objective.objective()))
            .append(": ")
            .append(PlainText.line(objective.measured()))
            .append(')');
      }
    }
    return missed.toString();
  }

  /** Returns the response times that matter in one line, for those who do not see a chart. */
  static String responseTimes(StepResult step) {
    TimeSummary times = times(step, TimeKind.RESPONSE);
    return named(times, "50")
        + ", "
        + named(times, "99")
        + ", "
        + named(times, "99.9")
        + ", max "
        + max(times);
  }
}
