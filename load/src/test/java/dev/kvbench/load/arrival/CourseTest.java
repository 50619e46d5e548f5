package dev.kvbench.load.arrival;

import static dev.kvbench.load.arrival.Schedules.between;
import static dev.kvbench.load.arrival.Schedules.cursor;
import static dev.kvbench.load.arrival.Schedules.distance;
import static dev.kvbench.load.arrival.Schedules.even;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.scenario.ArrivalProcess;
import dev.kvbench.scenario.ArrivalProcess.Shape;
import dev.kvbench.scenario.DueTimes;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Ramps, staircases, bursts and traces against their distribution functions. These schedules are
 * even, so they lie a hundred times closer than the Kolmogorov-Smirnov test asks of a random
 * sample.
 */
class CourseTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long WARMUP = 2 * SECOND;
  private static final long DURATION = 10 * SECOND;

  private static double[] window(ArrivalProcess process, double rate) {
    return between(cursor(process, rate, WARMUP, DURATION, 1), WARMUP, WARMUP + DURATION);
  }

  private static void assertFollows(double[] due, DoubleUnaryOperator distribution) {
    assertThat(distance(due, distribution)).isLessThanOrEqualTo(even(due.length));
    assertThat(even(due.length)).isLessThan(Schedules.critical(due.length));
  }

  @Test
  void linearRamp_followsItsDistribution_upAndDown() {
    for (double[] ends : new double[][] {{1_000, 5_000}, {5_000, 1_000}, {3_000, 3_000}}) {
      double a = ends[0];
      double b = ends[1];
      double[] due = window(new ArrivalProcess.Ramp(a, Shape.LINEAR), b);
      assertThat(due.length).isEqualTo(30_000);
      assertFollows(
          due,
          nanos -> {
            double share = nanos / DURATION;
            return (a * share + (b - a) * share * share / 2) / ((a + b) / 2);
          });
    }
  }

  @Test
  void exponentialRamp_followsItsDistribution_upAndDown() {
    for (double[] ends : new double[][] {{100, 10_000}, {10_000, 100}}) {
      double growth = Math.log(ends[1] / ends[0]);
      assertFollows(
          window(new ArrivalProcess.Ramp(ends[0], Shape.EXPONENTIAL), ends[1]),
          nanos -> Math.expm1(growth * nanos / DURATION) / Math.expm1(growth));
    }
  }

  @Test
  void ramp_hasItsFirstRateInTheWarmup_andItsLastBehindTheWindow() {
    for (Shape shape : Shape.values()) {
      RampArrivals ramp =
          new RampArrivals(new ArrivalProcess.Ramp(100, shape), 300, WARMUP, DURATION);
      assertThat(ramp.dueNanos(0)).isZero();
      assertThat(ramp.dueNanos(150)).isEqualTo(3 * SECOND / 2);
      assertThat(ramp.dueNanos(200)).isEqualTo(WARMUP);
    }
    RampArrivals linear =
        new RampArrivals(new ArrivalProcess.Ramp(100, Shape.LINEAR), 300, WARMUP, DURATION);
    assertThat(linear.dueNanos(200 + 2_000)).isEqualTo(WARMUP + DURATION);
    assertThat(linear.dueNanos(200 + 2_000 + 300 * 1_000_000L))
        .isEqualTo(WARMUP + DURATION + 1_000_000 * SECOND);
    // 750 arrivals into it: 100 t + 10 t² = 750, so t = 5
    assertThat(linear.dueNanos(200 + 750)).isEqualTo(WARMUP + 5 * SECOND);
  }

  @Test
  void longRamp_isExactAtItsEnd() {
    long day = 86_400 * SECOND;
    RampArrivals ramp =
        new RampArrivals(new ArrivalProcess.Ramp(1, Shape.LINEAR), 9_999_999, 0, day);
    assertThat(ramp.dueNanos(86_400L * 5_000_000 - 1)).isBetween(day - 101, day - 99);
    assertThat(ramp.dueNanos(86_400L * 5_000_000)).isEqualTo(day);
  }

  @Test
  void staircase_hasEachRateForItsTime() {
    ArrivalProcess stairs =
        new ArrivalProcess.Staircase(List.of(1_000.0, 4_000.0, 500.0), 2 * SECOND);
    double[] due = window(stairs, 1);
    int[] bySecond = new int[10];
    for (double nanos : due) {
      bySecond[(int) (nanos / SECOND)]++;
    }
    assertThat(bySecond).containsExactly(1_000, 1_000, 4_000, 4_000, 500, 500, 500, 500, 500, 500);
    assertThat(between(cursor(stairs, 1, WARMUP, DURATION, 1), 0, WARMUP)).hasSize(2_000);
  }

  @Test
  void staircase_followsItsDistribution_whereStairsCutGaps() {
    long each = DURATION / 3;
    ArrivalProcess stairs = new ArrivalProcess.Staircase(List.of(777.7, 3_333.3, 1_234.5), each);
    double[] rates = {777.7, 3_333.3, 1_234.5};
    double all = 777.7 + 3_333.3 + 1_234.5;
    assertFollows(
        window(stairs, 1),
        nanos -> {
          double sum = 0;
          for (int i = 0; i < 3; i++) {
            sum += rates[i] * Math.min(Math.max(nanos / each - i, 0), 1);
          }
          return sum / all;
        });
  }

  @Test
  void staircase_farOn_isExact() {
    StaircaseArrivals stairs = new StaircaseArrivals(List.of(3.0, 7.0), SECOND, 0);
    assertThat(stairs.dueNanos(2)).isEqualTo(666_666_666);
    assertThat(stairs.dueNanos(3)).isEqualTo(SECOND);
    assertThat(stairs.dueNanos(3 + 7_000_000_000L)).isEqualTo(SECOND + 1_000_000_000 * SECOND);
  }

  @Test
  void bursts_areOfEqualSizes_andBeginWithTheWindow() {
    long on = 200_000_000;
    for (long warmup : new long[] {0, 1_234_567_890, 1_900_000_000, 2 * SECOND}) {
      ArrivalCursor arrivals =
          cursor(new ArrivalProcess.Bursts(on, 800_000_000), 1_000, warmup, DURATION, 1);
      double[] due = between(arrivals, warmup, warmup + DURATION);
      assertThat(due).hasSize(2_000);
      for (int i = 0; i < due.length; i++) {
        assertThat(due[i]).isEqualTo((double) (i / 200 * SECOND + i % 200 * 1_000_000L));
      }
    }
  }

  @Test
  void bursts_inTheWarmup_comeBeforeTheWindowsFirst() {
    // 1.1 s before the window: the last 100 ms of a burst that began 1.2 s before, then a pause
    BurstArrivals bursts =
        new BurstArrivals(1_000, 2 * SECOND / 10, 10 * SECOND / 10, 11 * SECOND / 10);
    assertThat(bursts.dueNanos(0)).isZero();
    assertThat(bursts.dueNanos(99)).isEqualTo(99_000_000);
    assertThat(bursts.dueNanos(100)).isEqualTo(11 * SECOND / 10);
  }

  @Test
  void bursts_followTheirDistribution_whereTheyCutGaps() {
    long on = 123_456_789;
    long cycle = on + 345_678_901;
    long bursts = DURATION / cycle;
    double[] due = window(new ArrivalProcess.Bursts(on, cycle - on), 7_777.7);
    double whole = bursts * on + Math.min(DURATION % cycle, on);
    assertFollows(
        due,
        nanos -> {
          long burst = (long) (nanos / cycle);
          return (burst * on + Math.min(nanos - burst * cycle, on)) / whole;
        });
  }

  @Test
  void bursts_farOn_areExact() {
    BurstArrivals bursts = new BurstArrivals(7, SECOND, SECOND, 0);
    assertThat(bursts.dueNanos(7_000_000_000L)).isEqualTo(2_000_000_000L * SECOND);
  }

  @Test
  void trace_isWhatWasRecorded_andEnds() {
    ArrivalCursor arrivals =
        cursor(new ArrivalProcess.Trace("x", DueTimes.of(5, 5, 8)), 1, 0, DURATION, 1);
    assertThat(arrivals.next()).isEqualTo(5);
    assertThat(arrivals.next()).isEqualTo(5);
    assertThat(arrivals.next()).isEqualTo(8);
    assertThat(arrivals.next()).isEqualTo(ArrivalCursor.NO_MORE);
    assertThat(arrivals.next()).isEqualTo(ArrivalCursor.NO_MORE);
  }
}
