package dev.kvbench.scenario;

import dev.kvbench.scenario.KeySpec.Distribution;
import dev.kvbench.scenario.StepSpec.Load;
import dev.kvbench.scenario.StepSpec.Operation;
import dev.kvbench.scenario.ValueSpec.Content;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/** Makes a {@link Scenario} of a tree: the settings of the whole, and the data. */
final class ScenarioBinder {

  private static final Map<String, Distribution> DISTRIBUTIONS = Words.of(Distribution.values());
  private static final Map<String, Content> CONTENTS = Words.of(Content.values());

  private final Problems problems;
  private final ReferencedFiles files;

  ScenarioBinder(Problems problems, ReferencedFiles files) {
    this.problems = problems;
    this.files = files;
  }

  /** The scenario, complete; throws everything that was found wrong up to here. */
  Scenario bind(YamlNode root, String file, Scenario.Source source) {
    Section top = Section.of(root, "", Vocabulary.SCENARIO, problems);
    String name = top.get("name", defaultName(file), Values.name());
    String description = top.get("description", "", Values.description());
    TargetSpec target = new TargetBinder(files).bind(top.child("target", Vocabulary.TARGET));
    Api api = ApiBinder.bind(top);
    ApiBinder.checkReference(top, api, target);
    Section keySection = top.child("keys", Vocabulary.KEYS);
    KeyFormat format = keySection.get("format", KeyFormat.DEFAULT, KeyFormat::parse);
    KeySpec keys = keys(keySection, format);
    ValueSpec values = values(top.child("values", Vocabulary.VALUES));
    ConnectionSpec connections = ConnectionsBinder.bind(top);
    OptionalInt ioThreads = ConnectionsBinder.ioThreads(top);
    long timeoutNanos = top.get("timeout", 10_000_000_000L, Values.duration("1ms", "1h"));
    long seed = top.get("seed", 1L, Values.wholeNumber(Long.MIN_VALUE, Long.MAX_VALUE));
    int repetitions = Math.toIntExact(top.get("repetitions", 1L, Values.wholeNumber(1, 1000)));
    ProfileSpec profile = ProfileBinder.bind(top);
    List<StepSpec> steps = new StepBinder(problems, keys.count(), files).bind(top);
    checkOrder(keySection, format, keys.count(), steps);
    checkLoops(top, connections, steps);
    ApiBinder.checkSteps(top, api, problems);
    problems.throwIfAny();
    return new Scenario(
        name,
        description,
        target,
        api,
        keys,
        values,
        connections,
        ioThreads,
        timeoutNanos,
        seed,
        repetitions,
        profile,
        steps,
        source);
  }

  private static KeySpec keys(Section section, KeyFormat format) {
    long count = section.get("count", 100_000L, Values.wholeNumber(1, 1_000_000_000));
    Distribution distribution =
        section.get("distribution", Distribution.UNIFORM, Values.oneOf(DISTRIBUTIONS));
    if (format.longestKey(count) > KeyFormat.MAX_KEY_LENGTH && section.isSound("count")) {
      BadValueException tooLong = KeyFormat.tooLong(format.longestKey(count));
      section.report(
          section.placeOf("format"), "format", "keys.format " + tooLong.message(), tooLong.hint());
    }
    return new KeySpec(count, distribution, format.pattern());
  }

  private static ValueSpec values(Section section) {
    long size = section.get("size", 128L, Values.size("0B", "64MiB"));
    return new ValueSpec(
        Math.toIntExact(size), section.get("content", Content.RANDOM, Values.oneOf(CONTENTS)));
  }

  /** Ranges are asked for from one key to another, so the keys' order must be the numbers'. */
  private static void checkOrder(
      Section section, KeyFormat format, long count, List<StepSpec> steps) {
    boolean ranges =
        steps.stream().anyMatch(s -> s instanceof Load load && load.operation() == Operation.RANGE);
    if (ranges
        && !format.keepsOrder(count)
        && section.isSound("format")
        && section.isSound("count")) {
      int digits = Long.toString(count - 1).length();
      section.report(
          section.placeOf("format"),
          "format",
          "keys.format "
              + Excerpt.quoted(format.pattern())
              + " does not keep "
              + count
              + " keys in order, which range steps need",
          "pad the number with zeros to " + digits + " digits or more: %0" + digits + "d");
    }
  }

  /** A closed loop has as many users as connections; no arrival is due that could need another. */
  private static void checkLoops(Section top, ConnectionSpec connections, List<StepSpec> steps) {
    if (connections.mode() == ConnectionSpec.Mode.ELASTIC) {
      steps.stream()
          .filter(s -> s instanceof Load load && load.isClosed())
          .findFirst()
          .ifPresent(
              s ->
                  top.report(
                      top.placeOf("connections"),
                      "connections",
                      "the closed loop of the step "
                          + Excerpt.quoted(s.name())
                          + " needs a fixed number of connections, since nothing in it is due"
                          + " while all are busy, and no elastic one would be opened",
                      "write the number:  connections: "
                          + connections.max()
                          + "  (it holds for all steps); or give the step a rate in place of the"
                          + " loop"));
    }
  }

  /** The file's name without directory and suffix, reduced to what names may have. */
  private static String defaultName(String file) {
    String base = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
    int dot = base.lastIndexOf('.');
    String reduced =
        (dot > 0 ? base.substring(0, dot) : base)
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "-")
            .replaceAll("^-|-$", "");
    String name = reduced.substring(0, Math.min(reduced.length(), 64)).replaceAll("-$", "");
    return name.isEmpty() ? "scenario" : name;
  }
}
