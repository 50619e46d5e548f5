package dev.kvbench.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kvbench.result.TimeSummary;
import java.util.Objects;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class SummariesTest {

  @Test
  void arrivalsNeeded_areThoseOfTheOrderStatistic() {
    assertThat(Summaries.arrivalsNeeded(50)).isEqualTo(6);
    assertThat(Summaries.arrivalsNeeded(99)).isEqualTo(368);
    assertThat(Summaries.arrivalsNeeded(99.9)).isEqualTo(3_688);
    assertThat(Summaries.arrivalsNeeded(99.99)).isEqualTo(36_887);
  }

  @Test
  void of_exactTimes_givesPercentilesInMicroseconds() {
    TimeSummary summary = Summaries.of(evenly(1, 10_000, 1_000));
    assertThat(summary.count()).isEqualTo(10_000);
    assertThat(micros(summary, "50")).isCloseTo(5_000, within(5.0));
    assertThat(micros(summary, "99.9")).isCloseTo(9_990, within(10.0));
    assertThat(summary.censoredFrom()).isNull();
    assertThat(summary.maxMicros()).isCloseTo(10_000, within(10.0));
  }

  @Test
  void of_tooFewArrivals_refusesThePercentile_withTheNumberNeeded() {
    TimeSummary summary = Summaries.of(evenly(1, 400, 1_000));
    assertThat(summary.percentilesMicros()).containsKey("99.9");
    assertThat(summary.percentilesMicros().get("99.9")).isNull();
    assertThat(summary.needs()).containsEntry("99.9", 3_688L).doesNotContainKey("99");
    assertThat(micros(summary, "99")).isPositive();
  }

  @Test
  void of_noArrivals_hasNoFigures() {
    TimeSummary summary = Summaries.of(new Histogram(3));
    assertThat(summary.count()).isZero();
    assertThat(summary.meanMicros()).isNull();
    assertThat(summary.maxMicros()).isNull();
    assertThat(summary.percentilesMicros().values()).containsOnlyNulls();
  }

  @Test
  void of_censoredArrivals_entersThemAtTheirAge_andSaysFromWhereFiguresAreBounds() {
    // 990 answers within 1 ms, and 10 arrivals given up at 5 s: wrk2 would show a p99.9 of 1 ms.
    TimeSummary summary = Summaries.of(evenly(1, 990, 1_000), constant(10, 5_000_000_000L));
    assertThat(summary.count()).isEqualTo(1_000);
    assertThat(summary.censoredFrom()).isCloseTo(99.0, within(1e-9));
    assertThat(summary.isLowerBound(50)).isFalse();
    assertThat(summary.isLowerBound(99.9)).isTrue();
    assertThat(summary.maxMicros()).isCloseTo(5_000_000, within(5_000.0));
  }

  @Test
  void of_censoredArrivalsYoungerThanSomeAnswers_boundsEverythingAboveThem() {
    // Given up at 500 us: where they would have come among the slower half cannot be known.
    TimeSummary summary = Summaries.of(evenly(1, 1_000, 1_000), constant(100, 500_000L));
    assertThat(summary.censoredFrom()).isCloseTo(100.0 * 500 / 1_100, within(0.2));
  }

  @Test
  void of_oneEarlyFailureAmongMany_leavesTheFiguresExact() {
    Histogram many = new Histogram(3);
    for (int i = 1; i <= 300; i++) {
      many.recordValueWithCount(i * 10_003L, i == 300 ? 2_000 : 997);
    }
    TimeSummary summary = Summaries.of(many, constant(1, 300_000L));
    assertThat(summary.isLowerBound(50)).isFalse();
    assertThat(summary.isLowerBound(99)).isFalse();
    assertThat(summary.isLowerBound(99.9)).isFalse();
    assertThat(summary.isLowerBound(100)).isTrue();
  }

  @Test
  void of_aListedPercentileBetweenTwoModes_isABound_whereOneArrivalDecidesWhichItIs() {
    // Half at 1 ms, half at 50 ms, and one given up early: the median may be either.
    Histogram modes = new Histogram(3);
    modes.recordValueWithCount(1_000_000, 500);
    modes.recordValueWithCount(50_000_000, 500);
    TimeSummary summary = Summaries.of(modes, constant(1, 100_000L));
    assertThat(micros(summary, "50")).isLessThan(1_100);
    assertThat(summary.isLowerBound(50)).isTrue();
  }

  @Test
  void bounds_areThoseOfTheDefinition_forRandomArrivals() {
    Random random = new Random(7);
    for (int round = 0; round < 200; round++) {
      Histogram exact = new Histogram(3);
      Histogram censored = new Histogram(3);
      for (int i = 0; i < 2_000; i++) {
        long spread = (long) (random.nextDouble() * random.nextInt(1, 200));
        exact.recordValue(1 + spread * 10_000);
      }
      for (int i = random.nextInt(20); i > 0; i--) {
        censored.recordValue(1 + random.nextInt(2_000_000));
      }
      TimeSummary summary = Summaries.of(exact, censored);
      Histogram high = exact.copy();
      high.recordValueWithCount(Long.MAX_VALUE / 4, censored.getTotalCount());
      Histogram low = exact.copy();
      low.add(censored);
      for (double percentile : new double[] {50, 75, 90, 95, 99}) {
        boolean agree =
            low.valuesAreEquivalent(
                low.getValueAtPercentile(percentile), high.getValueAtPercentile(percentile));
        if (!summary.isLowerBound(percentile)) {
          assertThat(agree).as("p%s in round %d", percentile, round).isTrue();
        }
      }
    }
  }

  @Test
  void of_censoredArrivalsAlone_boundsEverything() {
    TimeSummary summary = Summaries.of(new Histogram(3), constant(1_000, 1_000_000L));
    assertThat(summary.censoredFrom()).isZero();
    assertThat(summary.isLowerBound(50)).isTrue();
  }

  @Test
  void percentile_ofAnyRank_knowsItsBound() {
    Summaries.Bounded bounded =
        Summaries.percentile(evenly(1, 990, 1_000), constant(10, 5_000_000_000L), 99.5);
    assertThat(bounded.highNanos()).isInfinite();
    assertThat(bounded.lowNanos()).isCloseTo(5e9, within(5e6));
    assertThat(Summaries.percentile(evenly(1, 10, 1), new Histogram(3), 99).lowNanos()).isNaN();
  }

  private static double micros(TimeSummary summary, String percentile) {
    return Objects.requireNonNull(summary.percentilesMicros().get(percentile));
  }

  private static Histogram evenly(int from, int to, long unitNanos) {
    Histogram histogram = new Histogram(3);
    for (int i = from; i <= to; i++) {
      histogram.recordValue(i * unitNanos);
    }
    return histogram;
  }

  private static Histogram constant(int count, long nanos) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(nanos, count);
    return histogram;
  }
}
