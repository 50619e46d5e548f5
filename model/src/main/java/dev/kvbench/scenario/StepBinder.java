package dev.kvbench.scenario;

import dev.kvbench.scenario.StepSpec.Objectives;
import dev.kvbench.scenario.StepSpec.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** Makes the steps of a scenario. */
final class StepBinder {

  private static final String FORM_HINT = "write  - get: { rate: 10000 }";
  private static final Map<String, Operation> OPERATIONS = Words.of(Operation.values());

  private final Problems problems;
  private final long keyCount;
  private final PaceBinder paces;

  /** A binder of steps that work on {@code keyCount} keys. */
  StepBinder(Problems problems, long keyCount, ReferencedFiles files) {
    this.problems = problems;
    this.keyCount = keyCount;
    this.paces = new PaceBinder(problems, files);
  }

  /** The steps of the scenario whose settings {@code top} has. */
  List<StepSpec> bind(Section top) {
    YamlNode node = top.value("steps");
    if (node == null) {
      if (top.isMissing("steps")) {
        top.report(
            top.placeOf("steps"), "steps", "the scenario has no steps", "add them:  steps: [fill]");
      }
      return List.of();
    }
    if (!(node instanceof YamlNode.Sequence list) || list.items().isEmpty()) {
      top.report(
          node.place(),
          "steps",
          node instanceof YamlNode.Sequence
              ? "the scenario has no steps"
              : "steps must be a list, not " + node.description(),
          "begin every step with '-':  - fill: {}");
      return List.of();
    }
    List<String> names = StepForm.names(list.items());
    Set<String> seen = new HashSet<>();
    List<StepSpec> steps = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      YamlNode item = list.items().get(i);
      StepForm form = StepForm.of(item).orElse(null);
      if (form == null) {
        reportForm(item, "steps." + (i + 1));
      } else if (!Vocabulary.STEP.has(form.operation())) {
        problems.add(
            form.place(),
            "steps." + (i + 1),
            "unknown operation " + Excerpt.quoted(form.operation()),
            Section.didYouMean(
                form.operation(),
                Vocabulary.STEP.keys(),
                "the operations are " + Vocabulary.STEP.inWords()));
      } else {
        steps.add(step(form, names.get(i), i + 1, seen));
      }
    }
    return steps;
  }

  private void reportForm(YamlNode item, String path) {
    if (!(item instanceof YamlNode.Mapping map) || map.entries().isEmpty()) {
      problems.add(
          item.place(), path, "a step must be an operation, not " + item.description(), FORM_HINT);
      return;
    }
    List<String> keys = List.copyOf(map.entries().keySet());
    YamlNode.Entry second = List.copyOf(map.entries().values()).get(1);
    boolean lostIndent = map.entries().values().iterator().next().value().isNull();
    problems.add(
        second.keyPlace(),
        path,
        "a step is one operation with its settings beneath, but this one has "
            + keys.size()
            + " keys",
        lostIndent
            ? "indent "
                + Excerpt.quoted(keys.get(1))
                + " further than "
                + Excerpt.quoted(keys.get(0))
            : "begin every step with '-', and put the settings beneath the operation");
  }

  private StepSpec step(StepForm form, String name, int number, Set<String> seen) {
    String path = "steps." + (Values.isName(name) ? name : number);
    YamlNode body = form.body().isNull() ? YamlNode.Mapping.empty(form.place()) : form.body();
    Operation operation = OPERATIONS.get(form.operation());
    Vocabulary vocabulary =
        operation == null
            ? Vocabulary.FILL
            : operation == Operation.RANGE ? Vocabulary.RANGE : Vocabulary.LOAD;
    Section section = Section.of(body, path, vocabulary, problems);
    section.get("name", name, Values.name());
    if (!seen.add(name)) {
      section.report(
          section.placeOf("name"),
          "name",
          "another step before this is called " + Excerpt.quoted(name),
          "results are kept by the steps' names; give each its own");
    }
    return operation == null ? new StepSpec.Fill(name) : load(form, name, operation, section);
  }

  private StepSpec load(StepForm form, String name, Operation operation, Section section) {
    PaceBinder.Pace pace = paces.bind(section, form, name);
    return new StepSpec.Load(
        name,
        operation,
        pace.ratePerSecond(),
        pace.arrivals(),
        pace.warmup(),
        pace.durationNanos(),
        operation == Operation.RANGE ? entries(form, section) : 0,
        section.has("objectives")
            ? objectives(section.child("objectives", Vocabulary.OBJECTIVES))
            : Objectives.NONE);
  }

  private int entries(StepForm form, Section section) {
    int entries = Math.toIntExact(section.get("entries", 100L, Values.wholeNumber(1, 1_000_000)));
    if (entries > keyCount && section.isSound("entries") && !problems.concern("keys.count")) {
      section.report(
          section.has("entries") ? section.placeOf("entries") : form.place(),
          "entries",
          "a range of "
              + entries
              + (section.has("entries") ? "" : " (the default)")
              + " entries is longer than all "
              + keyCount
              + " keys",
          "set entries to " + keyCount + " or less, or keys.count to " + entries + " or more");
    }
    return entries;
  }

  private static Objectives objectives(Section section) {
    Map<Double, Long> percentileNanos = new HashMap<>();
    OptionalDouble errorShare = OptionalDouble.empty();
    for (String key : section.present()) {
      if (key.equals("errors")) {
        errorShare = OptionalDouble.of(section.get(key, 0.0, Values.percentage()));
      } else if (Percentile.KEY.matcher(key).matches()) {
        long nanos = section.get(key, 1L, Values.duration("1ns", "24h"));
        if (percentileNanos.put(Percentile.of(key), nanos) != null) {
          section.report(
              section.placeOfKey(key),
              key,
              "this percentile is here a second time",
              "keep one of them");
        }
      }
    }
    return new Objectives(percentileNanos, errorShare);
  }
}
