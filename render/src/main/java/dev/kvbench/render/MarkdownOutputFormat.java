package dev.kvbench.render;

import freemarker.core.CommonMarkupOutputFormat;
import freemarker.core.CommonTemplateMarkupOutputModel;
import java.io.IOException;
import java.io.Writer;
import java.util.regex.Pattern;

/**
 * Markdown as an output format of Freemarker: whatever a template prints is escaped, so that it is
 * read as the text it is, by CommonMark and by GitHub's extensions, wherever in a line or a table
 * it stands. What needs no escape gets none: the report is also read as plain text.
 */
final class MarkdownOutputFormat extends CommonMarkupOutputFormat<MarkdownOutputFormat.Markdown> {

  static final MarkdownOutputFormat INSTANCE = new MarkdownOutputFormat();

  private static final String ALWAYS = "\\`*[]<|~$";

  /** A list item, a thematic break or an underline: only where a line begins. */
  private static final Pattern MARKER = Pattern.compile("([-+]( .*)?|[-= ]+)");

  private static final Pattern NUMBERED = Pattern.compile("(\\d{1,9})([.)])( .*)?");
  private static final Pattern ENTITY = Pattern.compile("&(?=#|[A-Za-z][A-Za-z0-9]*;)");
  private static final Pattern LINK = Pattern.compile("(?i):(?=//)|(?<=\\bwww)\\.");

  private MarkdownOutputFormat() {}

  @Override
  public String getName() {
    return "Markdown";
  }

  @Override
  public String getMimeType() {
    return "text/markdown";
  }

  @Override
  public void output(String text, Writer out) throws IOException {
    out.write(escapePlainText(text));
  }

  @Override
  public String escapePlainText(String text) {
    String line = PlainText.line(text);
    if (line.isEmpty()) {
      return line;
    }
    StringBuilder escaped = new StringBuilder(line.length() + 8);
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (ALWAYS.indexOf(c) >= 0 || (c == '_' && !isInsideWord(line, i))) {
        escaped.append('\\');
      }
      escaped.append(c);
    }
    return escapeBeginning(
        LINK.matcher(ENTITY.matcher(escaped).replaceAll("\\\\&")).replaceAll("\\\\$0"));
  }

  private static String escapeBeginning(String line) {
    char first = line.charAt(0);
    if (first == '#' || first == '>' || MARKER.matcher(line).matches()) {
      return '\\' + line;
    }
    return NUMBERED.matcher(line).matches()
        ? NUMBERED.matcher(line).replaceFirst("$1\\\\$2$3")
        : line;
  }

  private static boolean isInsideWord(String line, int at) {
    return at > 0
        && at < line.length() - 1
        && Character.isLetterOrDigit(line.charAt(at - 1))
        && Character.isLetterOrDigit(line.charAt(at + 1));
  }

  @Override
  public boolean isLegacyBuiltInBypassed(String builtInName) {
    return false;
  }

  @Override
  protected Markdown newTemplateMarkupOutputModel(String plain, String markup) {
    return new Markdown(plain, markup);
  }

  /** A piece of Markdown. */
  static final class Markdown extends CommonTemplateMarkupOutputModel<Markdown> {
    Markdown(String plain, String markup) {
      super(plain, markup);
    }

    @Override
    public MarkdownOutputFormat getOutputFormat() {
      return INSTANCE;
    }
  }
}
