package dev.kvbench.run;

import dev.kvbench.analysis.law.LawPlan;
import dev.kvbench.result.Figures;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import dev.kvbench.result.TimeSummary;
import dev.kvbench.result.Verdict;
import java.util.ArrayList;
import java.util.List;

/** What kvbench itself says against a step that a law was measured with. */
final class OwnDoubts {

  private OwnDoubts() {}

  /**
   * Returns why the step is INVALID, and which of the percentiles that were to be compared it
   * refuses, in sentences without their ends; nothing where neither is so. A step that is DEGRADED
   * is as it should be: laws have errors.
   */
  static List<String> of(LawPlan plan, StepResult step) {
    List<String> doubts = new ArrayList<>();
    if (step.verdict() == Verdict.INVALID) {
      step.reasons().forEach(reason -> doubts.add("kvbench's own verdict is INVALID: " + reason));
    }
    TimeSummary times = step.times().get(TimeKind.RESPONSE.tag());
    for (String percentile : plan.percentiles()) {
      Long needs = times == null ? null : times.needs().get(percentile);
      if (times != null && needs != null) {
        doubts.add(
            "kvbench gives no p"
                + percentile
                + ": it needs "
                + Figures.count(needs)
                + " arrivals, and there were "
                + Figures.count(times.count()));
      }
    }
    return doubts;
  }
}
