package dev.kvbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class TrendTest {

  @Test
  void slope_ofALine_isItsOwn() {
    assertThat(Trend.slope(List.of(3L, 5L, 7L, 9L))).isCloseTo(2, within(1e-12));
    assertThat(Trend.slope(List.of(4.0, 4.0, 4.0))).isZero();
  }

  @Test
  void slope_ofScatteredPoints_isTheLeastSquaresLines() {
    // By hand: the covariance is 6.5 and the variance 5.
    assertThat(Trend.slope(List.of(1.0, 4.0, 2.0, 6.0))).isCloseTo(1.3, within(1e-12));
  }

  @Test
  void slope_ofLessThanTwo_isNone() {
    assertThat(Trend.slope(List.of())).isZero();
    assertThat(Trend.slope(List.of(7.0))).isZero();
  }
}
