package dev.kvbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExcerptTest {

  @Test
  void of_shortLine_isWhole() {
    assertThat(Excerpt.of("a: b", 3)).isEqualTo(new Excerpt("a: b", "   ^"));
  }

  @Test
  void of_caretAtOrBeyondTheEnd_isBehindTheLine() {
    assertThat(Excerpt.of("a:", 2)).isEqualTo(new Excerpt("a:", "  ^"));
    assertThat(Excerpt.of("a:", 99)).isEqualTo(new Excerpt("a:", "  ^"));
    assertThat(Excerpt.of("", 0)).isEqualTo(new Excerpt("", "^"));
  }

  @Test
  void of_charactersWithoutOrWithDoubleWidth_areCountedAsShown() {
    assertThat(Excerpt.of("e\u0301x", 2).caretLine()).isEqualTo(" ^");
    assertThat(Excerpt.of("日x", 1).caretLine()).isEqualTo("  ^");
    assertThat(Excerpt.of("\uD83D\uDE80x", 1).caretLine()).isEqualTo("  ^");
    assertThat(Excerpt.of("\u200Bx", 1).caretLine()).isEqualTo("^");
    assertThat(Excerpt.of("яx", 1).caretLine()).isEqualTo(" ^");
  }

  @Test
  void of_tabs_areTabsInBothLines() {
    assertThat(Excerpt.of("\ta\tb", 3)).isEqualTo(new Excerpt("\ta\tb", "\t \t^"));
  }

  @Test
  void of_longLine_isCutOnBothSides() {
    String line = "a".repeat(500) + "X" + "b".repeat(500);
    Excerpt excerpt = Excerpt.of(line, 500);
    assertThat(excerpt.line()).isEqualTo("…" + "a".repeat(60) + "X" + "b".repeat(39) + "…");
    assertThat(excerpt.caretLine()).isEqualTo(" ".repeat(61) + "^");
  }

  @Test
  void of_longWideLine_isCutByWidth() {
    Excerpt excerpt = Excerpt.of("日".repeat(500), 250);
    assertThat(excerpt.line()).isEqualTo("…" + "日".repeat(50) + "…");
    assertThat(excerpt.caretLine()).isEqualTo(" ".repeat(61) + "^");
  }

  @Test
  void of_controlsAndTurnsOfDirection_areReplaced() {
    assertThat(Excerpt.of("\u001B[1m\u202Ex\u0000\u009B", 6))
        .isEqualTo(new Excerpt("\uFFFD[1m\uFFFDx\uFFFD\uFFFD", "      ^"));
  }

  @Test
  void quoted_longText_isCut() {
    assertThat(Excerpt.quoted("x".repeat(61))).isEqualTo("'" + "x".repeat(60) + "…'");
    assertThat(Excerpt.quoted("a\nb\tc\u001B")).isEqualTo("'a b c\uFFFD'");
  }
}
