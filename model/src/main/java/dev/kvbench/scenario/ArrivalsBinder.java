package dev.kvbench.scenario;

import dev.kvbench.scenario.ArrivalProcess.Shape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes a step's arrival process: a word, or a map of one process with its settings. */
final class ArrivalsBinder {

  private static final Map<String, ArrivalProcess> WORDS = words();
  private static final Map<String, Shape> SHAPES = Words.of(Shape.values());
  private static final int MAX_STAIRS = 1000;
  private static final String CHOICE =
      "write constant or poisson, or one of ramp, staircase, bursts and trace with its settings:"
          + "  arrivals: { ramp: { from: 1k } }";

  private final Problems problems;
  private final ReferencedFiles files;

  ArrivalsBinder(Problems problems, ReferencedFiles files) {
    this.problems = problems;
    this.files = files;
  }

  /** The words that stand for a process by themselves. */
  static Map<String, ArrivalProcess> words() {
    Map<String, ArrivalProcess> words = new LinkedHashMap<>();
    words.put("constant", ArrivalProcess.CONSTANT);
    words.put("poisson", ArrivalProcess.POISSON);
    return words;
  }

  /** The process of a step; equal gaps where it is absent, or wrong, which is reported. */
  ArrivalProcess bind(Section step) {
    if (!(step.value("arrivals") instanceof YamlNode.Mapping map)) {
      return step.get("arrivals", ArrivalProcess.CONSTANT, ArrivalsBinder::word);
    }
    if (map.entries().isEmpty()) {
      step.report(map.place(), "arrivals", "arrivals are of one process, not of none", CHOICE);
      return ArrivalProcess.CONSTANT;
    }
    Section section = step.child("arrivals", Vocabulary.ARRIVALS);
    List<String> keys = section.present();
    if (keys.size() > 1 && step.isSound("arrivals")) {
      section.report(
          section.placeOfKey(keys.get(1)),
          keys.get(1),
          "arrivals are of one process, not of " + keys.size(),
          "keep one of " + String.join(", ", keys));
    }
    if (!step.isSound("arrivals")) {
      return ArrivalProcess.CONSTANT;
    }
    return switch (keys.get(0)) {
      case "ramp" -> ramp(section.child("ramp", Vocabulary.RAMP));
      case "staircase" -> staircase(section.child("staircase", Vocabulary.STAIRCASE));
      case "bursts" -> bursts(section.child("bursts", Vocabulary.BURSTS));
      default -> trace(section);
    };
  }

  private static ArrivalProcess word(YamlNode node) throws BadValueException {
    ArrivalProcess process =
        node instanceof YamlNode.Scalar scalar ? WORDS.get(scalar.text()) : null;
    if (process != null) {
      return process;
    }
    String text = node instanceof YamlNode.Scalar scalar ? scalar.text() : "";
    if (Vocabulary.ARRIVALS.has(text)) {
      throw new BadValueException("has no settings for its " + text, example(text));
    }
    List<String> known = new ArrayList<>(WORDS.keySet());
    known.addAll(Vocabulary.ARRIVALS.keys());
    throw Values.bad(node, "an arrival process", Section.didYouMean(text, known, CHOICE));
  }

  private static String example(String process) {
    return switch (process) {
      case "ramp" -> "write  arrivals: { ramp: { from: 1k } }";
      case "staircase" -> "write  arrivals: { staircase: { rates: [1k, 2k], each: 10s } }";
      case "bursts" -> "write  arrivals: { bursts: { on: 200ms, off: 800ms } }";
      default -> "write  arrivals: { trace: due-times.txt }";
    };
  }

  private static ArrivalProcess ramp(Section section) {
    require(section, "from", "ramp", "the rate that it begins with");
    return new ArrivalProcess.Ramp(
        section.get("from", 1.0, Values.rate()),
        section.get("shape", Shape.LINEAR, Values.oneOf(SHAPES)));
  }

  private ArrivalProcess staircase(Section section) {
    require(section, "rates", "staircase", "its rates");
    require(section, "each", "staircase", "how long each rate lasts");
    List<Double> rates =
        section.has("rates") ? section.get("rates", List.of(1.0), this::rates) : List.of(1.0);
    return new ArrivalProcess.Staircase(
        rates.isEmpty() ? List.of(1.0) : rates,
        section.get("each", 1_000_000_000L, Values.duration("1ms", "24h")));
  }

  private List<Double> rates(YamlNode node) throws BadValueException {
    String hint = "write 1 to " + MAX_STAIRS + " rates as a list: [1k, 2k, 4k]";
    if (!(node instanceof YamlNode.Sequence list)) {
      throw Values.bad(node, "a list of rates", hint);
    }
    if (list.items().isEmpty() || list.items().size() > MAX_STAIRS) {
      throw new BadValueException("has " + list.items().size() + " rates", hint);
    }
    List<Double> rates = new ArrayList<>();
    for (YamlNode item : list.items()) {
      try {
        rates.add(Values.rate().parse(item));
      } catch (BadValueException e) {
        throw new BadValueException(
            "in its item " + (rates.size() + 1) + " " + e.message(), e.hint());
      }
    }
    return rates;
  }

  private static ArrivalProcess bursts(Section section) {
    require(section, "on", "bursts", "how long one lasts");
    require(section, "off", "bursts", "how long nothing is due between two");
    return new ArrivalProcess.Bursts(
        section.get("on", 1_000_000L, Values.duration("1ms", "24h")),
        section.get("off", 1_000_000L, Values.duration("1ms", "24h")));
  }

  private ArrivalProcess trace(Section section) {
    String file =
        section.get(
            "trace",
            "",
            node -> {
              String name = Values.text(node, "write the name of a file of due times");
              if (name.isBlank() || name.chars().anyMatch(Character::isISOControl)) {
                throw Values.bad(node, "a file", "write the name of a file of due times");
              }
              return name;
            });
    if (!section.isSound("trace")) {
      return ArrivalProcess.CONSTANT;
    }
    String path = section.pathOf("trace");
    Place place = section.placeOf("trace");
    List<Problem> wrong = new ArrayList<>();
    Optional<DueTimes> times = Optional.empty();
    try {
      times = TraceText.read(file, files.read(file), wrong);
    } catch (IOException e) {
      section.report(
          place,
          "trace",
          path + " " + Excerpt.quoted(file) + " cannot be read: " + e.getMessage(),
          "name a file of due times, beginning at the scenario's own folder");
    }
    wrong.forEach(problem -> problems.add(place, path, problem));
    return times
        .<ArrivalProcess>map(t -> new ArrivalProcess.Trace(file, t))
        .orElse(ArrivalProcess.CONSTANT);
  }

  private static void require(Section section, String key, String process, String meaning) {
    if (section.isMissing(key)) {
      section.report(
          section.placeOf(key),
          key,
          section.pathOf(key) + " is missing: " + meaning,
          example(process));
    }
  }
}
