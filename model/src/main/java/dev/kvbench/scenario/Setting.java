package dev.kvbench.scenario;

import dev.kvbench.scenario.YamlNode.Entry;
import dev.kvbench.scenario.YamlNode.Mapping;
import dev.kvbench.scenario.YamlNode.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One {@code path=value} setting on top of a scenario's file. It changes the tree before anything
 * is checked, so that its value obeys the same rules, and its problems point into its own text.
 */
final class Setting {

  /** What problems call the text of an override. */
  static final String SOURCE_NAME = "--set";

  private static final String EXAMPLE = "write path=value: keys.count=1000, steps.get.rate=5k";

  /** A dot between two digits belongs to a name: {@code p99.9}. */
  private static final Pattern DOT = Pattern.compile("(?<![0-9])\\.|\\.(?![0-9])");

  private record Segment(String key, Place place) {}

  private final List<Segment> path;
  private final YamlNode value;

  private Setting(List<Segment> path, YamlNode value) {
    this.path = path;
    this.value = value;
  }

  /**
   * Reads an override.
   *
   * @param order its number among the overrides, from 1
   * @return empty when it is none, which is reported
   */
  static Optional<Setting> read(String text, int order, Problems problems) {
    if (text.length() > YamlTree.MAX_CHARACTERS) {
      SourceText beginning = new SourceText(SOURCE_NAME, order, text.substring(0, 200));
      problems.add(beginning.at(0), "", "this override is larger than 1 MiB", EXAMPLE);
      return Optional.empty();
    }
    SourceText source = new SourceText(SOURCE_NAME, order, text);
    int equals = source.text().indexOf('=');
    if (equals < 0) {
      problems.add(source.at(source.text().length()), "", "a '=' is missing", EXAMPLE);
      return Optional.empty();
    }
    List<Segment> path = new ArrayList<>();
    int start = 0;
    for (String key : DOT.split(source.text().substring(0, equals), -1)) {
      if (key.isBlank()) {
        problems.add(source.at(start), "", "a name is missing in the path", EXAMPLE);
        return Optional.empty();
      }
      if (path.size() == YamlTree.MAX_DEPTH) {
        problems.add(source.at(start), "", "a path this deep leads nowhere", EXAMPLE);
        return Optional.empty();
      }
      path.add(new Segment(key, source.at(start)));
      start += key.length() + 1;
    }
    YamlNode value = YamlTree.read(source, equals + 1, problems);
    return value == null ? Optional.empty() : Optional.of(new Setting(path, value));
  }

  /**
   * The tree with this setting in it; unchanged, with a problem reported, where it has no place.
   */
  YamlNode applyTo(YamlNode root, Problems problems) {
    return set(root, 0, problems);
  }

  private YamlNode set(@Nullable YamlNode node, int depth, Problems problems) {
    if (depth == path.size()) {
      return value;
    }
    Segment segment = path.get(depth);
    if (node == null || node.isNull()) {
      return entry(Mapping.empty(segment.place()), segment, depth, problems);
    }
    if (node instanceof Mapping map) {
      return entry(map, segment, depth, problems);
    }
    if (node instanceof Sequence list && depth == 1 && path.get(0).key().equals("steps")) {
      return step(list, segment, depth, problems);
    }
    problems.add(
        segment.place(),
        "",
        Excerpt.quoted(pathTo(depth)) + " is " + node.description() + ", with nothing beneath it",
        "set it as a whole: path=value");
    return node;
  }

  private Mapping entry(Mapping map, Segment segment, int depth, Problems problems) {
    Entry old = map.entry(segment.key());
    YamlNode changed = set(old == null ? null : old.value(), depth + 1, problems);
    boolean isLast = depth + 1 == path.size();
    Place keyPlace = old == null || isLast ? segment.place() : old.keyPlace();
    return map.with(segment.key(), new Entry(keyPlace, changed));
  }

  private YamlNode step(Sequence steps, Segment segment, int depth, Problems problems) {
    List<String> names = StepForm.names(steps.items());
    int index = names.indexOf(segment.key());
    if (index < 0 && segment.key().matches("[1-9][0-9]{0,4}")) {
      index = Integer.parseInt(segment.key()) - 1;
    }
    Optional<StepForm> form =
        index >= 0 && index < names.size()
            ? StepForm.of(steps.items().get(index))
            : Optional.empty();
    if (form.isEmpty()) {
      List<String> known = names.stream().filter(n -> !n.isEmpty()).toList();
      problems.add(
          segment.place(),
          "",
          "there is no step " + Excerpt.quoted(segment.key()),
          Section.didYouMean(segment.key(), known, "the steps are " + String.join(", ", known)));
      return steps;
    }
    List<YamlNode> items = new ArrayList<>(steps.items());
    items.set(index, form.get().withBody(set(form.get().body(), depth + 1, problems)));
    return new Sequence(steps.place(), items);
  }

  private String pathTo(int depth) {
    return String.join(".", path.subList(0, depth).stream().map(Segment::key).toList());
  }
}
