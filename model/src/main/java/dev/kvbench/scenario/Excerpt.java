package dev.kvbench.scenario;

/**
 * A line as a terminal shows it, and a second line that puts a caret under one of its characters.
 * Long lines are cut around that character. Characters that would move the cursor or turn the
 * direction of writing are shown as U+FFFD, so that a hostile file cannot forge what is printed.
 *
 * @param line the line, or the part of it around the caret
 * @param caretLine white space and a caret, to be printed below {@code line} with the same indent
 */
record Excerpt(String line, String caretLine) {

  private static final int MAX_COLUMNS = 100;
  private static final int MAX_COLUMNS_BEFORE_CARET = 60;
  private static final int TAB_COLUMNS = 8;
  private static final String CUT = "…";

  /**
   * The excerpt of {@code line} around a character.
   *
   * @param caret the character, counted from 0 in code points; the end of the line when beyond it
   */
  static Excerpt of(String line, int caret) {
    int[] characters = line.codePoints().toArray();
    int place = Math.min(caret, characters.length);
    int from = 0;
    int to = characters.length;
    if (columns(characters, 0, to) > MAX_COLUMNS) {
      from = place;
      int before = 0;
      while (from > 0 && before + columns(characters[from - 1]) <= MAX_COLUMNS_BEFORE_CARET) {
        before += columns(characters[--from]);
      }
      to = place;
      int all = before;
      while (to < characters.length && all + columns(characters[to]) <= MAX_COLUMNS) {
        all += columns(characters[to++]);
      }
    }
    StringBuilder shown = new StringBuilder();
    StringBuilder below = new StringBuilder();
    if (from > 0) {
      shown.append(CUT);
      below.append(' ');
    }
    for (int i = from; i < to; i++) {
      shown.appendCodePoint(harmless(characters[i]));
      if (i < place) {
        // a tab below a tab ends at the same column, whatever the terminal's tab stops are
        below.append(characters[i] == '\t' ? "\t" : " ".repeat(columns(characters[i])));
      }
    }
    if (to < characters.length) {
      shown.append(CUT);
    }
    return new Excerpt(shown.toString(), below.append('^').toString());
  }

  /** {@code text} in quotes for a message: at most 60 characters, with nothing hostile in it. */
  static String quoted(String text) {
    StringBuilder shown = new StringBuilder("'");
    text.codePoints()
        .limit(60)
        .forEach(c -> shown.appendCodePoint(c == '\t' || c == '\n' ? ' ' : harmless(c)));
    if (text.codePointCount(0, text.length()) > 60) {
      shown.append(CUT);
    }
    return shown.append('\'').toString();
  }

  /** {@code text} without characters that move the cursor or turn the direction of writing. */
  static String harmless(String text) {
    StringBuilder shown = new StringBuilder(text.length());
    text.codePoints().forEach(c -> shown.appendCodePoint(harmless(c)));
    return shown.toString();
  }

  private static int columns(int[] characters, int from, int to) {
    int sum = 0;
    for (int i = from; i < to && sum <= MAX_COLUMNS; i++) {
      sum += columns(characters[i]);
    }
    return sum;
  }

  private static int columns(int character) {
    if (character == '\t') {
      return TAB_COLUMNS;
    }
    if (isHostile(character)) {
      return 1;
    }
    return switch (Character.getType(character)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
      default -> isWide(character) ? 2 : 1;
    };
  }

  /** The blocks that Unicode's East Asian Width (UAX #11) has as wide, and the emoji. */
  private static boolean isWide(int c) {
    return (c >= 0x1100 && c <= 0x115F)
        || (c >= 0x2E80 && c <= 0x303E)
        || (c >= 0x3041 && c <= 0xA4CF)
        || (c >= 0xAC00 && c <= 0xD7A3)
        || (c >= 0xF900 && c <= 0xFAFF)
        || (c >= 0xFE30 && c <= 0xFE6F)
        || (c >= 0xFF00 && c <= 0xFF60)
        || (c >= 0xFFE0 && c <= 0xFFE6)
        || (c >= 0x1F300 && c <= 0x1F64F)
        || (c >= 0x1F680 && c <= 0x1F6FF)
        || (c >= 0x1F900 && c <= 0x1F9FF)
        || (c >= 0x20000 && c <= 0x3FFFD);
  }

  private static int harmless(int character) {
    return isHostile(character) ? 0xFFFD : character;
  }

  private static boolean isHostile(int c) {
    if (c == '\t') {
      return false;
    }
    return Character.isISOControl(c)
        || Character.getType(c) == Character.SURROGATE
        || c == 0x2028
        || c == 0x2029
        || c == 0x061C
        || c == 0x200E
        || c == 0x200F
        || (c >= 0x202A && c <= 0x202E)
        || (c >= 0x2066 && c <= 0x2069);
  }
}
