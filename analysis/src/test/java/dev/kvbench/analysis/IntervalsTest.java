package dev.kvbench.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class IntervalsTest {

  private static final double MEDIAN_NANOS = 160_000;

  @Test
  void intervals_ofIndependentSeconds_coverTheTruthAsOftenAsTheySay() {
    Random random = new Random(11);
    int runs = 200;
    int[] covered = new int[2];
    double[] truths = {MEDIAN_NANOS, MEDIAN_NANOS * Math.exp(2.3263479)};
    for (int run = 0; run < runs; run++) {
      List<Intervals.Interval> intervals = Intervals.of(lognormal(random, 12, 500, 0), 50, 99);
      for (int i = 0; i < 2; i++) {
        Intervals.Interval interval = intervals.get(i);
        if (interval.low() <= truths[i] && truths[i] <= interval.high()) {
          covered[i]++;
        }
      }
    }
    // The seed is fixed. 95 % of 200 are 190; three standard deviations are 9.
    assertThat(covered[0]).isBetween(181, 199);
    assertThat(covered[1]).isBetween(181, 199);
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
