package dev.kvbench.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CorrelationTest {

  /** In a long series of an autoregression n seconds are worth n (1 − ρ) / (1 + ρ). */
  @ParameterizedTest
  @CsvSource({"0, 1", "0.5, 0.3333", "0.8, 0.1111", "0.9, 0.05263"})
  void independent_ofALongAutoregression_isWhatTheoryHas(double correlation, double share) {
    int count = 20_000;
    Random random = new Random(41);
    double[] series = new double[count];
    double level = random.nextGaussian();
    for (int i = 0; i < count; i++) {
      series[i] = level;
      level =
          correlation * level + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
    }
    assertThat(Correlation.independent(series) / count).isBetween(0.85 * share, 1.05 * share);
  }

  @Test
  void independent_ofAnAlternatingSeries_isNoMoreThanThereAre() {
    double[] series = new double[20];
    for (int i = 0; i < series.length; i++) {
      series[i] = i % 2;
    }
    assertThat(Correlation.independent(series)).isEqualTo(20);
  }

  @Test
  void independent_ofASlope_isLittle() {
    double[] series = new double[30];
    for (int i = 0; i < series.length; i++) {
      series[i] = i;
    }
    double independent = Correlation.independent(series);
    assertThat(independent).isBetween(2.0, 4.0);
    assertThat(Correlation.isTooLittle(independent, 30)).isTrue();
  }

  @Test
  void independent_ofAConstant_orOfTooFew_isTheirNumber() {
    assertThat(Correlation.independent(new double[] {4, 4, 4, 4})).isEqualTo(4);
    assertThat(Correlation.independent(new double[] {4, 5})).isEqualTo(2);
  }

  @Test
  void fewSeconds_areTooLittle_howeverIndependentTheySeem() {
    assertThat(Correlation.isTooLittle(19, 19)).isTrue();
    assertThat(Correlation.isTooLittle(20, 20)).isFalse();
    assertThat(Correlation.isTooLittle(29, 100)).isTrue();
    assertThat(Correlation.isTooLittle(31, 100)).isFalse();
  }
}
