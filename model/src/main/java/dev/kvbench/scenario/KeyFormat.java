package dev.kvbench.scenario;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a key's number becomes a key: literal characters around one decimal conversion, {@code %d} or
 * zero-padded {@code %012d}.
 *
 * @param pattern the pattern for {@link java.util.Formatter}
 * @param literals how many characters stand around the number
 * @param width the digits that the number is padded to; 1 for {@code %d}
 */
record KeyFormat(String pattern, int literals, int width) {

  /** Longer keys do not fit into every server's request line. */
  static final int MAX_KEY_LENGTH = 1024;

  static final KeyFormat DEFAULT = new KeyFormat("%012d", 0, 12);

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
    int literals = pattern.length() - (matcher.start(3) - matcher.end(1));
    String width = matcher.group(2);
    KeyFormat format =
        new KeyFormat(pattern, literals, width == null ? 1 : Integer.parseInt(width));
    if (format.longestKey(1) > MAX_KEY_LENGTH) {
      throw tooLong(format.longestKey(1));
    }
    return format;
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
    return literals + Math.max(width, Long.toString(count - 1).length());
  }

  /** Whether the order of the keys as bytes is that of their numbers, for {@code count} keys. */
  boolean keepsOrder(long count) {
    return Long.toString(count - 1).length() <= width;
  }
}
