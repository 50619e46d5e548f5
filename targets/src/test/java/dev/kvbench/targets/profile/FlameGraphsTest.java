package dev.kvbench.targets.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.result.SampledStack;
import dev.kvbench.result.SampledStack.Frame;
import dev.kvbench.result.SampledStack.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlameGraphsTest {

  private static SampledStack stack(String leaf, double weight) {
    return new SampledStack(
        "main",
        List.of(new Frame(leaf, Kind.COMPILED), new Frame("a.Main.main", Kind.INTERPRETED)),
        "",
        1,
        weight);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          one.nio.net.Session.<init>   | one.nio.net.Session.<init>
          a</script><b>                | a<\u2215script><b>
          a<!--b                       | a<\u01C3--b
          """)
  void plain_endsNeitherAScriptNorAComment(String name, String plain) {
    assertThat(RecordedEvent.plain(name, "none")).isEqualTo(plain);
  }

  @Test
  void plain_isOneLine() {
    assertThat(RecordedEvent.plain("a\nb\u2028c\u0000d\ud800e", "none"))
        .isEqualTo("a\ufffdb\ufffdc\ufffdd\ufffde");
    assertThat(RecordedEvent.plain("", "none")).isEqualTo("none");
    assertThat(RecordedEvent.plain(null, "none")).isEqualTo("none");
  }

  @Test
  void of_hasEveryFrame() {
    assertThat(FlameGraphs.of(List.of(stack("a.B.work", 5), stack("a.C.rest", 7)), "cpu & more"))
        .contains("cpu &amp; more")
        .contains("Main.main")
        .contains("[main]");
  }

  @Test
  void difference_holdsTheWeightsThatTheSameWorkWouldHaveTaken() {
    List<SampledStack> before = List.of(stack("a.B.work", 100), stack("a.C.rest", 40));
    // Half as many requests, each with the same work: no difference.
    List<SampledStack> after = List.of(stack("a.B.work", 50), stack("a.C.rest", 20));
    assertThat(FlameGraphs.difference(before, 0.5, after, "same"))
        .isEqualTo(FlameGraphs.difference(after, 1, after, "same"));
    assertThat(FlameGraphs.difference(before, 1, after, "same"))
        .isNotEqualTo(FlameGraphs.difference(after, 1, after, "same"));
  }
}
