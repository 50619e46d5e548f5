package dev.kvbench.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StabilityTest {

  @ParameterizedTest
  @CsvSource({"10, 100", "30, 200", "60, 100"})
  void independentSeconds_areSeldomTakenForUnstable(int seconds, int perSecond) {
    Random random = new Random(21);
    int runs = 1_000;
    int unstable = 0;
    for (int run = 0; run < runs; run++) {
      if (!Stability.reasons(seconds(random, seconds, perSecond, 1)).isEmpty()) {
        unstable++;
      }
    }
    // The seed is fixed. 1 % of 1,000 are 10; three standard deviations are 9.
    assertThat(unstable).isLessThanOrEqualTo(19);
  }

  @Test
  void aChangeOfAThird_isSeen_andSaid() {
    List<String> reasons = Stability.reasons(seconds(new Random(22), 20, 500, 1.33));
    assertThat(reasons).isNotEmpty();
    assertThat(reasons.get(0)).startsWith("unstable: p50 was ").contains("more than chance");
  }

  @Test
  void aChangeThatIsCertain_butSmall_isNotSaid() {
    assertThat(Stability.reasons(seconds(new Random(23), 20, 5_000, 1.05))).isEmpty();
  }

  @Test
  void aFewSeconds_tellNothing() {
    assertThat(Stability.reasons(seconds(new Random(24), 9, 500, 3))).isEmpty();
    assertThat(Stability.reasons(Seconds.NONE)).isEmpty();
  }

  /** Seconds of lognormal times; those of the second half are {@code factor} times as long. */
  private static Seconds seconds(Random random, int count, int perSecond, double factor) {
    List<Histogram> seconds = new ArrayList<>();
    for (int s = 0; s < count; s++) {
      Histogram second = new Histogram(1, 40_000_000L, 3);
      for (int i = 0; i < perSecond; i++) {
        double nanos = 160_000 * Math.exp(0.8 * random.nextGaussian());
        second.recordValue((long) (2 * s < count ? nanos : factor * nanos));
      }
      seconds.add(second);
    }
    return Seconds.of(seconds);
  }
}
