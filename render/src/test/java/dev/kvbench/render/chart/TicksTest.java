package dev.kvbench.render.chart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TicksTest {

  @Test
  void fromZero_steps_areOneTwoOrFive() {
    assertThat(Ticks.fromZero(10, 5)).containsExactly(0.0, 2.0, 4.0, 6.0, 8.0, 10.0);
    assertThat(Ticks.fromZero(11, 5)).containsExactly(0.0, 5.0, 10.0, 15.0);
    assertThat(Ticks.fromZero(0.3, 3)).containsExactly(0.0, 0.1, 0.2, 0.3);
    assertThat(Ticks.fromZero(100_000, 4)).containsExactly(0.0, 50_000.0, 100_000.0);
  }

  @Test
  void fromZero_nothing_stillIsAnAxis() {
    assertThat(Ticks.fromZero(0, 5)).containsExactly(0.0, 1.0);
    assertThat(Ticks.fromZero(Double.NaN, 5)).containsExactly(0.0, 1.0);
  }

  @Test
  void logarithmic_fewDecades_areDivided() {
    assertThat(Ticks.logarithmic(10, 200, 9)).containsExactly(10.0, 20.0, 50.0, 100.0, 200.0);
  }

  @Test
  void logarithmic_manyDecades_areThinnedOut() {
    assertThat(Ticks.logarithmic(1, 1e6, 9)).hasSize(7).containsSequence(1.0, 10.0, 100.0);
    assertThat(Ticks.logarithmic(1, 1e12, 5)).hasSizeLessThanOrEqualTo(5).contains(1.0);
  }

  @Test
  void floorAndCeil_areTheNextRoundValues() {
    assertThat(Ticks.floor(57)).isEqualTo(50);
    assertThat(Ticks.floor(50)).isEqualTo(50);
    assertThat(Ticks.floor(1.9)).isEqualTo(1);
    assertThat(Ticks.floor(0.7)).isEqualTo(0.5);
    assertThat(Ticks.ceil(57)).isEqualTo(100);
    assertThat(Ticks.ceil(20)).isEqualTo(20);
    assertThat(Ticks.ceil(0.3)).isEqualTo(0.5);
  }
}
