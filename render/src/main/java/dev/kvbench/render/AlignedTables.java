package dev.kvbench.render;

import freemarker.core.Environment;
import freemarker.template.TemplateDirectiveBody;
import freemarker.template.TemplateDirectiveModel;
import freemarker.template.TemplateException;
import freemarker.template.TemplateModel;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The directive {@code <@aligned>}: pads the cells of the Markdown tables between its tags, so that
 * the columns also stand in line where the report is read as text. The delimiter row says to which
 * side; whatever is no row passes unchanged.
 */
final class AlignedTables implements TemplateDirectiveModel {

  @Override
  @SuppressWarnings("rawtypes") // as the interface has it
  public void execute(
      Environment environment,
      Map parameters,
      TemplateModel[] variables,
      TemplateDirectiveBody body)
      throws TemplateException, IOException {
    if (body == null) {
      return;
    }
    StringWriter nested = new StringWriter();
    body.render(nested);
    environment.getOut().write(align(nested.toString()));
  }

  /** Pads the cells of all tables in {@code markdown}. */
  static String align(String markdown) {
    StringBuilder out = new StringBuilder();
    List<List<String>> table = new ArrayList<>();
    for (String line : markdown.split("\n", -1)) {
      if (line.startsWith("|")) {
        table.add(cells(line));
      } else {
        flush(table, out);
        out.append(line).append('\n');
      }
    }
    flush(table, out);
    // the last line has no end of its own
    return out.substring(0, Math.max(0, out.length() - 1));
  }

  private static void flush(List<List<String>> table, StringBuilder out) {
    List<Integer> widths = new ArrayList<>();
    for (List<String> row : table) {
      for (int i = 0; i < row.size(); i++) {
        if (i == widths.size()) {
          widths.add(3);
        }
        widths.set(i, Math.max(widths.get(i), width(row.get(i))));
      }
    }
    List<String> sides = table.size() > 1 ? table.get(1) : List.of();
    for (int r = 0; r < table.size(); r++) {
      List<String> row = table.get(r);
      for (int i = 0; i < row.size(); i++) {
        boolean right = i < sides.size() && sides.get(i).endsWith(":");
        out.append("| ").append(pad(row.get(i), widths.get(i), right, r == 1)).append(' ');
      }
      out.append("|\n");
    }
    table.clear();
  }

  private static String pad(String cell, int width, boolean right, boolean delimiter) {
    if (delimiter) {
      return right ? "-".repeat(width - 1) + ":" : "-".repeat(width);
    }
    String space = " ".repeat(width - width(cell));
    return right ? space + cell : cell + space;
  }

  private static int width(String cell) {
    return cell.codePointCount(0, cell.length());
  }

  /** Splits a row at the bars that no backslash takes away. */
  private static List<String> cells(String line) {
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    for (int i = 1; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '|') {
        cells.add(cell.toString().strip());
        cell.setLength(0);
      } else if (c == '\\' && i + 1 < line.length()) {
        cell.append(c).append(line.charAt(++i));
      } else {
        cell.append(c);
      }
    }
    return cells;
  }
}
