package dev.kvbench.cli;

import dev.kvbench.scenario.Problem;
import dev.kvbench.scenario.Scenario;
import dev.kvbench.scenario.ScenarioException;
import java.util.List;

/** The address of a server in a command's words: understood as that of a scenario's target is. */
final class TargetUrl {

  private static final ScenarioFiles.ScenarioText LEAST =
      new ScenarioFiles.ScenarioText("url", "steps: [fill]");

  private TargetUrl() {}

  /**
   * Returns the setting of a scenario that {@code url} means, checked by itself so that mistakes
   * are told as its own.
   *
   * @param option that the address was given with
   * @throws WrongUseException if it is no address of a server
   */
  static String setting(String option, String url) {
    String setting = "target={url: " + quoted(url) + "}";
    Scenario unused = read(option + " " + url, List.of(setting));
    return setting;
  }

  /**
   * Returns a scenario that has nothing but these settings.
   *
   * @param said the user's words that they stand for
   * @throws WrongUseException if they are wrong
   */
  static Scenario read(String said, List<String> settings) {
    try {
      return ScenarioFiles.read(LEAST, settings);
    } catch (ScenarioException e) {
      Problem problem = e.problems().get(0);
      throw new WrongUseException(
          said
              + ": "
              + problem.message().replace("target.url ", "").replace("target.url", "the address")
              + (problem.hint().isEmpty() ? "" : " (" + problem.hint() + ")"));
    }
  }

  /** A text as YAML has it on one line. */
  static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
