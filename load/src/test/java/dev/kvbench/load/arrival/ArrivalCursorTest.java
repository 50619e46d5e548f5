package dev.kvbench.load.arrival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kvbench.scenario.StepSpec.ArrivalProcess;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ArrivalCursorTest {

  private static final int COUNT = 20_000;

  @Test
  void constant_hasEqualGapsThatDoNotDrift() {
    ArrivalCursor arrivals = ArrivalCursor.of(ArrivalProcess.CONSTANT, 3_000, 1);
    long due = 0;
    for (int i = 0; i <= 3_000_000; i++) {
      due = arrivals.next();
    }
    assertThat(due).isEqualTo(1_000_000_000_000L);
  }

  @Test
  void constant_beginsAtTheStart() {
    assertThat(ArrivalCursor.of(ArrivalProcess.CONSTANT, 7, 1).next()).isZero();
  }

  @Test
  void poisson_hasExponentialGaps() {
    double rate = 5_000;
    double[] gaps = gaps(ArrivalCursor.of(ArrivalProcess.POISSON, rate, 42));
    Arrays.sort(gaps);
    double distance = 0;
    for (int i = 0; i < gaps.length; i++) {
      double theory = 1 - Math.exp(-gaps[i] * rate / 1e9);
      distance = Math.max(distance, Math.abs((i + 1.0) / gaps.length - theory));
      distance = Math.max(distance, Math.abs((double) i / gaps.length - theory));
    }
    // Kolmogorov-Smirnov: 1.63 / sqrt(n) is the critical distance at 1 %; the seed is fixed.
    assertThat(distance).isLessThan(1.63 / Math.sqrt(gaps.length));
  }

  @Test
  void poisson_hasIndependentGaps() {
    double[] gaps = gaps(ArrivalCursor.of(ArrivalProcess.POISSON, 5_000, 43));
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
  void cursors_neverGoBack() {
    for (ArrivalProcess process : ArrivalProcess.values()) {
      ArrivalCursor arrivals = ArrivalCursor.of(process, 123_456, 5);
      long last = 0;
      for (int i = 0; i < COUNT; i++) {
        long due = arrivals.next();
        assertThat(due).as("%s, arrival %d", process, i).isGreaterThanOrEqualTo(last);
        last = due;
      }
    }
  }

  @Test
  void cursors_ofOneSeed_areTheSame_andOfAnotherAreNot() {
    ArrivalCursor one = ArrivalCursor.of(ArrivalProcess.POISSON, 100, 1);
    ArrivalCursor same = ArrivalCursor.of(ArrivalProcess.POISSON, 100, 1);
    ArrivalCursor other = ArrivalCursor.of(ArrivalProcess.POISSON, 100, 2);
    boolean differs = false;
    for (int i = 0; i < 1_000; i++) {
      long due = one.next();
      assertThat(same.next()).isEqualTo(due);
      differs |= other.next() != due;
    }
    assertThat(differs).isTrue();
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
