package dev.kvbench.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kvbench.result.StepResult;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ArrivalChecksTest {

  private static StepResult.ArrivalCheck check(long requests, long behind, long late) {
    return Objects.requireNonNull(ArrivalChecks.of(requests, behind, late, 1));
  }

  @Test
  void fewBehind_areAsScheduled() {
    StepResult.ArrivalCheck check = check(10_000, 163, 5);
    assertThat(check.asScheduled()).isTrue();
    assertThat(check.boundShare()).isCloseTo(0.0163, within(1e-12));
    assertThat(check.finding())
        .isEqualTo(
            "arrivals were made as scheduled: never more than 1.63 % (163 of 10,000) of them due"
                + " and not yet written; chance alone explains up to 1.63 % (Kolmogorov-Smirnov, 1"
                + " %)");
  }

  @Test
  void manyBehind_withoutOwnLag_wantedForConnections() {
    StepResult.ArrivalCheck check = check(10_000, 5_000, 100);
    assertThat(check.asScheduled()).isFalse();
    assertThat(check.finding())
        .startsWith("arrivals were not written as scheduled, for want of idle connections: up to");
  }

  @Test
  void manyBehind_byOwnLag_areKvbenchsFault() {
    StepResult.ArrivalCheck check = check(10_000, 5_000, 5_000);
    assertThat(check.asScheduled()).isFalse();
    assertThat(check.finding())
        .startsWith("arrivals were not made as scheduled: kvbench's own lag held back up to");
  }

  @Test
  void tooFewRequests_tellNothing() {
    assertThat(ArrivalChecks.of(99, 0, 0, 1)).isNull();
  }
}
