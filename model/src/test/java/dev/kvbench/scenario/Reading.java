package dev.kvbench.scenario;

import java.util.List;

/** Short ways to read a scenario in tests. */
final class Reading {

  private Reading() {}

  static Scenario read(String text, String... overrides) {
    return ScenarioReader.read("demo.yaml", text, List.of(overrides));
  }

  /** The problems of a text that must have some. */
  static List<Problem> problems(String text, String... overrides) {
    try {
      throw new AssertionError("no problem is seen in " + read(text, overrides));
    } catch (ScenarioException e) {
      return e.problems();
    }
  }

  /** What a terminal shows of a text that must have problems. */
  static String shown(String text, String... overrides) {
    return String.valueOf(new ScenarioException(problems(text, overrides)).getMessage());
  }

  /** The messages of a text that must have problems. */
  static List<String> messages(String text, String... overrides) {
    return problems(text, overrides).stream().map(Problem::message).toList();
  }

  /** A scenario of one get step with these settings, in flow style. */
  static String get(String settings) {
    return "steps: [ get: { " + settings + " } ]";
  }
}
