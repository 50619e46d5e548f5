package dev.kvbench.scenario;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a key's number becomes a key: literal characters around one decimal conversion, {@code %d} or
 * zero-padded {@code %012d}.
 *
 * @param prefix the characters before the number
 * @param width the digits that the number is padded to; 1 for {@code %d}
 * @param suffix the characters behind the number
 */
public record KeyFormat(String prefix, int width, String suffix) {

  /** Longer keys do not fit into every server's request line. */
  static final int MAX_KEY_LENGTH = 1024;

  static final KeyFormat DEFAULT = new KeyFormat("", 12, "");

  /** The characters that RFC 3986 calls unreserved: they need no percent-encoding in a query. */
  private static final String LITERAL = "([A-Za-z0-9._~-]*)";

  private static final Pattern SHAPE =
      Pattern.compile(LITERAL + "%(?:0([1-9][0-9]{0,3}))?d" + LITERAL);

  private static final String HINT =
      "write one %d or %012d (12 digits, zeros in front), around it only letters, digits and -._~";

  /** The parser of key formats. */
  static KeyFormat parse(YamlNode node) throws BadValueException {
    String pattern = Values.text(node, HINT);
    Matcher matcher = SHAPE.matcher(pattern);
    if (!matcher.matches()) {
      throw new BadValueException(Excerpt.quoted(pattern) + " " + whyNot(pattern), HINT);
    }
    KeyFormat format = of(matcher);
    if (format.longestKey(1) > MAX_KEY_LENGTH) {
      throw tooLong(format.longestKey(1));
    }
    return format;
  }

  /**
   * Returns the format that a valid scenario's {@code keys.format} is.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static KeyFormat of(String pattern) {
    Matcher matcher = SHAPE.matcher(pattern);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(pattern + " " + whyNot(pattern));
    }
    return of(matcher);
  }

  private static KeyFormat of(Matcher matcher) {
    String width = matcher.group(2);
    return new KeyFormat(
        matcher.group(1), width == null ? 1 : Integer.parseInt(width), matcher.group(3));
  }

  /** The format as a pattern for {@link java.util.Formatter}. */
  public String pattern() {
    return prefix + (width == 1 ? "%d" : "%0" + width + "d") + suffix;
  }

  /**
   * Returns the key with number {@code key}. Written directly: a {@link java.util.Formatter} takes
   * a microsecond for it.
   */
  public String key(long key) {
    StringBuilder text = new StringBuilder(longestKey(key + 1));
    append(text, key);
    return text.toString();
  }

  /** Appends the key with number {@code key} to {@code text}. */
  public void append(StringBuilder text, long key) {
    text.append(prefix);
    int digits = 1;
    for (long rest = key / 10; rest > 0; rest /= 10) {
      digits++;
    }
    for (int i = digits; i < width; i++) {
      text.append('0');
    }
    text.append(key).append(suffix);
  }

  static BadValueException tooLong(long length) {
    return new BadValueException(
        "makes keys of " + length + " characters", "keys may have " + MAX_KEY_LENGTH);
  }

  private static String whyNot(String pattern) {
    if (pattern.isEmpty() || pattern.indexOf('%') < 0) {
      return "has no place for the key's number";
    }
    if (pattern.indexOf('%') != pattern.lastIndexOf('%')) {
      return "has more than one '%'";
    }
    String literals = pattern.replaceFirst("%[^A-Za-z]*[A-Za-z]?", "");
    if (!literals.matches(LITERAL)) {
      return "has characters that would need percent-encoding";
    }
    return "writes the number in a way that keys cannot have";
  }

  /** The length of the longest of {@code count} keys. */
  int longestKey(long count) {
    return prefix.length() + suffix.length() + Math.max(width, Long.toString(count - 1).length());
  }

  /** Whether the order of the keys as bytes is that of their numbers, for {@code count} keys. */
  public boolean keepsOrder(long count) {
    return Long.toString(count - 1).length() <= width;
  }
}
