package dev.kvbench.scenario;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.CoreScalarResolver;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;

/** A piece of YAML and where it stands: a map, a list or a scalar; there is nothing else. */
sealed interface YamlNode {

  /** Where the piece begins. */
  Place place();

  /** What it is, in words for a message: {@code the text 'abc'}, {@code a list}. */
  String description();

  /** What a scalar is by the core schema of YAML 1.2. */
  enum Kind {
    /** Nothing, {@code ~} or {@code null}. */
    NULL,
    /** {@code true} or {@code false}. */
    BOOLEAN,
    /** A whole number, also {@code 0x1F} and {@code 0o17}. */
    INTEGER,
    /** A number with a fraction or an exponent, or one of {@code .inf} and {@code .nan}. */
    FLOAT,
    /** Everything else, and all that stands in quotes. */
    TEXT
  }

  /**
   * A scalar.
   *
   * @param text its text, escapes resolved
   * @param plain whether it stands without quotes, so that it can be a number
   */
  record Scalar(Place place, String text, boolean plain) implements YamlNode {

    private static final ScalarResolver CORE = new CoreScalarResolver(false);

    /** What the scalar is. */
    Kind kind() {
      Tag tag = CORE.resolve(text, plain);
      if (tag.equals(Tag.NULL)) {
        return Kind.NULL;
      }
      if (tag.equals(Tag.BOOL)) {
        return Kind.BOOLEAN;
      }
      if (tag.equals(Tag.INT)) {
        return Kind.INTEGER;
      }
      return tag.equals(Tag.FLOAT) ? Kind.FLOAT : Kind.TEXT;
    }

    @Override
    public String description() {
      return switch (kind()) {
        case NULL -> "nothing";
        case BOOLEAN, INTEGER, FLOAT -> text.length() > 60 ? Excerpt.quoted(text) : text;
        case TEXT -> "the text " + Excerpt.quoted(text);
      };
    }
  }

  /** A list. */
  record Sequence(Place place, List<YamlNode> items) implements YamlNode {
    public Sequence {
      items = List.copyOf(items);
    }

    @Override
    public String description() {
      return "a list";
    }
  }

  /** A map, its entries in the order of the text. */
  record Mapping(Place place, Map<String, Entry> entries) implements YamlNode {
    public Mapping {
      entries = new LinkedHashMap<>(entries);
    }

    /** A map without entries. */
    static Mapping empty(Place place) {
      return new Mapping(place, Map.of());
    }

    /** The entry of a key, if the map has it. */
    @Nullable Entry entry(String key) {
      return entries.get(key);
    }

    /** The value of a key, if the map has it. */
    @Nullable YamlNode value(String key) {
      Entry entry = entries.get(key);
      return entry == null ? null : entry.value();
    }

    /** This map with one entry set, at its old position if it had one. */
    Mapping with(String key, Entry entry) {
      Map<String, Entry> changed = new LinkedHashMap<>(entries);
      changed.put(key, entry);
      return new Mapping(place, changed);
    }

    @Override
    public String description() {
      return "a map";
    }
  }

  /**
   * One key of a map with its value.
   *
   * @param keyPlace where the key stands
   */
  record Entry(Place keyPlace, YamlNode value) {}

  /** Whether the piece is nothing: absent, {@code ~} or {@code null}. */
  default boolean isNull() {
    return this instanceof Scalar scalar && scalar.kind() == Kind.NULL;
  }
}
