package dev.kvbench.render.chart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PathTest {

  @Test
  void to_pointsInLine_areWrittenShort() {
    Path path = new Path().to(0, 0).to(10, 0).to(10, 0.04).to(10, 5.25).to(12, 7);
    assertThat(path).hasToString("M0 0H10V5.3L12 7");
  }

  @Test
  void lift_beginsANewLine() {
    assertThat(new Path().to(1, 1).lift().to(2, 2).to(3, 2)).hasToString("M1 1M2 2H3");
  }

  @Test
  void text_hasOneDecimalAndNoMinusZero() {
    assertThat(Pixels.text(-0.04)).isEqualTo("0");
    assertThat(Pixels.text(-0.14)).isEqualTo("-0.1");
    assertThat(Pixels.text(1234.56)).isEqualTo("1234.6");
  }
}
