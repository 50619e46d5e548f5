package dev.kvbench.scenario;

import dev.kvbench.scenario.ConnectionSpec.Mode;
import java.util.EnumSet;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Makes a scenario's connections: a number, or a map of a mode that opens them as it needs them.
 */
final class ConnectionsBinder {

  private static final long MOST = 65_000;
  private static final int MOST_IO_THREADS = 256;
  private static final Section.Parser<Long> COUNT = Values.wholeNumber(1, MOST);
  private static final Map<String, Mode> MODES =
      Words.of(EnumSet.complementOf(EnumSet.of(Mode.FIXED)).toArray(Mode[]::new));

  private ConnectionsBinder() {}

  /** The words for the modes that a map may have. */
  static Map<String, Mode> modes() {
    return MODES;
  }

  /** The connections that {@code top} asks for; 64 where it says nothing. */
  static ConnectionSpec bind(Section top) {
    if (!(top.value("connections") instanceof YamlNode.Mapping)) {
      return ConnectionSpec.fixed(
          Math.toIntExact(top.get("connections", 64L, ConnectionsBinder::count)));
    }
    Section section = top.child("connections", Vocabulary.CONNECTIONS);
    Mode mode = section.get("mode", Mode.ELASTIC, ConnectionsBinder::mode);
    long max = section.get("max", 1L, COUNT);
    if (section.isMissing("max")) {
      section.report(
          section.placeOf("max"),
          "max",
          "connections.max is missing: how many there may be at a time",
          example(mode)
              + (section.has("mode") ? "" : "; or, for a fixed number, the number alone:  64"));
    }
    if (mode == Mode.PER_REQUEST) {
      if (section.has("initial")) {
        section.report(
            section.placeOfKey("initial"),
            "initial",
            "where each request has a connection of its own, none is opened before it",
            "leave out 'initial', or have mode: elastic");
      }
      return new ConnectionSpec(mode, 0, Math.toIntExact(max));
    }
    long initial = section.get("initial", 1L, COUNT);
    if (initial > max && section.has("max") && section.isSound("max")) {
      section.report(
          section.placeOf("initial"),
          "initial",
          "more connections would be open at the start, " + initial + ", than there may be, " + max,
          "set initial to " + max + " or less");
    }
    return new ConnectionSpec(mode, Math.toIntExact(initial), Math.toIntExact(max));
  }

  /** How many I/O threads {@code top} asks for; empty where that is left to kvbench. */
  static OptionalInt ioThreads(Section top) {
    return top.get(
        "io-threads",
        OptionalInt.empty(),
        Values.orAuto(
            node ->
                OptionalInt.of(Math.toIntExact(Values.wholeNumber(1, MOST_IO_THREADS).parse(node))),
            OptionalInt.empty()));
  }

  private static Long count(YamlNode node) throws BadValueException {
    Mode mode = node instanceof YamlNode.Scalar scalar ? MODES.get(scalar.text()) : null;
    if (mode != null) {
      throw new BadValueException("has no number for its mode", example(mode));
    }
    try {
      return COUNT.parse(node);
    } catch (BadValueException e) {
      throw new BadValueException(
          e.message(), e.hint() + "; or how they are opened:  { mode: elastic, max: 256 }");
    }
  }

  private static Mode mode(YamlNode node) throws BadValueException {
    if (node instanceof YamlNode.Scalar scalar && scalar.text().equals("fixed")) {
      throw new BadValueException(
          "has no word for a fixed number", "write nothing but the number:  connections: 64");
    }
    return Values.oneOf(MODES).parse(node);
  }

  private static String example(Mode mode) {
    return mode == Mode.PER_REQUEST
        ? "write  connections: { mode: per-request, max: 256 }"
        : "write  connections: { mode: elastic, max: 256, initial: 8 }";
  }
}
