package dev.kvbench.scenario;

/**
 * One thing that is wrong in a scenario, with the place where it is wrong.
 *
 * @param file the file's name as the user gave it, or {@code --set} for an override
 * @param line the line, counted from 1
 * @param column the character of that line, counted from 1 in Unicode code points
 * @param lineText the whole line, without its line break
 * @param message what is wrong, with what
 * @param hint what would have been right; empty where there is nothing to advise
 */
public record Problem(
    String file, int line, int column, String lineText, String message, String hint) {

  private static final String INDENT = "    ";

  /**
   * The problem as a person at a terminal reads it: {@code file:line:column: message}, below it the
   * line (cut around the place when it is long), a caret under the place, and the hint. Lines are
   * separated by {@code \n}; there is none at the end.
   */
  public String text() {
    Excerpt excerpt = Excerpt.of(lineText, column - 1);
    StringBuilder text = new StringBuilder(200);
    text.append(file).append(':').append(line).append(':').append(column).append(": ");
    text.append(Excerpt.harmless(message)).append('\n');
    text.append(INDENT).append(excerpt.line()).append('\n');
    text.append(INDENT).append(excerpt.caretLine());
    if (!hint.isEmpty()) {
      text.append('\n').append(INDENT).append(Excerpt.harmless(hint));
    }
    return text.toString();
  }
}
