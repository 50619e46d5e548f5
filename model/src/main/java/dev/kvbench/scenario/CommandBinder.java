package dev.kvbench.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/** Makes a target that is started by a command. */
final class CommandBinder {

  private static final String EXAMPLE =
      "write  command: [java, -jar, my.jar, --port, \"{port}\", --dir, \"{dir}\"]";
  private static final String READY_HINT =
      "write port; or a path that is answered with 200 when it is ready: /status; or a line of its"
          + " log: { line: 'listening on' }";
  private static final int MAX_WORDS = 1000;
  private static final Pattern PATH = Pattern.compile("/" + PathTemplate.LITERAL);

  /** What a command can have; all else in a target's section is another kind's. */
  private static final List<String> OWN =
      List.of("command", "ready", "start-timeout", "environment", "files", "working-folder");

  private final RouteBinder routes;
  private final ReferencedFiles referenced;

  CommandBinder(RouteBinder routes, ReferencedFiles referenced) {
    this.routes = routes;
    this.referenced = referenced;
  }

  /** The target that the section describes, which has a {@code command}. */
  TargetSpec.Command bind(Section section) {
    List<String> words = section.get("command", List.of(""), CommandBinder::words);
    String folder = section.get("working-folder", "", CommandBinder::folder);
    Map<String, String> environment =
        texts(section, "environment", Vocabulary.ENVIRONMENT, "put the value in quotes");
    Map<String, String> files =
        texts(section, "files", Vocabulary.FILES, "write the text of the file behind a '|'");
    refuseOthers(section);
    checkPort(section, words, environment, files);
    return new TargetSpec.Command(
        words,
        folder.startsWith(TargetSpec.Command.FOLDER) ? folder : within(folder),
        environment,
        files,
        ready(section),
        section.get("start-timeout", 30_000_000_000L, Values.duration("100ms", "1h")));
  }

  /** Reports what only a command can have, in the section of a target that has none. */
  static void refuse(Section section) {
    for (String key : OWN) {
      if (section.has(key)) {
        section.report(
            section.placeOfKey(key),
            key,
            "only a server that is started by a command can have " + key,
            "leave it out, or say how the server is started: " + EXAMPLE);
      }
    }
  }

  private void refuseOthers(Section section) {
    routes.refuse(section, "a server that is started by a command is reached by");
    List<String> others =
        Vocabulary.TARGET.keys().stream()
            .filter(section::has)
            .filter(key -> !OWN.contains(key) && !RouteBinder.KEYS.contains(key))
            .toList();
    if (!others.isEmpty()) {
      Place place = section.placeOfKey("command");
      section.report(
          place,
          "command",
          "a target is started by a 'command' or is something else, so it cannot have "
              + String.join(", ", others)
              + " too",
          place.source().order() > 0
              ? "to replace the whole target, write target={command: [...]}"
              : "leave out 'command', or " + String.join(", ", others));
    }
  }

  /** A server that does not know its port would be looked for where it is not. */
  private static void checkPort(
      Section section,
      List<String> words,
      Map<String, String> environment,
      Map<String, String> files) {
    boolean told =
        Stream.of(words.stream(), environment.values().stream(), files.values().stream())
            .flatMap(texts -> texts)
            .anyMatch(text -> text.contains(TargetSpec.Command.PORT));
    if (!told
        && section.isSound("command")
        && section.isSound("environment")
        && section.isSound("files")) {
      section.report(
          section.placeOf("command"),
          "command",
          "the server is not told its port: no {port} is in the command, its environment or its"
              + " files",
          EXAMPLE);
    }
  }

  private String within(String folder) {
    String base = referenced.folder();
    if (folder.isEmpty()) {
      return base;
    }
    return base.isEmpty() || folder.startsWith("/") ? folder : base + "/" + folder;
  }

  private static Map<String, String> texts(
      Section target, String key, Vocabulary vocabulary, String hint) {
    Map<String, String> texts = new LinkedHashMap<>();
    if (target.has(key)) {
      Section section = target.child(key, vocabulary);
      for (String name : section.present()) {
        texts.put(name, section.get(name, "", node -> harmless(node, hint)));
      }
    }
    return texts;
  }

  private static List<String> words(YamlNode node) throws BadValueException {
    if (!(node instanceof YamlNode.Sequence list)) {
      throw Values.bad(node, "a list of words", EXAMPLE);
    }
    if (list.items().isEmpty() || list.items().size() > MAX_WORDS) {
      throw new BadValueException("must have 1 to " + MAX_WORDS + " words", EXAMPLE);
    }
    List<String> words = new ArrayList<>();
    for (YamlNode item : list.items()) {
      // A number is a word too: nothing is to be made of it.
      boolean number =
          item instanceof YamlNode.Scalar scalar
              && (scalar.kind() == YamlNode.Kind.INTEGER || scalar.kind() == YamlNode.Kind.FLOAT);
      words.add(number ? ((YamlNode.Scalar) item).text() : harmless(item, EXAMPLE));
    }
    if (words.get(0).isBlank()) {
      throw new BadValueException("begins with an empty word", EXAMPLE);
    }
    return words;
  }

  private static String folder(YamlNode node) throws BadValueException {
    String hint =
        "name a folder, beginning at the scenario's own: build; or {dir}, the server's scratch"
            + " folder";
    String folder = harmless(node, hint);
    if (folder.isBlank()) {
      throw Values.bad(node, "a folder", hint);
    }
    return folder;
  }

  /** Text that a system call takes: it ends at a zero. */
  private static String harmless(YamlNode node, String hint) throws BadValueException {
    String text = Values.text(node, hint);
    if (text.indexOf('\0') >= 0) {
      throw new BadValueException("has a zero character in it", hint);
    }
    return text;
  }

  private static TargetSpec.Ready ready(Section target) {
    if (!(target.value("ready") instanceof YamlNode.Mapping)) {
      return target.get("ready", new TargetSpec.Ready.Port(), CommandBinder::portOrPath);
    }
    Section section = target.child("ready", Vocabulary.READY);
    if (section.isMissing("line")) {
      section.report(
          section.placeOf("line"), "line", "target.ready has no 'line' in it", READY_HINT);
    }
    return new TargetSpec.Ready.Line(section.get("line", ".", CommandBinder::regex));
  }

  private static String regex(YamlNode node) throws BadValueException {
    String regex = Values.text(node, READY_HINT);
    if (regex.isEmpty()) {
      throw new BadValueException("is empty, which every line has in it", READY_HINT);
    }
    try {
      return Pattern.compile(regex).pattern();
    } catch (PatternSyntaxException e) {
      throw new BadValueException(
          "is no regular expression: " + e.getDescription() + " at character " + e.getIndex(),
          "put \\ before a sign that is meant as itself");
    }
  }

  private static TargetSpec.Ready portOrPath(YamlNode node) throws BadValueException {
    String text = Values.text(node, READY_HINT);
    if (text.equals("port")) {
      return new TargetSpec.Ready.Port();
    }
    if (!PATH.matcher(text).matches()) {
      throw Values.bad(node, "port, a path or a line", READY_HINT);
    }
    return new TargetSpec.Ready.Path(text);
  }
}
