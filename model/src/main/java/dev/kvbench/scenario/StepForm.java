package dev.kvbench.scenario;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The outer form of a step: its operation's name and what stands beneath.
 *
 * @param place where the operation's name stands
 * @param body the settings; a null scalar where there are none
 */
record StepForm(String operation, Place place, YamlNode body) {

  /** The form of an item of the steps; empty where it is neither a word nor a map of one key. */
  static Optional<StepForm> of(YamlNode item) {
    if (item instanceof YamlNode.Scalar word && word.kind() == YamlNode.Kind.TEXT) {
      return Optional.of(
          new StepForm(word.text(), word.place(), new YamlNode.Scalar(word.place(), "", true)));
    }
    if (item instanceof YamlNode.Mapping map && map.entries().size() == 1) {
      String operation = map.entries().keySet().iterator().next();
      YamlNode.Entry entry = map.entries().values().iterator().next();
      return Optional.of(new StepForm(operation, entry.keyPlace(), entry.value()));
    }
    return Optional.empty();
  }

  /** The step that this form is of, with another body. */
  YamlNode withBody(YamlNode changed) {
    return YamlNode.Mapping.empty(place).with(operation, new YamlNode.Entry(place, changed));
  }

  private Optional<String> ownName() {
    return body instanceof YamlNode.Mapping map
            && map.value("name") instanceof YamlNode.Scalar scalar
            && scalar.kind() == YamlNode.Kind.TEXT
        ? Optional.of(scalar.text())
        : Optional.empty();
  }

  /**
   * The names of steps, one for each item: their own where they have one, else the operation, with
   * {@code -2}, {@code -3} … where another step has that name. A step without a form has an empty
   * name.
   */
  static List<String> names(List<YamlNode> items) {
    List<Optional<StepForm>> forms = items.stream().map(StepForm::of).toList();
    Set<String> taken = new HashSet<>();
    forms.forEach(form -> form.flatMap(StepForm::ownName).ifPresent(taken::add));
    Map<String, Integer> tried = new HashMap<>();
    List<String> names = new ArrayList<>();
    for (Optional<StepForm> form : forms) {
      Optional<String> own = form.flatMap(StepForm::ownName);
      names.add(own.or(() -> form.map(f -> free(f.operation(), taken, tried))).orElse(""));
    }
    return names;
  }

  /** The first name that is free; {@code tried} keeps it from counting from the start each time. */
  private static String free(String operation, Set<String> taken, Map<String, Integer> tried) {
    int number = tried.getOrDefault(operation, 1);
    String name;
    do {
      name = number == 1 ? operation : operation + "-" + number;
      number++;
    } while (!taken.add(name));
    tried.put(operation, number);
    return name;
  }
}
