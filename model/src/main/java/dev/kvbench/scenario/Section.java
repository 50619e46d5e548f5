package dev.kvbench.scenario;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One map of a scenario while it is read: takes its settings by their keys, and reports what is
 * wrong with them under their full path. Keys that its vocabulary does not have are reported when
 * the section is made.
 */
final class Section {

  /** Turns a piece of YAML into a value. */
  @FunctionalInterface
  interface Parser<T> {
    /** The value, or the reason why there is none. */
    T parse(YamlNode node) throws BadValueException;
  }

  private final String path;
  private final YamlNode.Mapping map;
  private final boolean isMap;
  private final Vocabulary vocabulary;
  private final Problems problems;

  private Section(String path, YamlNode node, Vocabulary vocabulary, Problems problems) {
    this.path = path;
    this.isMap = node instanceof YamlNode.Mapping;
    this.map =
        node instanceof YamlNode.Mapping mapping ? mapping : YamlNode.Mapping.empty(node.place());
    this.vocabulary = vocabulary;
    this.problems = problems;
  }

  /**
   * The section at {@code node}; an empty one, with a problem reported, where that is no map.
   *
   * @param path the section's path; empty for the whole scenario
   */
  static Section of(YamlNode node, String path, Vocabulary vocabulary, Problems problems) {
    Section section = new Section(path, node, vocabulary, problems);
    if (section.isMap) {
      section.reportUnknown();
    } else {
      String what = path.isEmpty() ? "a scenario" : path;
      String message =
          node.isNull()
              ? what + " has nothing in it"
              : what + " must be a map of settings, not " + node.description();
      problems.add(node.place(), path, message, "its settings: " + vocabulary.inWords());
    }
    return section;
  }

  /** The section beneath {@code key}; an empty one where it is absent. */
  Section child(String key, Vocabulary vocabulary) {
    YamlNode node = map.value(key);
    return node == null
        ? new Section(pathOf(key), YamlNode.Mapping.empty(map.place()), vocabulary, problems)
        : of(node, pathOf(key), vocabulary, problems);
  }

  private void reportUnknown() {
    map.entries()
        .forEach(
            (key, entry) -> {
              if (!vocabulary.has(key)) {
                problems.add(
                    entry.keyPlace(),
                    pathOf(key),
                    "unknown key " + Excerpt.quoted(key) + (path.isEmpty() ? "" : " in " + path),
                    didYouMean(key, vocabulary.keys(), "known here: " + vocabulary.inWords()));
              }
            });
  }

  /**
   * Advice for a name that does not exist.
   *
   * @param otherwise the advice when no known name is near
   */
  static String didYouMean(String wrong, List<String> known, String otherwise) {
    List<String> near = Nearest.nearest(wrong, known);
    return near.isEmpty() ? otherwise : "did you mean '" + String.join("' or '", near) + "'?";
  }

  /** The keys that are present, in the order of the text. */
  List<String> present() {
    return List.copyOf(map.entries().keySet());
  }

  /** Whether the key is present. */
  boolean has(String key) {
    return map.entries().containsKey(key);
  }

  /**
   * Whether the key is absent, and nothing that has been reported already is the reason: a
   * misspelling, or that the section is no map at all.
   */
  boolean isMissing(String key) {
    return !has(key)
        && isMap
        && map.entries().keySet().stream()
            .filter(k -> !vocabulary.has(k))
            .noneMatch(k -> Nearest.nearest(k, vocabulary.keys()).contains(key));
  }

  /** What stands under the key, if it is present. */
  @Nullable YamlNode value(String key) {
    return map.value(key);
  }

  /** Where the key's value stands; where the section begins if the key is absent. */
  Place placeOf(String key) {
    YamlNode node = map.value(key);
    return node == null ? map.place() : node.place();
  }

  /** Where the key itself stands; where the section begins if it is absent. */
  Place placeOfKey(String key) {
    YamlNode.Entry entry = map.entry(key);
    return entry == null ? map.place() : entry.keyPlace();
  }

  /** The path of a key of this section. */
  String pathOf(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  /** The value of a key; {@code otherwise} where it is absent, or wrong, which is reported. */
  <T> T get(String key, T otherwise, Parser<T> parser) {
    YamlNode node = map.value(key);
    if (node == null) {
      return otherwise;
    }
    try {
      return parser.parse(node);
    } catch (BadValueException e) {
      String message = node.isNull() ? "has no value" : e.message();
      problems.add(node.place(), pathOf(key), pathOf(key) + " " + message, e.hint());
      return otherwise;
    }
  }

  /** Reports a problem with a key of this section. */
  void report(Place place, String key, String message, String hint) {
    problems.add(place, pathOf(key), message, hint);
  }

  /** Whether a key of this section has been found wrong. */
  boolean isSound(String key) {
    return !problems.concern(pathOf(key));
  }
}
