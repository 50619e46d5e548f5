package dev.kvbench.scenario;

import dev.kvbench.scenario.YamlNode.Kind;
import dev.kvbench.scenario.YamlNode.Mapping;
import dev.kvbench.scenario.YamlNode.Scalar;
import dev.kvbench.scenario.YamlNode.Sequence;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Makes what a scenario asks of profiles: the events, and rules on top of kvbench's own. */
final class ProfileBinder {

  private static final Map<String, ProfileEvent> EVENTS = Words.of(ProfileEvent.values());
  private static final String EVENTS_HINT = "write some of cpu, alloc and lock: [cpu, alloc, lock]";
  private static final String RULES_HINT =
      "write a name and a regular expression, or a list of them: { my-pool: '^my-pool-[0-9]+$' }";
  private static final int MAX_NAME = 60;
  private static final int MAX_REGEX = 1000;

  private ProfileBinder() {}

  /** The words for the events. */
  static Set<String> words() {
    return EVENTS.keySet();
  }

  /** What {@code top} asks for; nothing where it says nothing. */
  static ProfileSpec bind(Section top) {
    List<ProfileEvent> events = top.get("profile", List.of(), ProfileBinder::events);
    Section rules = top.child("profile-rules", Vocabulary.PROFILE_RULES);
    return new ProfileSpec(
        events,
        rules.get("threads", List.of(), ProfileBinder::rules),
        rules.get("activities", List.of(), ProfileBinder::rules));
  }

  /** A list of words, or words with commas between them, as the command line has them. */
  private static List<ProfileEvent> events(YamlNode node) throws BadValueException {
    Set<ProfileEvent> events = EnumSet.noneOf(ProfileEvent.class);
    if (node instanceof Sequence list) {
      for (YamlNode item : list.items()) {
        events.add(event(item));
      }
    } else if (node instanceof Scalar scalar && scalar.kind() == Kind.TEXT) {
      for (String word : scalar.text().split(",", -1)) {
        events.add(event(new Scalar(scalar.place(), word.strip(), scalar.plain())));
      }
    } else {
      throw Values.bad(node, "a list of events", EVENTS_HINT);
    }
    return List.copyOf(events);
  }

  private static ProfileEvent event(YamlNode node) throws BadValueException {
    try {
      return Values.oneOf(EVENTS).parse(node);
    } catch (BadValueException e) {
      String word = node instanceof Scalar scalar ? scalar.text() : "";
      throw new BadValueException(
          "must be some of cpu, alloc and lock, not " + node.description(),
          Section.didYouMean(word, List.copyOf(EVENTS.keySet()), EVENTS_HINT));
    }
  }

  /** A map of names, each with a regular expression or several, in their order. */
  private static List<ProfileSpec.Rule> rules(YamlNode node) throws BadValueException {
    if (!(node instanceof Mapping map)) {
      throw Values.bad(node, "a map of rules", RULES_HINT);
    }
    List<ProfileSpec.Rule> rules = new ArrayList<>();
    for (Map.Entry<String, YamlNode.Entry> entry : map.entries().entrySet()) {
      String name = name(entry.getKey());
      YamlNode value = entry.getValue().value();
      List<YamlNode> regexes = value instanceof Sequence list ? list.items() : List.of(value);
      for (YamlNode regex : regexes) {
        rules.add(new ProfileSpec.Rule(name, regex(name, regex)));
      }
    }
    return rules;
  }

  private static String name(String name) throws BadValueException {
    if (name.isBlank() || name.length() > MAX_NAME || name.chars().anyMatch(c -> c < ' ')) {
      throw new BadValueException(
          "has a name that cannot be printed in a table: " + Excerpt.quoted(name),
          "write 1 to " + MAX_NAME + " characters on one line");
    }
    return name.strip();
  }

  private static String regex(String name, YamlNode node) throws BadValueException {
    if (!(node instanceof Scalar scalar)
        || scalar.kind() != Kind.TEXT
        || scalar.text().isEmpty()
        || scalar.text().length() > MAX_REGEX) {
      throw new BadValueException(
          "has no regular expression for " + Excerpt.quoted(name) + " but " + node.description(),
          RULES_HINT);
    }
    try {
      return Pattern.compile(scalar.text()).pattern();
    } catch (PatternSyntaxException e) {
      throw new BadValueException(
          "has no regular expression for "
              + Excerpt.quoted(name)
              + ": "
              + e.getDescription()
              + " in "
              + Excerpt.quoted(scalar.text()),
          "as Java writes them: a dot is any character, \\. a dot");
    }
  }
}
