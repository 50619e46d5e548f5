package dev.kvbench.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.Locale;
import java.util.TimeZone;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportTest {

  @Test
  void of_fullRun_isSealed() {
    Report report = SampleRun.full().report();
    Golden.check("report.md", report.markdown());
    report.charts().forEach(Golden::check);
  }

  @TestFactory
  Stream<DynamicTest> of_edgeCase_isSealed() {
    return EdgeCases.all().entrySet().stream()
        .map(edge -> dynamicTest(edge.getKey(), () -> checkEdge(edge.getKey(), edge.getValue())));
  }

  private static void checkEdge(String name, SampleStep step) {
    Report report = new SampleRun().add(step).report();
    report
        .charts()
        .forEach(
            (file, svg) ->
                Golden.check(
                    "edges/"
                        + name
                        + (file.contains("-")
                            ? file.substring(file.lastIndexOf('-'))
                            : "-overview.svg"),
                    svg));
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
