package dev.kvbench.scenario;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlVersionException;

/**
 * Makes a tree of {@link YamlNode}s from YAML text. It takes the parser's events one by one instead
 * of composed nodes, so that its limits on depth and number hold before anything has been built.
 */
final class YamlTree {

  /** Far more than a scenario needs, and little enough to be read in a moment. */
  static final int MAX_CHARACTERS = 1 << 20;

  static final int MAX_NODES = 20_000;
  static final int MAX_DEPTH = 32;

  /** A node that can be used again, and how many nodes that use counts for. */
  private record Anchored(YamlNode node, int size) {}

  /** Ends the reading; nothing sensible can be said about the rest. */
  private static final class UnreadableException extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Place place;
    private final String hint;

    UnreadableException(Place place, String message, String hint) {
      super(message, null, false, false);
      this.place = place;
      this.hint = hint;
    }
  }

  private final SourceText source;
  private final Place origin;
  private final Problems problems;
  private final Iterator<Event> events;
  private final Map<String, Anchored> anchors = new HashMap<>();
  private int nodes;

  private YamlTree(SourceText source, int start, Problems problems) {
    this.source = source;
    this.origin = source.at(start);
    this.problems = problems;
    LoadSettings settings =
        LoadSettings.builder().setCodePointLimit(2 * MAX_CHARACTERS).setLabel("").build();
    this.events = new Parse(settings).parseString(source.text().substring(start)).iterator();
  }

  /**
   * The one document in {@code source} from {@code start} on; where there is none, a null scalar.
   *
   * @return null when the text is no YAML or goes beyond the limits; {@code problems} then say why
   */
  static @Nullable YamlNode read(SourceText source, int start, Problems problems) {
    try {
      refuseBinary(source);
      return new YamlTree(source, start, problems).document();
    } catch (UnreadableException e) {
      problems.add(e.place, "", String.valueOf(e.getMessage()), e.hint);
      return null;
    }
  }

  private static void refuseBinary(SourceText source) throws UnreadableException {
    String text = source.text();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean control = Character.isISOControl(c) && "\t\n\r\u0085".indexOf(c) < 0;
      if (control || c == '\uFFFD' || c >= '\uFFFE' || isLoneSurrogate(text, i)) {
        throw new UnreadableException(
            source.at(i),
            String.format(Locale.ROOT, "this is not UTF-8 text: it has U+%04X here", (int) c),
            "a scenario is YAML in UTF-8");
      }
    }
  }

  private static boolean isLoneSurrogate(String text, int i) {
    char c = text.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
    }
    return Character.isLowSurrogate(c)
        && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
  }

  private YamlNode document() throws UnreadableException {
    try {
      @Nullable YamlNode root = null;
      while (events.hasNext()) {
        Event event = events.next();
        if (event.getEventId() == Event.ID.DocumentStart) {
          if (root != null) {
            throw new UnreadableException(
                place(event.getStartMark()),
                "a second document begins here",
                "write one scenario a file, without '---' between parts");
          }
          root = node(events.next(), 0);
        }
      }
      return root == null ? new YamlNode.Scalar(origin, "", true) : root;
    } catch (MarkedYamlEngineException e) {
      YamlComplaint complaint = YamlComplaint.of(e);
      throw new UnreadableException(place(complaint.mark()), complaint.message(), complaint.hint());
    } catch (YamlVersionException e) {
      throw new UnreadableException(
          origin, "this asks for another version of YAML", "leave the line with %YAML out");
    } catch (YamlEngineException e) {
      throw new UnreadableException(
          origin, "this is not YAML 1.2: " + e.getMessage(), "a scenario is YAML in UTF-8");
    }
  }

  private YamlNode node(Event event, int depth) throws UnreadableException {
    Place place = place(event.getStartMark());
    if (depth > MAX_DEPTH) {
      throw new UnreadableException(
          place, "this is nested more than " + MAX_DEPTH + " deep", "no setting is that deep");
    }
    int nodesBefore = nodes;
    count(1, place);
    if (event instanceof AliasEvent alias) {
      return aliased(alias, place);
    }
    YamlNode node;
    Optional<String> tag;
    if (event instanceof ScalarEvent scalar) {
      tag = scalar.getTag();
      node = new YamlNode.Scalar(place, scalar.getValue(), scalar.isPlain());
    } else {
      tag = ((CollectionStartEvent) event).getTag();
      node =
          event.getEventId() == Event.ID.MappingStart
              ? mapping(place, depth)
              : sequence(place, depth);
    }
    if (tag.isPresent()) {
      problems.add(
          place,
          "",
          "tags such as " + Excerpt.quoted(tag.get()) + " mean nothing here",
          "leave the tag out");
    }
    ((NodeEvent) event)
        .getAnchor()
        .ifPresent(a -> anchors.put(a.getValue(), new Anchored(node, nodes - nodesBefore)));
    return node;
  }

  private YamlNode aliased(AliasEvent alias, Place place) throws UnreadableException {
    String name = alias.getAlias().getValue();
    Anchored anchored = anchors.get(name);
    if (anchored == null) {
      throw new UnreadableException(
          place,
          "the alias " + Excerpt.quoted("*" + name) + " has no anchor before it",
          "mark what it repeats with & and the same name");
    }
    count(anchored.size(), place);
    return anchored.node();
  }

  private YamlNode sequence(Place place, int depth) throws UnreadableException {
    List<YamlNode> items = new ArrayList<>();
    for (Event event = events.next();
        event.getEventId() != Event.ID.SequenceEnd;
        event = events.next()) {
      items.add(node(event, depth + 1));
    }
    return new YamlNode.Sequence(place, items);
  }

  private YamlNode mapping(Place place, int depth) throws UnreadableException {
    Map<String, YamlNode.Entry> entries = new LinkedHashMap<>();
    for (Event event = events.next();
        event.getEventId() != Event.ID.MappingEnd;
        event = events.next()) {
      YamlNode key = node(event, depth + 1);
      YamlNode value = node(events.next(), depth + 1);
      if (!(key instanceof YamlNode.Scalar name)) {
        problems.add(
            key.place(), "", "a key must be a word, not " + key.description(), "write  key: value");
        continue;
      }
      YamlNode.@Nullable Entry first =
          entries.putIfAbsent(name.text(), new YamlNode.Entry(key.place(), value));
      if (first != null) {
        problems.add(
            key.place(),
            "",
            "the key " + Excerpt.quoted(name.text()) + " is here a second time",
            "the first is on line " + (first.keyPlace().line() + 1) + "; keep one of them");
      }
    }
    return new YamlNode.Mapping(place, entries);
  }

  private void count(int more, Place place) throws UnreadableException {
    nodes += more;
    if (nodes > MAX_NODES) {
      throw new UnreadableException(
          place,
          "there are more than "
              + MAX_NODES
              + " keys and values up to here, aliases counted in full",
          "a scenario is smaller than that");
    }
  }

  /** The place of a mark, which counts from where the reading began. */
  private Place place(Optional<Mark> mark) {
    if (mark.isEmpty()) {
      return origin;
    }
    int line = mark.get().getLine();
    int column = mark.get().getColumn();
    return new Place(source, origin.line() + line, line == 0 ? origin.column() + column : column);
  }
}
