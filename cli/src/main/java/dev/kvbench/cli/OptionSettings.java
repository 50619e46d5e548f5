package dev.kvbench.cli;

import dev.kvbench.scenario.Problem;
import dev.kvbench.scenario.Scenario;
import dev.kvbench.scenario.ScenarioException;
import java.util.List;

/** Options of commands that stand for settings of a scenario: understood as those are. */
final class OptionSettings {

  private static final ScenarioFiles.ScenarioText LEAST =
      new ScenarioFiles.ScenarioText("option", "steps: [fill]");

  private OptionSettings() {}

  /**
   * Returns the setting of a scenario that {@code url} means, checked by itself so that mistakes
   * are told as its own.
   *
   * @param option that the address was given with
   * @throws WrongUseException if it is no address of a server
   */
  static String url(String option, String url) {
    String setting = "target={url: " + quoted(url) + "}";
    Scenario unused = read(option + " " + url, List.of(setting));
    return setting;
  }

  /**
   * Returns the setting that {@code --profile} means.
   *
   * @throws WrongUseException if there are no such events
   */
  static String profile(String events) {
    String setting = "profile=" + quoted(events);
    Scenario unused = read("--profile " + events, List.of(setting));
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
              + plain(problem.message())
              + (problem.hint().isEmpty() ? "" : " (" + problem.hint() + ")"));
    }
  }

  /** Without the scenario's names, which the user did not write. */
  private static String plain(String message) {
    return message
        .replace("target.url ", "")
        .replace("target.url", "the address")
        .replace("profile ", "")
        .replace("profile", "it");
  }

  /** A text as YAML has it on one line. */
  static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
