package dev.kvbench.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportTest {

  @Test
  void of_fullRun_isSealed() {
    Report report = SampleRun.full().report();
    Golden.check("report.md", report.markdown());
    report.charts().forEach(Golden::check);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ru-RU", "ar-EG-u-nu-arab", "tr-TR", "de-CH"})
  void of_anyLocaleAndZone_isTheSame(String locale) {
    Report expected = SampleRun.full().report();
    Locale before = Locale.getDefault();
    TimeZone zone = TimeZone.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag(locale));
      TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Chatham"));
      assertThat(SampleRun.full().report()).isEqualTo(expected);
    } finally {
      Locale.setDefault(before);
      TimeZone.setDefault(zone);
    }
  }
}
