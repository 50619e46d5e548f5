package dev.kvbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {

  private final Locale usual = Locale.getDefault();

  @AfterEach
  void restore() {
    Locale.setDefault(usual);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 ns",
    "999, 999 ns",
    "999.6, 1.00 µs",
    "64200, 64.2 µs",
    "999499, 999 µs",
    "999600, 1.00 ms",
    "1050000, 1.05 ms",
    "5000000, 5 ms",
    "22510000000, 22.5 s",
    "3600000000000, '3,600 s'"
  })
  void duration_takesTheUnitThatReadsBest(double nanos, String text) {
    assertThat(Figures.duration(nanos)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0.5, 0.500", "0.0123456, 0.0123", "1.5, 1.50", "150, 150", "12.345, 12.3", "0, 0"})
  void significant_keepsThreeDigits(double number, String text) {
    assertThat(Figures.significant(number)).isEqualTo(text);
  }

  @Test
  void numbers_areWrittenTheSameInEveryLocale() {
    for (String tag : new String[] {"ru", "ar", "de", "hi"}) {
      Locale.setDefault(Locale.forLanguageTag(tag));
      assertThat(Figures.count(1_234_567)).isEqualTo("1,234,567");
      assertThat(Figures.rate(15_000.4)).isEqualTo("15,000/s");
      assertThat(Figures.rate(12.5)).isEqualTo("12.5/s");
      assertThat(Figures.percent(0.00125)).isEqualTo("0.125 %");
      assertThat(Figures.bytes(12_345_678)).isEqualTo("12.3 MB");
      assertThat(Figures.plain(99.9)).isEqualTo("99.9");
      assertThat(Figures.plain(50)).isEqualTo("50");
    }
  }
}
