package dev.kvbench.render;

/**
 * Foreign text made harmless as text: what a scenario's author or a server says may carry line
 * ends, terminal sequences, or marks that turn the direction of writing. What it means as markup is
 * the output format's business.
 */
final class PlainText {

  private static final String REPLACEMENT = "\uFFFD";

  private PlainText() {}

  /** Returns {@code text} as one line: runs of white space are one space, none at the ends. */
  static String line(String text) {
    StringBuilder line = new StringBuilder(text.length());
    boolean space = false;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      if (isSpace(c)) {
        space = true;
        continue;
      }
      if (space && line.length() > 0) {
        line.append(' ');
      }
      space = false;
      append(line, c);
    }
    return line.toString();
  }

  /** Returns {@code text} with its lines and tabs; line ends are {@code \n}, none at the end. */
  static String block(String text) {
    String unified = text.replace("\r\n", "\n").replace('\r', '\n');
    StringBuilder block = new StringBuilder(unified.length());
    for (int i = 0; i < unified.length(); ) {
      int c = unified.codePointAt(i);
      i += Character.charCount(c);
      if (c == '\n' || c == '\t') {
        block.append((char) c);
      } else {
        append(block, c);
      }
    }
    return block.toString().stripTrailing();
  }

  private static boolean isSpace(int c) {
    return c == ' '
        || (c >= '\t' && c <= '\r')
        || c == 0x85
        || c == 0xA0
        || c == 0x2028
        || c == 0x2029;
  }

  private static void append(StringBuilder out, int c) {
    if (isControl(c)) {
      out.append(REPLACEMENT);
    } else {
      out.appendCodePoint(c);
    }
  }

  /** Controls, lone surrogates, what is no character, and what turns the direction of writing. */
  private static boolean isControl(int c) {
    return c < 0x20
        || (c >= 0x7F && c <= 0x9F)
        || (c >= 0xD800 && c <= 0xDFFF)
        || (c & 0xFFFE) == 0xFFFE
        || c == 0xFEFF
        || c == 0x061C
        || c == 0x200E
        || c == 0x200F
        || (c >= 0x2028 && c <= 0x202E)
        || (c >= 0x2066 && c <= 0x2069);
  }
}
