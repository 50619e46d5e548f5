package dev.kvbench.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.result.Calibration;
import dev.kvbench.result.Ledger;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.Verdict;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A floor of 40 µs of service time at 1,000/s, and of 400 µs of response time. */
class FloorsTest {

  @Test
  void aStepIsNear_whoseServiceTimeIsLessThanTwiceTheFloors() {
    assertThat(near(Verdict.VALID, 52_000))
        .isEqualTo(
            "near the floor: service p50 52.0 µs, and against a server that does nothing at 1,000/s"
                + " service p50 40 µs: much of this is kvbench and the machine");
    assertThat(near(Verdict.VALID, 81_000)).isNull();
    assertThat(near(Verdict.INVALID, 52_000)).isNull();
  }

  @Test
  void aStepBelowTheFloor_isSaidToBe() {
    assertThat(near(Verdict.VALID, 31_000))
        .startsWith("below the floor: service p50 31.0 µs, and against")
        .endsWith("which is woken sooner the busier it is");
  }

  private static @Nullable String near(Verdict verdict, long serviceNanos) {
    Calibration.Lateness none = new Calibration.Lateness(0, 0, 0);
    return Floors.near(
        step(verdict, serviceNanos),
        new Calibration(
            "2026-11-20",
            "test",
            new Calibration.Machine("cpu", 2, "vm"),
            none,
            none,
            new Calibration.Floor(1_000, 40, 120, 400, 900),
            null));
  }

  private static StepResult step(Verdict verdict, long serviceNanos) {
    Histogram service = new Histogram(3);
    service.recordValueWithCount(serviceNanos, 1_000);
    return new StepResult(
        "default",
        "get",
        1,
        "get",
        verdict,
        List.of(),
        "open",
        "constant",
        null,
        1,
        1_000,
        1_000,
        1_000,
        null,
        0,
        0,
        Ledger.EMPTY,
        0,
        0,
        new StepResult.Connections(1, 1),
        new StepResult.WarmupResult("fixed", 0, 0, true),
        0,
        Map.of("service", Summaries.of(service)),
        List.of(),
        StepResult.Generator.NONE,
        null,
        null,
        List.of(),
        List.of(),
        null,
        null);
  }
}
