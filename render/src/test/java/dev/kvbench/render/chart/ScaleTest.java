package dev.kvbench.render.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ScaleTest {

  @Test
  void linear_equalDifferences_takeEqualSpace() {
    Scale scale = new Scale.Linear(0, 10, 100, 0);
    assertThat(scale.at(0)).isEqualTo(100);
    assertThat(scale.at(2.5)).isEqualTo(75);
    assertThat(scale.at(10)).isZero();
  }

  @Test
  void log_equalRatios_takeEqualSpace() {
    Scale scale = new Scale.Log(1, 1000, 0, 300);
    assertThat(scale.at(1)).isZero();
    assertThat(scale.at(10)).isEqualTo(100);
    assertThat(scale.at(100)).isEqualTo(200);
    assertThat(scale.at(1000)).isEqualTo(300);
  }

  @Test
  void at_outside_staysAtTheEnd() {
    assertThat(new Scale.Linear(0, 10, 0, 100).at(11)).isEqualTo(100);
    assertThat(new Scale.Log(1, 10, 0, 100).at(0)).isZero();
  }

  @Test
  void new_emptyScale_isRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Scale.Linear(1, 1, 0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Scale.Linear(0, Double.NaN, 0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Scale.Log(0, 1, 0, 1));
  }
}
