package dev.kvbench.render.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kvbench.render.chart.Parts.Marker;
import dev.kvbench.render.chart.Parts.Series;
import dev.kvbench.render.chart.Parts.Tick;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PercentileChartTest {

  @Test
  void nines_countThem() {
    assertThat(PercentileChart.nines(0)).isZero();
    assertThat(PercentileChart.nines(90)).isCloseTo(1, within(1e-9));
    assertThat(PercentileChart.nines(99.9)).isCloseTo(3, within(1e-9));
  }

  @Test
  void of_axis_endsWhereTheCountDoes() {
    assertThat(chart(10_000, null).x().ticks().stream().map(Tick::label))
        .containsExactly("50 %", "90 %", "99 %", "99.9 %", "max");
    assertThat(chart(369, null).x().ticks().stream().map(Tick::label))
        .containsExactly("50 %", "90 %", "99 %", "max");
  }

  @Test
  void of_allExact_hasNoBounds() {
    PercentileChart chart = chart(10_000, null);
    assertThat(chart.shade()).isNull();
    assertThat(chart.series()).noneMatch(Series::bound);
    assertThat(chart.markers()).noneMatch(Marker::hollow);
  }

  @Test
  void of_censored_isDashedFromThereOn() {
    PercentileChart chart = chart(10_000, 95.0);
    assertThat(chart.series().stream().filter(Series::bound)).hasSize(1);
    assertThat(chart.markers().stream().filter(Marker::hollow)).hasSize(3);
    assertThat(chart.shade()).isNotNull();
  }

  @Test
  void of_allCensored_hasNoExactLine() {
    PercentileChart chart = chart(10_000, 0.0);
    assertThat(chart.series().stream().filter(s -> s.style().equals("response")))
        .hasSize(1)
        .allMatch(Series::bound);
  }

  @Test
  void of_nothing_saysSo() {
    assertThat(chart(0, null).message()).isEqualTo("no arrival ended in this step");
    assertThat(chart(1, null).message()).isEqualTo("too few arrivals to name a percentile");
  }

  private static PercentileChart chart(int count, @Nullable Double censoredFrom) {
    Histogram times = new Histogram(3);
    for (int i = 0; i < count; i++) {
      times.recordValue(1_000 + i);
    }
    return PercentileChart.of("title", "words", times, times, censoredFrom);
  }
}
