package dev.kvbench.load.arrival;

import static dev.kvbench.load.arrival.Schedules.cursor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kvbench.scenario.ArrivalProcess;
import dev.kvbench.scenario.ArrivalProcess.Shape;
import dev.kvbench.scenario.DueTimes;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds of every process, and the two that have no course. */
class ArrivalCursorTest {

  private static final int COUNT = 20_000;
  private static final long SECOND = 1_000_000_000L;

  static List<ArrivalProcess> processes() {
    return List.of(
        ArrivalProcess.CONSTANT,
        ArrivalProcess.POISSON,
        new ArrivalProcess.Ramp(17, Shape.LINEAR),
        new ArrivalProcess.Ramp(200_000.5, Shape.LINEAR),
        new ArrivalProcess.Ramp(17, Shape.EXPONENTIAL),
        new ArrivalProcess.Ramp(123_456.789, Shape.EXPONENTIAL),
        new ArrivalProcess.Staircase(List.of(1_000.1, 0.7, 99_999.9), SECOND / 7),
        new ArrivalProcess.Bursts(SECOND / 11, SECOND / 13),
        new ArrivalProcess.Trace("x", DueTimes.of(0, 0, 5, 5, 7, SECOND)));
  }

  @ParameterizedTest
  @MethodSource("processes")
  void cursor_neverGoesBack_norBeforeTheStart(ArrivalProcess process) {
    ArrivalCursor arrivals = cursor(process, 123_456.789, SECOND / 3, SECOND, 5);
    long last = 0;
    for (int i = 0; i < 10 * COUNT; i++) {
      long due = arrivals.next();
      assertThat(due).as("arrival %d", i).isGreaterThanOrEqualTo(last);
      last = due;
    }
  }

  @ParameterizedTest
  @MethodSource("processes")
  void cursors_ofOneSeed_areTheSame(ArrivalProcess process) {
    ArrivalCursor one = cursor(process, 100, SECOND, SECOND, 1);
    ArrivalCursor same = cursor(process, 100, SECOND, SECOND, 1);
    for (int i = 0; i < 1_000; i++) {
      assertThat(same.next()).isEqualTo(one.next());
    }
  }

  @ParameterizedTest
  @MethodSource("processes")
  void cursor_hasTheProcesssMeanRateInTheWindow(ArrivalProcess process) {
    long warmup = SECOND / 3;
    long duration = 2 * SECOND;
    ArrivalCursor arrivals = cursor(process, 50_000, warmup, duration, 9);
    long inWindow = 0;
    for (long due = arrivals.next(); due < warmup + duration; due = arrivals.next()) {
      inWindow += due >= warmup ? 1 : 0;
    }
    double expected = process.meanRatePerSecond(50_000, warmup, duration) * 2;
    boolean random = process.equals(ArrivalProcess.POISSON);
    assertThat((double) inWindow)
        .isCloseTo(expected, within(random ? 3 * Math.sqrt(expected) : 2.0));
  }

  @Test
  void constant_hasEqualGapsThatDoNotDrift() {
    ArrivalCursor arrivals = cursor(ArrivalProcess.CONSTANT, 3_000, 0, SECOND, 1);
    long due = 0;
    for (int i = 0; i <= 3_000_000; i++) {
      due = arrivals.next();
    }
    assertThat(due).isEqualTo(1_000_000_000_000L);
  }

  @Test
  void constant_farOn_isExact() {
    ConstantArrivals arrivals = new ConstantArrivals(7);
    assertThat(arrivals.dueNanos(0)).isZero();
    assertThat(arrivals.dueNanos(7_000_000_000L)).isEqualTo(1_000_000_000L * SECOND);
    assertThat(arrivals.dueNanos(7_000_000_001L)).isEqualTo(1_000_000_000L * SECOND + SECOND / 7);
    // no binary fraction is a tenth: the nearest is a little more, so arrivals are due a little
    // before their whole seconds, and rounded down
    assertThat(new ConstantArrivals(0.1).dueNanos(10_000)).isEqualTo(100_000 * SECOND - 1);
  }

  @Test
  void poisson_hasExponentialGaps() {
    double[] gaps = gaps(cursor(ArrivalProcess.POISSON, 5_000, 0, SECOND, 42));
    double distance = Schedules.distance(gaps, gap -> 1 - Math.exp(-gap * 5_000 / 1e9));
    assertThat(distance).isLessThan(Schedules.critical(gaps.length));
  }

  @Test
  void poisson_hasIndependentGaps() {
    double[] gaps = gaps(cursor(ArrivalProcess.POISSON, 5_000, 0, SECOND, 43));
    double mean = Arrays.stream(gaps).average().orElseThrow();
    double covariance = 0;
    double variance = 0;
    for (int i = 0; i < gaps.length; i++) {
      variance += (gaps[i] - mean) * (gaps[i] - mean);
      if (i > 0) {
        covariance += (gaps[i] - mean) * (gaps[i - 1] - mean);
      }
    }
    assertThat(covariance / variance).isCloseTo(0, within(3 / Math.sqrt(gaps.length)));
  }

  @Test
  void poisson_ofAnotherSeed_isAnother() {
    ArrivalCursor one = cursor(ArrivalProcess.POISSON, 100, 0, SECOND, 1);
    ArrivalCursor other = cursor(ArrivalProcess.POISSON, 100, 0, SECOND, 2);
    assertThat(one.next()).isNotEqualTo(other.next());
  }

  private static double[] gaps(ArrivalCursor arrivals) {
    double[] gaps = new double[COUNT];
    long last = 0;
    for (int i = 0; i < COUNT; i++) {
      long due = arrivals.next();
      gaps[i] = due - last;
      last = due;
    }
    return gaps;
  }
}
