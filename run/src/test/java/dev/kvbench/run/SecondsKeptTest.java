package dev.kvbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.result.Counts;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class SecondsKeptTest {

  private final SecondsKept seconds = new SecondsKept();

  @Test
  void add_aShortRun_everySecondStaysByItself() {
    for (int i = 1; i <= SecondsKept.MOST; i++) {
      seconds.add(recorded(i));
    }

    assertThat(seconds.all()).hasSize(SecondsKept.MOST);
    assertThat(seconds.all().get(41).value(0)).isEqualTo(42);
  }

  @Test
  void add_anHour_staysSmallAndLosesNothing() {
    for (int i = 1; i <= 3600; i++) {
      seconds.add(recorded(i % 1000 + 1));
    }

    List<Counts> all = seconds.all();
    assertThat(all).hasSizeBetween(SecondsKept.MOST / 2, SecondsKept.MOST);
    assertThat(total(all)).isEqualTo(3600);
    // eight neighbours together, in their order
    assertThat(all.get(0).size()).isEqualTo(8);
    assertThat(all.get(1).value(0)).isEqualTo(10);
  }

  @Test
  void addToLast_theRestOfASecond_isInTheOneBefore() {
    seconds.addToLast(recorded(1));
    seconds.add(recorded(2));
    seconds.addToLast(recorded(3));

    assertThat(seconds.all()).hasSize(2);
    assertThat(total(seconds.all())).isEqualTo(3);
    assertThat(seconds.all().get(1).value(1)).isEqualTo(3);
  }

  private static Counts recorded(long value) {
    Histogram histogram = new Histogram(3);
    histogram.recordValue(value);
    return Counts.of(histogram);
  }

  private static long total(List<Counts> all) {
    Histogram total = new Histogram(3);
    all.forEach(counts -> counts.addTo(total));
    return total.getTotalCount();
  }
}
