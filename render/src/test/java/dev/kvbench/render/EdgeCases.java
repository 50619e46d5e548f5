package dev.kvbench.render;

import dev.kvbench.result.Ledger;
import dev.kvbench.result.TimeKind;
import dev.kvbench.result.Verdict;
import java.util.LinkedHashMap;
import java.util.Map;

/** Steps at the ends of what can be measured, by name. */
final class EdgeCases {

  private EdgeCases() {}

  static Map<String, SampleStep> all() {
    Map<String, SampleStep> cases = new LinkedHashMap<>();
    cases.put("no-arrivals", step(1));
    cases.put("one-arrival", right(step(1), 1, 57_000));
    cases.put("all-equal", right(step(3), 5_000, 57_000));
    cases.put("one-second", spread(step(1), 2_000));
    cases.put("all-failed", allFailed());
    cases.put("hours", hours());
    cases.put("an-hour-long", long3600());
    cases.put("hundred-million", hundredMillion());
    return cases;
  }

  private static SampleStep step(int seconds) {
    SampleStep step = new SampleStep(7);
    step.windowSeconds = seconds;
    return step;
  }

  private static SampleStep right(SampleStep step, int perSecond, double nanos) {
    for (int s = 0; s < step.windowSeconds; s++) {
      step.second(perSecond, perSecond, 0, 0);
      for (TimeKind kind : TimeKind.values()) {
        step.record(kind, nanos, kind.isCensored() ? 0 : perSecond);
      }
    }
    return ok(step, (long) perSecond * step.windowSeconds);
  }

  private static SampleStep spread(SampleStep step, int perSecond) {
    for (int s = 0; s < step.windowSeconds; s++) {
      step.second(perSecond, perSecond, 0, 0);
      for (int i = 0; i < perSecond; i++) {
        step.answer(80_000, 0.4, 0, 1);
      }
    }
    return ok(step, (long) perSecond * step.windowSeconds);
  }

  private static SampleStep allFailed() {
    SampleStep step = step(5);
    step.verdict = Verdict.DEGRADED;
    for (int s = 0; s < 5; s++) {
      step.second(1_000, 0, 1_000, 0);
      step.record(TimeKind.FAILED, 700_000 + 10_000 * s, 1_000);
    }
    step.ledger = new Ledger(5_000, 0, 0, 0, Map.of("503", 5_000L), 0, 0, 0, 0, 0, 0, 0);
    return step;
  }

  private static SampleStep hours() {
    SampleStep step = right(step(2), 500, 40_000);
    step.record(TimeKind.RESPONSE, 3.6e12, 3);
    step.record(TimeKind.SERVICE, 3.6e12, 3);
    return ok(step, 1_003);
  }

  private static SampleStep long3600() {
    SampleStep step = step(3_600);
    step.packedUpToNanos = 16_000_000;
    for (int s = 0; s < 3_602; s++) {
      boolean drains = s >= 3_600;
      step.second(drains ? 0 : 50, drains ? 1 : 50, 0, s % 900 == 0 ? 12 : 0);
      for (int i = 0; i < (drains ? 1 : 50); i++) {
        step.answer(60_000 + 20 * s, 0.3, s % 900 == 0 ? 3e6 : 0, 1);
      }
    }
    return ok(step, 180_002);
  }

  private static SampleStep hundredMillion() {
    SampleStep step = step(10);
    step.askedPerSecond = 10_000_000;
    for (int s = 0; s < 10; s++) {
      step.second(10_000_000, 10_000_000, 0, 0);
      for (int i = 0; i < 1_000; i++) {
        step.answer(60_000, 0.01, 0, 10_000);
      }
    }
    return ok(step, 100_000_000);
  }

  private static SampleStep ok(SampleStep step, long count) {
    step.ledger = new Ledger(count, count, 0, 0, Map.of(), 0, 0, 0, 0, 0, 0, 0);
    return step;
  }
}
