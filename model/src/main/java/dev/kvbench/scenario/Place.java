package dev.kvbench.scenario;

import java.util.Comparator;

/**
 * A place in one of the texts that make a scenario.
 *
 * @param source the text
 * @param line counted from 0
 * @param column counted from 0, in code points
 */
record Place(SourceText source, int line, int column) {

  /** The order of reading: the file first, then the overrides one after the other. */
  static final Comparator<Place> READING_ORDER =
      Comparator.comparingInt((Place p) -> p.source().order())
          .thenComparingInt(Place::line)
          .thenComparingInt(Place::column);

  /** A problem at this place. */
  Problem problem(String message, String hint) {
    return new Problem(source.name(), line + 1, column + 1, source.line(line), message, hint);
  }
}
