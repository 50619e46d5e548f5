package dev.kvbench.scenario;

import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

/**
 * What is wrong with text that is no YAML, in words for people who never read a YAML grammar.
 *
 * @param mark where it is wrong
 */
record YamlComplaint(Optional<Mark> mark, String message, String hint) {

  private static final String QUOTES = "put a text with special characters in quotes";

  /** The parser's complaint, translated; an unusual one is passed on as it is. */
  static YamlComplaint of(MarkedYamlEngineException e) {
    String problem = String.valueOf(e.getProblem());
    String context = String.valueOf(e.getContext());
    Optional<Mark> at = e.getProblemMark();
    Optional<Mark> opened = e.getContextMark().or(() -> at);
    if (problem.contains("(TAB)")) {
      return new YamlComplaint(at, "a tab cannot indent YAML", "indent with spaces");
    }
    if (problem.contains("cannot start any token")) {
      return new YamlComplaint(at, "a value cannot begin with this character", QUOTES);
    }
    if (problem.startsWith("mapping values are not allowed")) {
      return new YamlComplaint(
          at,
          "a ':' cannot stand here",
          "check the indentation of this line and the one above; " + QUOTES);
    }
    if (context.endsWith("a flow sequence") && problem.startsWith("expected ','")) {
      return new YamlComplaint(at, "a ',' or a ']' is missing here", opening("[", opened));
    }
    if (context.endsWith("a flow mapping") && problem.startsWith("expected ','")) {
      return new YamlComplaint(at, "a ',' or a '}' is missing here", opening("{", opened));
    }
    if (problem.startsWith("could not find expected ':'")) {
      return new YamlComplaint(
          opened, "a ':' is missing after this key", "write  key: value, with a space after ':'");
    }
    if (context.contains("quoted scalar") && problem.contains("end of stream")) {
      return new YamlComplaint(opened, "the quote that opens here is never closed", "close it");
    }
    if (problem.startsWith("expected <block end>")) {
      return new YamlComplaint(
          at,
          "this does not fit the lines above",
          "keys of one map, and the items of one list, start in the same column");
    }
    return new YamlComplaint(at, "this is not YAML: " + problem, QUOTES);
  }

  private static String opening(String bracket, Optional<Mark> opened) {
    return opened.map(m -> "the '" + bracket + "' is on line " + (m.getLine() + 1)).orElse("");
  }
}
