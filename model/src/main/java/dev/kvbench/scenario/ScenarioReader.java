package dev.kvbench.scenario;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads scenarios from YAML. The language is described in {@code docs/scenarios.md}, and for
 * editors in {@code scenarios/scenario.schema.json}.
 */
public final class ScenarioReader {

  private ScenarioReader() {}

  /**
   * The scenario of a text that names no other files; otherwise as {@link #read(String, String,
   * List, ReferencedFiles)}.
   *
   * @throws ScenarioException with everything that is wrong
   */
  public static Scenario read(String file, String text, List<String> overrides) {
    return read(file, text, overrides, ReferencedFiles.NONE);
  }

  /**
   * The scenario that a text and the overrides on top of it describe, with all defaults filled in.
   *
   * @param file the file's name for problems and, without directory and suffix, the scenario's
   *     default name; nothing is read from it
   * @param text the file's text; a byte order mark at its start is ignored
   * @param overrides settings as {@code path=value}, applied in their order before anything is
   *     checked: {@code keys.count=1000}, {@code steps.get.rate=5k} (a step by its name) or {@code
   *     steps.2.rate=5k} (by its number, the first is 1); the value is YAML
   * @param files how the files that the scenario names are read
   * @throws ScenarioException with everything that is wrong, of the file, of the overrides and of
   *     the files they name
   */
  public static Scenario read(
      String file, String text, List<String> overrides, ReferencedFiles files) {
    Problems problems = new Problems();
    if (text.length() > YamlTree.MAX_CHARACTERS) {
      SourceText beginning = new SourceText(file, 0, text.substring(0, 200));
      problems.add(
          beginning.at(0),
          "",
          "this file is larger than 1 MiB (" + text.length() + " characters)",
          "a scenario is a page of YAML; is this the right file?");
      problems.throwIfAny();
    }
    SourceText source = new SourceText(file, 0, text);
    @Nullable YamlNode root = YamlTree.read(source, 0, problems);
    List<Setting> settings = new ArrayList<>();
    for (int i = 0; i < overrides.size(); i++) {
      Setting.read(overrides.get(i), i + 1, problems).ifPresent(settings::add);
    }
    if (root == null || isEmpty(root, problems)) {
      problems.throwIfAny();
      throw new IllegalStateException("a file that is no YAML has no problem");
    }
    for (Setting setting : settings) {
      root = setting.applyTo(root, problems);
    }
    return new ScenarioBinder(problems, files)
        .bind(root, file, new Scenario.Source(file, text, overrides));
  }

  private static boolean isEmpty(YamlNode root, Problems problems) {
    if (root.isNull()) {
      problems.add(
          root.place(),
          "",
          "there is no scenario in this file",
          "the least is one step:  steps: [fill]");
    }
    return root.isNull();
  }
}
