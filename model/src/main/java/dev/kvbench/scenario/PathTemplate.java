package dev.kvbench.scenario;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A path with places for keys, cut into parts once, so that a request's path is put together
 * without looking for them: {@code /v0/entity?id={key}}.
 *
 * <p>Keys are put in as they are: a {@link KeyFormat} makes only keys that need no
 * percent-encoding.
 *
 * @param literals what stands before, between and behind the places: one more than there are places
 * @param slots the places, in their order
 */
public record PathTemplate(List<String> literals, List<Slot> slots) {

  /** What is put into a path. */
  public enum Slot {
    /** The key that is asked for. */
    KEY,
    /** The first key of a range. */
    START,
    /** The first key behind a range. */
    END;

    /** The place as it is written: {@code {key}}. */
    String text() {
      return "{" + word() + "}";
    }

    private String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Longer paths do not fit into every server's request line. */
  static final int MAX_LENGTH = 1024;

  /** The characters of a path and a query by RFC 3986, escapes in their full form. */
  static final String LITERAL = "(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*";

  private static final Pattern PLACE = Pattern.compile("\\{([^{}]*)}");

  /** Defensive copies. */
  public PathTemplate {
    literals = List.copyOf(literals);
    slots = List.copyOf(slots);
  }

  /**
   * The template that a text is.
   *
   * @param places those that it may have; the first of them it must have
   */
  static PathTemplate parse(String text, List<Slot> places) throws BadValueException {
    String hint = hint(places);
    if (!text.startsWith("/")) {
      throw new BadValueException("does not begin with '/': " + Excerpt.quoted(text), hint);
    }
    if (text.length() > MAX_LENGTH) {
      throw new BadValueException("is longer than " + MAX_LENGTH + " characters", hint);
    }
    PathTemplate template = cut(text, places, hint);
    if (!template.literals.stream().allMatch(literal -> literal.matches(LITERAL))) {
      throw new BadValueException(
          Excerpt.quoted(text) + " has characters that a path and its query cannot have",
          "write them percent-encoded: a blank is %20");
    }
    if (!template.slots.contains(places.get(0))) {
      throw new BadValueException(
          Excerpt.quoted(text) + " has no place for " + places.get(0).text(), hint);
    }
    if (template.withoutEnd().slots.contains(Slot.END)) {
      throw new BadValueException(
          Excerpt.quoted(text) + " has {end} where it cannot be left out",
          "make it a parameter of the query: …?start={start}&end={end}");
    }
    return template;
  }

  private static PathTemplate cut(String text, List<Slot> places, String hint)
      throws BadValueException {
    List<String> literals = new ArrayList<>();
    List<Slot> slots = new ArrayList<>();
    int from = 0;
    Matcher matcher = PLACE.matcher(text);
    while (matcher.find()) {
      String word = matcher.group(1);
      Slot slot =
          places.stream().filter(place -> place.word().equals(word)).findFirst().orElse(null);
      if (slot == null) {
        throw new BadValueException(
            "has an unknown place " + Excerpt.quoted(matcher.group()),
            Section.didYouMean(word, places.stream().map(Slot::word).toList(), hint));
      }
      literals.add(text.substring(from, matcher.start()));
      slots.add(slot);
      from = matcher.end();
    }
    literals.add(text.substring(from));
    return new PathTemplate(literals, slots);
  }

  private static String hint(List<Slot> places) {
    return places.get(0) == Slot.KEY
        ? "write a path with {key} in it: /objects/{key}"
        : "write a path with {start} in it: /entries?start={start}&end={end}";
  }

  /**
   * This template without the query's parameters that are {@link Slot#END}: where no key can be
   * written for the end.
   */
  public PathTemplate withoutEnd() {
    String text = text();
    int query = text.indexOf('?');
    if (query < 0) {
      return this;
    }
    String kept =
        Arrays.stream(text.substring(query + 1).split("&", -1))
            .filter(parameter -> !parameter.endsWith("=" + Slot.END.text()))
            .collect(Collectors.joining("&"));
    try {
      return cut(
          text.substring(0, query) + (kept.isEmpty() ? "" : "?" + kept),
          List.of(Slot.values()),
          "");
    } catch (BadValueException e) {
      throw new IllegalStateException("a template's own places are unknown to it", e);
    }
  }

  /**
   * The path to the keys with these numbers.
   *
   * @param first the number of the key, or of a range's first
   * @param end the number of the first key behind a range; of no meaning where there is no place
   *     for it
   */
  public String path(KeyFormat format, long first, long end) {
    StringBuilder path = new StringBuilder(literals.get(0).length() + 24 * slots.size());
    path.append(literals.get(0));
    for (int i = 0; i < slots.size(); i++) {
      format.append(path, slots.get(i) == Slot.END ? end : first);
      path.append(literals.get(i + 1));
    }
    return path.toString();
  }

  /** The template as it was written. */
  public String text() {
    StringBuilder text = new StringBuilder(literals.get(0));
    for (int i = 0; i < slots.size(); i++) {
      text.append(slots.get(i).text()).append(literals.get(i + 1));
    }
    return text.toString();
  }
}
