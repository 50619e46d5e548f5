package dev.kvbench.load.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PacerTest {

  @Test
  void arrivalsAreAwaitedAwake_forNoMoreThanTheShareOfAProcessor() {
    for (double rate : new double[] {0.1, 250, 1_000, 2_500, 4_000}) {
      double awakePerSecond = rate * Pacer.leadNanos(rate);
      assertThat(awakePerSecond).as("at %s/s", rate).isPositive().isLessThanOrEqualTo(0.08e9);
    }
    assertThat(Pacer.leadNanos(10)).isEqualTo(80_000);
    assertThat(Pacer.leadNanos(4_000)).isEqualTo(20_000);
  }

  @Test
  void arrivalsAreNotAwaitedAwake_whereTheyAreMany_orComeWhenAnswersDo() {
    assertThat(Pacer.leadNanos(4_001)).isZero();
    assertThat(Pacer.leadNanos(0)).isZero();
  }
}
