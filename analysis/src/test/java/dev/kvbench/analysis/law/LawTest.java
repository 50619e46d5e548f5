package dev.kvbench.analysis.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kvbench.time.NanoClock;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The percentiles that follow on paper are those of requests played through one by one. */
class LawTest {

  private static final long MILLI = NanoClock.NANOS_PER_MILLI;
  private static final long SECOND = NanoClock.NANOS_PER_SECOND;
  private static final double[] PERCENTILES = {50, 75, 90, 95, 99, 99.9};

  static List<Law> laws() {
    return List.of(
        new Law.Fixed(50 * MILLI),
        new Law.Stall(220 * MILLI, SECOND),
        new Law.Stall(100 * MILLI, 1_250 * MILLI),
        new Law.TwoModes(30 * MILLI, 100 * MILLI, 7),
        new Law.Uniform(20 * MILLI, 100 * MILLI),
        new Law.Faults(100 * MILLI, SECOND, 1, 1, 2));
  }

  @ParameterizedTest
  @MethodSource("laws")
  void ageNanos_isThePercentileOfRequestsPlayedThrough(Law law) {
    LawPlan plan = new LawPlan(law, 4_000.1, SECOND / 2, 10 * SECOND, 1, SECOND);
    long[] ages = new long[(int) (plan.end() - plan.first())];
    for (int i = 0; i < ages.length; i++) {
      long number = plan.first() + i;
      // Read when it is due, by a clock that is anywhere in the law's period at its beginning.
      long read = 123_456_789 + plan.dueNanos(number);
      ages[i] =
          law.fate(number) == Law.Fate.SILENCE ? SECOND : law.answeredNanos(number, read) - read;
    }
    Arrays.sort(ages);
    for (double percentile : PERCENTILES) {
      double age = ages[(int) Math.ceil(percentile / 100 * ages.length) - 1];
      // Requests lie a quarter of a millisecond apart, and in the next period between these.
      assertThat(law.ageNanos(percentile))
          .as("%s, p%s", law, percentile)
          .isCloseTo(age, within(0.1 * MILLI));
    }
  }

  @Test
  void ageNanos_ofAWrongLaw_isFarFromIt() {
    Law right = new Law.Stall(100 * MILLI, SECOND);
    Law wrong = new Law.Stall(120 * MILLI, SECOND);
    assertThat(wrong.ageNanos(95) - right.ageNanos(95)).isEqualTo(20.0 * MILLI);
  }

  @Test
  void fates_comeInTheirShares_whereverOneBeginsToCount() {
    Law law = new Law.Faults(MILLI, SECOND, 1, 3, 2);
    for (long first : new long[] {0, 77, 1_000_003}) {
      Map<Law.Fate, Integer> counts = new EnumMap<>(Law.Fate.class);
      for (long number = first; number < first + 700; number++) {
        counts.merge(law.fate(number), 1, Integer::sum);
      }
      assertThat(counts.values()).containsExactly(700 - 7 - 21 - 14, 7, 21, 14);
    }
  }

  @Test
  void isBound_fromWhereRequestsWereGivenUp() {
    Law law = new Law.Faults(MILLI, SECOND, 1, 1, 2);
    assertThat(law.isBound(95)).isFalse();
    assertThat(law.isBound(99)).isTrue();
    assertThat(new Law.Fixed(1).isBound(99.9)).isFalse();
  }

  @Test
  void plan_countsTheRequestsDueInItsWindow() {
    LawPlan plan = new LawPlan(new Law.Fixed(1), 400, SECOND / 2, 10 * SECOND, 1, SECOND);
    assertThat(plan.first()).isEqualTo(200);
    assertThat(plan.end()).isEqualTo(4_200);
    assertThat(plan.percentiles()).containsExactly("50", "75", "90", "95", "99", "99.9");
    LawPlan few = new LawPlan(new Law.Fixed(1), 250.1, SECOND / 2, SECOND, 1, SECOND);
    assertThat(few.dueNanos(few.first())).isGreaterThanOrEqualTo(SECOND / 2);
    assertThat(few.dueNanos(few.first() - 1)).isLessThan(SECOND / 2);
    assertThat(few.end() - few.first()).isBetween(250L, 251L);
    assertThat(few.percentiles()).containsExactly("50", "75", "90", "95");
  }

  @Test
  void plan_ofAPartOfAPeriod_isRefused() {
    assertThatThrownBy(() -> new LawPlan(new Law.Stall(100, SECOND), 100, 0, SECOND / 2, 1, SECOND))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no whole number of periods");
  }
}
