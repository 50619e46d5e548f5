package dev.kvbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class CountsTest {

  private final Random random = new Random(7);

  @Test
  void addTo_anEmptyHistogram_isTheSameAgain() {
    Histogram original = recorded(5000);

    Histogram again = new Histogram(3);
    Counts.of(original).addTo(again);

    assertThat(again).isEqualTo(original);
  }

  @Test
  void plus_isWhatHistogramsAddUpTo() {
    Histogram one = recorded(3000);
    Histogram other = recorded(40);

    Histogram sum = new Histogram(3);
    Counts.of(one).plus(Counts.of(other)).addTo(sum);
    Counts.of(new Histogram(3)).plus(Counts.of(new Histogram(3))).addTo(sum);

    one.add(other);
    assertThat(sum).isEqualTo(one);
  }

  @Test
  void of_aHistogramThatGoesOn_keepsWhatItWas() {
    Histogram histogram = recorded(10);
    Counts counts = Counts.of(histogram);

    histogram.reset();

    Histogram again = new Histogram(3);
    counts.addTo(again);
    assertThat(again.getTotalCount()).isEqualTo(10);
  }

  private Histogram recorded(int count) {
    Histogram histogram = new Histogram(3);
    for (int i = 0; i < count; i++) {
      histogram.recordValue((long) Math.exp(8 + 2 * random.nextGaussian()));
    }
    return histogram;
  }
}
