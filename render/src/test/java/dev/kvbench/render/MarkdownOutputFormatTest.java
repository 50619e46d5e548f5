package dev.kvbench.render;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MarkdownOutputFormatTest {

  private static final MarkdownOutputFormat FORMAT = MarkdownOutputFormat.INSTANCE;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10,000/s",
        "64.2 µs",
        "0.25 % of the arrivals failed: 120 answered 503, 30 timed out",
        "-XX:+UseSerialGC -Xmx512m",
        "worker_pools",
        "java -cp kvbench.jar dev.kvbench.server.ServerMain --port {port}",
        "2026-11-21T10:00:00Z",
        "C# & D!",
        "a - b + c = d"
      })
  void escapePlainText_whatNeedsNone_isUnchanged(String text) {
    assertThat(FORMAT.escapePlainText(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      value = {
        "a|b → a\\|b",
        "a\\b → a\\\\b",
        "<b> → \\<b>",
        "# x → \\# x",
        "> x → \\> x",
        "- x → \\- x",
        "--- → \\---",
        "1. x → 1\\. x",
        "1.5 x → 1.5 x",
        "_x_ → \\_x\\_",
        "![x](y) → !\\[x\\](y)",
        "&amp; → \\&amp;",
        "http://x → http\\://x",
        "www.x → www\\.x"
      })
  void escapePlainText_markup_isEscaped(String text, String escaped) {
    assertThat(FORMAT.escapePlainText(text)).isEqualTo(escaped);
  }

  @Test
  void escapePlainText_lineEnds_areSpaces() {
    assertThat(FORMAT.escapePlainText(" a\r\n\tb\u2028c ")).isEqualTo("a b c");
  }
}
