package dev.kvbench.scenario;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads the settings of a reference server that runs by itself: {@code server.selectors=2}. They
 * are those of a scenario's target, with {@code server} in place of {@code target}, but for what is
 * of a process of its own.
 */
public final class ServerSettings {

  private static final String ROOT = "server";
  private static final String EXAMPLE =
      "settings of the server begin with server: server.workers.threads=4";

  /** What only a process of its own has. */
  private static final List<String> OF_THE_PROCESS = List.of("heap", "jvm");

  private ServerSettings() {}

  /**
   * The server that the settings describe, with all defaults filled in.
   *
   * @param settings each as {@code path=value}, applied in their order; the value is YAML
   * @throws ScenarioException with everything that is wrong
   */
  public static TargetSpec.Reference read(List<String> settings) {
    Problems problems = new Problems();
    List<Setting> read = new ArrayList<>();
    for (int i = 0; i < settings.size(); i++) {
      Setting.read(settings.get(i), i + 1, problems).ifPresent(read::add);
    }
    Place nowhere = new SourceText(Setting.SOURCE_NAME, 0, "").at(0);
    YamlNode root = YamlNode.Mapping.empty(nowhere);
    for (Setting setting : read) {
      root = setting.applyTo(root, problems);
    }
    YamlNode server = YamlNode.Mapping.empty(nowhere);
    if (root instanceof YamlNode.Mapping map) {
      for (String key : map.entries().keySet()) {
        YamlNode.Entry entry = map.entry(key);
        if (entry == null) {
          continue;
        }
        if (key.equals(ROOT)) {
          server = entry.value();
        } else {
          problems.add(
              entry.keyPlace(), key, "there are no settings of " + Excerpt.quoted(key), EXAMPLE);
        }
      }
    }
    Section section = Section.of(server, ROOT, Vocabulary.TARGET, problems);
    refuseOthers(section);
    TargetSpec.Reference reference = ReferenceBinder.bind(section);
    problems.throwIfAny();
    return reference;
  }

  private static void refuseOthers(Section section) {
    for (String key : section.present()) {
      if (OF_THE_PROCESS.contains(key)) {
        section.report(
            section.placeOfKey(key),
            key,
            section.pathOf(key)
                + " is of a process of its own, and a server by itself runs in kvbench's",
            "give kvbench's virtual machine its flags: KVBENCH_JAVA_OPTIONS='-Xmx1g'");
      } else if (Vocabulary.TARGET.has(key)
          && (key.equals(ROOT) || !ReferenceBinder.KEYS.contains(key))) {
        section.report(
            section.placeOfKey(key),
            key,
            section.pathOf(key) + " is no setting of the reference server",
            "known here: selectors, workers, deadline, storage, body-limit");
      }
    }
  }
}
