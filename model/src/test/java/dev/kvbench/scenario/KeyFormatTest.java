package dev.kvbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyFormatTest {

  private static KeyFormat format(String pattern) throws BadValueException {
    SourceText source = new SourceText("x", 0, pattern);
    return KeyFormat.parse(new YamlNode.Scalar(source.at(0), pattern, false));
  }

  @ParameterizedTest
  @CsvSource({"%d", "%012d", "%02d", "k%d", "user.%05d~x_-", "%01d"})
  void longestKey_isWhatTheFormatterMakes(String pattern) throws BadValueException {
    for (long count : new long[] {1, 10, 11, 100, 101, 123_456, 1_000_000_000}) {
      assertThat(format(pattern).longestKey(count))
          .isEqualTo(String.format(Locale.ROOT, pattern, count - 1).length());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "%d, 10, true",
    "%d, 11, false",
    "%02d, 100, true",
    "%02d, 101, false",
    "a%03dz, 1000, true",
    "a%03dz, 1001, false"
  })
  void keepsOrder_isWhetherSortingChangesNothing(String pattern, int count, boolean keeps)
      throws BadValueException {
    assertThat(format(pattern).keepsOrder(count)).isEqualTo(keeps);
    String[] keys =
        IntStream.range(0, count)
            .mapToObj(i -> String.format(Locale.ROOT, pattern, i))
            .toArray(String[]::new);
    assertThat(keys.clone()).satisfies(k -> assertThat(isSorted(k)).isEqualTo(keeps));
  }

  private static boolean isSorted(String[] keys) {
    return IntStream.range(1, keys.length).allMatch(i -> keys[i - 1].compareTo(keys[i]) < 0);
  }

  @Test
  void longKeys_areAllowedUpToTheLimit() throws BadValueException {
    assertThat(format("%01024d").longestKey(1)).isEqualTo(1024);
    assertThat(format("x".repeat(1023) + "%d").longestKey(1)).isEqualTo(1024);
    assertThat(Reading.messages("keys: { format: 'x%01024d' }\nsteps: [fill]"))
        .containsExactly("keys.format makes keys of 1025 characters");
    assertThat(
            Reading.messages(
                "keys: { format: '" + "x".repeat(1023) + "%d', count: 11 }\nsteps: [fill]"))
        .containsExactly("keys.format makes keys of 1025 characters");
  }
}
