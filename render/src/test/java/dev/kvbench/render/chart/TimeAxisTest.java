package dev.kvbench.render.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.render.chart.Parts.Tick;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimeAxisTest {

  @Test
  void of_wideSpan_isLogarithmic() {
    TimeAxis axis = TimeAxis.of(50_000, 20_000_000, 300, 0, 8);
    assertThat(axis.logarithmic()).isTrue();
    assertThat(axis.ticks().stream().map(Tick::label)).contains("100 µs", "1 ms", "10 ms");
    assertThat(axis.title("time")).isEqualTo("time (log scale)");
  }

  @Test
  void of_narrowSpan_isLinearFromZero() {
    TimeAxis axis = TimeAxis.of(50_000, 60_000, 300, 0, 8);
    assertThat(axis.logarithmic()).isFalse();
    assertThat(axis.ticks().get(0)).isEqualTo(new Tick(300, "0"));
    assertThat(axis.title("time")).isEqualTo("time");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, 57, 999, 57_000, 2.1e9, 3.6e12})
  void close_oneValue_hasTwoTicksAndTheValueInside(double nanos) {
    TimeAxis axis = TimeAxis.close(nanos, nanos, 0, 100, 9);
    assertThat(axis.ticks()).hasSizeGreaterThanOrEqualTo(2);
    assertThat(axis.scale().at(nanos)).isBetween(0.0, 100.0);
  }
}
