package dev.kvbench.render;

/** Lines of plain text, broken between words where they would be too wide. */
final class WrappedText {

  private final StringBuilder out;
  private final int columns;

  /** Text that goes into {@code out}, in lines no wider than {@code columns}. */
  WrappedText(StringBuilder out, int columns) {
    this.out = out;
    this.columns = columns;
  }

  /** Adds a text that may come from others, every line of it behind {@code indent}. */
  void add(String indent, String text) {
    add(indent, indent, text);
  }

  /** Adds a text whose first line begins otherwise than the ones below it. */
  void add(String first, String indent, String text) {
    StringBuilder line = new StringBuilder(first);
    boolean empty = true;
    for (String word : PlainText.line(text).split(" ", -1)) {
      if (!empty && width(line.toString()) + 1 + width(word) > columns) {
        out.append(line).append('\n');
        line = new StringBuilder(indent);
        empty = true;
      }
      line.append(empty ? "" : " ").append(word);
      empty = false;
    }
    out.append(line).append('\n');
  }

  /** Columns that {@code text} takes. */
  static int width(String text) {
    return text.codePointCount(0, text.length());
  }
}
