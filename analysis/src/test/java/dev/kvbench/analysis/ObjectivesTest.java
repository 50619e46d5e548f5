package dev.kvbench.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.result.Ledger;
import dev.kvbench.result.StepResult.ObjectiveResult;
import dev.kvbench.scenario.StepSpec;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ObjectivesTest {

  private final Histogram exact = new Histogram(3);
  private final Histogram censored = new Histogram(3);

  @Test
  void percentile_withinItsLimit_isMet() {
    exact.recordValueWithCount(2_000_000, 1_000);
    assertThat(p99(5_000_000))
        .containsExactly(new ObjectiveResult("p99 at most 5 ms", "2.00 ms", true));
  }

  @Test
  void percentile_overItsLimit_isMissed() {
    exact.recordValueWithCount(2_000_000, 1_000);
    assertThat(p99(1_000_000).get(0).met()).isFalse();
  }

  @Test
  void percentile_thatIsOnlyABound_isMissed_thoughTheBoundLiesWithin() {
    exact.recordValueWithCount(2_000_000, 900);
    censored.recordValueWithCount(3_000_000, 100);
    ObjectiveResult result = p99(5_000_000).get(0);
    assertThat(result.met()).isFalse();
    assertThat(result.measured()).startsWith("≥ 3.");
  }

  @Test
  void percentile_ofTooFewArrivals_isMissed() {
    exact.recordValueWithCount(2_000_000, 10);
    assertThat(p99(5_000_000).get(0).measured()).contains("needs 368");
    assertThat(p99(5_000_000).get(0).met()).isFalse();
  }

  @Test
  void errors_areHeldAgainstTheirShare() {
    Ledger ledger = new Ledger(1_000, 998, 1, 0, Map.of("503", 1L), 0, 0, 0, 0, 0, 0, 0);
    assertThat(errors(0.001, ledger).get(0).met()).isTrue();
    assertThat(errors(0.0009, ledger).get(0).met()).isFalse();
    assertThat(errors(0.5, Ledger.EMPTY).get(0).met()).isFalse();
  }

  private List<ObjectiveResult> p99(long limitNanos) {
    return Objectives.of(
        new StepSpec.Objectives(Map.of(99.0, limitNanos), OptionalDouble.empty()),
        Ledger.EMPTY,
        exact,
        censored);
  }

  private List<ObjectiveResult> errors(double share, Ledger ledger) {
    return Objectives.of(
        new StepSpec.Objectives(Map.of(), OptionalDouble.of(share)), ledger, exact, censored);
  }
}
