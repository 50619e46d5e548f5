package dev.kvbench.analysis;

import dev.kvbench.result.Figures;
import dev.kvbench.result.Ledger;
import dev.kvbench.result.StepResult.ObjectiveResult;
import dev.kvbench.scenario.StepSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Whether a step holds what its scenario asks of it. */
public final class Objectives {

  private Objectives() {}

  /**
   * Holds each objective against what was measured. A percentile holds one if its upper bound does;
   * with too few arrivals it holds none.
   *
   * @param exact known response times in nanoseconds
   * @param censored ages in nanoseconds of arrivals without a right answer
   */
  public static List<ObjectiveResult> of(
      StepSpec.Objectives asked, Ledger ledger, Histogram exact, Histogram censored) {
    List<ObjectiveResult> results = new ArrayList<>();
    new TreeMap<>(asked.percentileNanos())
        .forEach(
            (percentile, limitNanos) ->
                results.add(percentile(percentile, limitNanos, exact, censored)));
    asked
        .errorShare()
        .ifPresent(
            limit -> {
              double share =
                  ledger.scheduled() == 0 ? 1 : ledger.failed() / (double) ledger.scheduled();
              results.add(
                  new ObjectiveResult(
                      "errors at most " + Figures.percent(limit),
                      Figures.percent(share),
                      share <= limit));
            });
    return results;
  }

  private static ObjectiveResult percentile(
      double percentile, long limitNanos, Histogram exact, Histogram censored) {
    String objective = "p" + Figures.plain(percentile) + " at most " + Figures.duration(limitNanos);
    Summaries.Bounded measured = Summaries.percentile(exact, censored, percentile);
    if (Double.isNaN(measured.lowNanos())) {
      return new ObjectiveResult(
          objective,
          "too few arrivals: needs " + Figures.count(Summaries.arrivalsNeeded(percentile)),
          false);
    }
    boolean known = measured.highNanos() == measured.lowNanos();
    String figure = (known ? "" : "≥ ") + Figures.duration(measured.lowNanos());
    return new ObjectiveResult(objective, figure, measured.highNanos() <= limitNanos);
  }
}
