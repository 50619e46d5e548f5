package dev.kvbench.scenario;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A scenario that cannot be run as it is written, with everything that is wrong in it. The message
 * is the text of the problems, each as {@link Problem#text()}, with an empty line between two.
 */
public final class ScenarioException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** A file with more than this many problems is the wrong file; the rest is only counted. */
  private static final int MAX_SHOWN = 50;

  private final transient List<Problem> problems;

  /**
   * A scenario with these problems.
   *
   * @param problems what is wrong, in the order in which it is to be read; at least one
   */
  public ScenarioException(List<Problem> problems) {
    super(text(problems));
    this.problems = List.copyOf(problems);
  }

  /**
   * Everything that is wrong: by line and column for the file, then the overrides in their order.
   */
  public List<Problem> problems() {
    return problems;
  }

  private static String text(List<Problem> problems) {
    String shown =
        problems.stream().limit(MAX_SHOWN).map(Problem::text).collect(Collectors.joining("\n\n"));
    int more = problems.size() - MAX_SHOWN;
    return more > 0 ? shown + "\n\n… and " + more + " more" : shown;
  }
}
