package dev.kvbench.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntervalsTest {

  private static final double MEDIAN_NANOS = 160_000;

  @ParameterizedTest
  @CsvSource({"30, 130, 0", "60, 130, 0.3"})
  void intervals_ofIndependentSeconds_coverTheTruthAsOftenAsTheySay(
      int seconds, int perSecond, double wobble) {
    CoverageSimulation.Coverage found =
        CoverageSimulation.simulate(11, 1_500, seconds, perSecond, wobble, 0);
    for (int i = 0; i < CoverageSimulation.PERCENTILES.length; i++) {
      assertThat(found.coveredPercent().get(i))
          .as("p%s", CoverageSimulation.PERCENTILES[i])
          .isBetween(93.0, 97.0);
      assertThat(found.markedPercent().get(i)).isLessThan(10);
    }
  }

  @Test
  void intervals_ofSecondsThatAreMuchAlike_areCalledTooNarrow() {
    CoverageSimulation.Coverage found = CoverageSimulation.simulate(12, 100, 30, 130, 0.3, 0.9);
    assertThat(found.markedPercent()).allMatch(marked -> marked > 80);
    assertThat(found.independentSeconds()).allMatch(worth -> worth < 10);
  }

  @Test
  void intervals_ofFewSeconds_areCalledTooNarrow() {
    Random random = new Random(16);
    for (int seconds : new int[] {1, 2, 10, 19}) {
      assertThat(Intervals.of(lognormal(random, seconds, 400, 0.1), 50, 99))
          .allMatch(Intervals.Interval::tooNarrow);
    }
  }

  /** Three speeds of the server, a few seconds each: neighbouring percentiles see other seconds. */
  @Test
  void ends_climbWithThePercentiles() {
    double[] percentiles = {50, 75, 90, 95, 99};
    boolean crossed = false;
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      List<Histogram> list = new ArrayList<>();
      for (int s = 0; s < 12; s++) {
        Histogram second = new Histogram(1, 400_000_000L, 3);
        int slow = random.nextInt(4) == 0 ? random.nextInt(60) : 0;
        for (int i = 0; i < 60; i++) {
          second.recordValue(i < slow ? 3_000_000 + i * 1_000L : 100_000 + i * 100L);
        }
        list.add(second);
      }
      Seconds seconds = Seconds.of(list);
      List<Intervals.Interval> found = Intervals.of(seconds, percentiles);
      for (int i = 1; i < percentiles.length; i++) {
        assertThat(found.get(i).high()).isGreaterThanOrEqualTo(found.get(i - 1).high());
        assertThat(found.get(i).low()).isGreaterThanOrEqualTo(found.get(i - 1).low());
        Intervals.Interval alone = Intervals.of(seconds, percentiles[i]).get(0);
        Intervals.Interval before = Intervals.of(seconds, percentiles[i - 1]).get(0);
        crossed |= alone.high() < before.high() || alone.low() < before.low();
        assertThat(found.get(i).low()).isLessThanOrEqualTo(alone.low());
        assertThat(found.get(i).high()).isGreaterThanOrEqualTo(alone.high());
      }
    }
    assertThat(crossed).as("there was something to mend").isTrue();
  }

  @Test
  void percentilesThatDoNotClimb_areRefused() {
    Seconds seconds = lognormal(new Random(17), 20, 100, 0);
    assertThatThrownBy(() -> Intervals.of(seconds, 99, 50))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void intervals_ofSecondsThatDiffer_areWiderThanIndependentArrivalsWouldBe() {
    Random random = new Random(12);
    Intervals.Interval calm = Intervals.of(lognormal(random, 30, 500, 0), 50).get(0);
    Intervals.Interval wobbling = Intervals.of(lognormal(random, 30, 500, 0.5), 50).get(0);
    assertThat(wobbling.high() - wobbling.low()).isGreaterThan(3 * (calm.high() - calm.low()));
  }

  @Test
  void intervals_areTheSameForTheSameSeconds() {
    Seconds seconds = lognormal(new Random(13), 10, 200, 0.2);
    assertThat(Intervals.of(seconds, 50, 90)).isEqualTo(Intervals.of(seconds, 50, 90));
  }

  @Test
  void intervals_ofOneSecond_areThoseOfItsArrivals() {
    Intervals.Interval interval = Intervals.of(lognormal(new Random(14), 1, 1_000, 0), 50).get(0);
    assertThat(interval.low()).isLessThan(MEDIAN_NANOS);
    assertThat(interval.high()).isGreaterThan(MEDIAN_NANOS);
  }

  @Test
  void intervals_ofALongRun_takeSecondsTogether() {
    Seconds hour = lognormal(new Random(15), 3_600, 20, 0);
    Intervals.Interval interval = Intervals.of(hour, 50).get(0);
    assertThat(interval.low()).isLessThan(MEDIAN_NANOS);
    assertThat(interval.high()).isGreaterThan(MEDIAN_NANOS);
  }

  /** Seconds of lognormal times whose median shifts from second to second by {@code wobble}. */
  private static Seconds lognormal(Random random, int seconds, int perSecond, double wobble) {
    List<Histogram> list = new ArrayList<>();
    for (int s = 0; s < seconds; s++) {
      Histogram second = new Histogram(1, 400_000_000L, 3);
      double shift = wobble * random.nextGaussian();
      for (int i = 0; i < perSecond; i++) {
        second.recordValue((long) (MEDIAN_NANOS * Math.exp(shift + random.nextGaussian())));
      }
      list.add(second);
    }
    return Seconds.of(list);
  }
}
