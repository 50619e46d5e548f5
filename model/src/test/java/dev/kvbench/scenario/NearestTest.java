package dev.kvbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {

  private static final List<String> KNOWN =
      List.of("rate", "duration", "warmup", "arrivals", "objectives", "get", "put", "p99", "p99.9");

  @ParameterizedTest
  @CsvSource({
    "rte, rate",
    "rtae, rate",
    "raate, rate",
    "rats, rate",
    "RATE, rate",
    "durration, duration",
    "warm-up, warmup",
    "arrival, arrivals",
    "dur, duration",
    "gte, get",
    "objetcives, objectives"
  })
  void nearest_slip_isFound(String wrong, String meant) {
    assertThat(Nearest.nearest(wrong, KNOWN).get(0)).isEqualTo(meant);
  }

  @ParameterizedTest
  @CsvSource({"x", "connections", "delete", "''", "日本", "ab"})
  void nearest_nothingNear_isEmpty(String wrong) {
    assertThat(Nearest.nearest(wrong, KNOWN)).isEmpty();
  }

  @Test
  void nearest_several_theLikeliestFirst_threeAtMost() {
    assertThat(Nearest.nearest("quick", List.of("quirk", "quack", "quicksand", "quick", "quiet")))
        .containsExactly("quick", "quack", "quirk");
  }

  @Test
  void nearest_otherLocale_isTheSame() {
    assertThat(Nearest.nearest("TITLE", List.of("title"))).containsExactly("title");
  }

  @Test
  void nearest_hugeName_isNotCompared() {
    assertThat(Nearest.nearest("x".repeat(1_000_000), KNOWN)).isEmpty();
  }
}
