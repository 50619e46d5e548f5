package dev.kvbench.scenario;

import java.util.ArrayList;
import java.util.List;

/** One text that a scenario is read from, the file or an override, and its lines. */
final class SourceText {

  private final String name;
  private final int order;
  private final String text;
  private final List<String> lines = new ArrayList<>();

  /**
   * A text; a byte order mark at its start is no part of it.
   *
   * @param name what problems call the text
   * @param order where its problems stand among those of other texts
   */
  SourceText(String name, int order, String text) {
    this.name = name;
    this.order = order;
    this.text = text.startsWith("\uFEFF") ? text.substring(1) : text;
    int start = 0;
    for (int i = 0; i < this.text.length(); i++) {
      char c = this.text.charAt(i);
      // the line breaks of YAML 1.2
      if (c == '\n' || c == '\r') {
        lines.add(this.text.substring(start, i));
        if (c == '\r' && i + 1 < this.text.length() && this.text.charAt(i + 1) == '\n') {
          i++;
        }
        start = i + 1;
      }
    }
    lines.add(this.text.substring(start));
  }

  /** What problems call this text. */
  String name() {
    return name;
  }

  /** Where this text's problems stand among those of other texts. */
  int order() {
    return order;
  }

  /** The text itself. */
  String text() {
    return text;
  }

  /** A line's text, counted from 0; empty beyond the last. */
  String line(int index) {
    return index < lines.size() ? lines.get(index) : "";
  }

  /** The place of a character of the text, by its index in it. */
  Place at(int index) {
    int line = 0;
    int start = 0;
    for (int i = 0; i < index; i++) {
      char c = text.charAt(i);
      if (c == '\n' || (c == '\r' && text.charAt(Math.min(i + 1, text.length() - 1)) != '\n')) {
        line++;
        start = i + 1;
      }
    }
    return new Place(this, line, text.codePointCount(start, index));
  }
}
