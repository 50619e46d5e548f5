package dev.kvbench.load.workload;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes key numbers through a scenario's key format. The usual formats, a prefix and a zero-padded
 * decimal, are written directly, since {@link java.util.Formatter} takes a microsecond a key.
 */
final class KeyFormat {

  private static final Pattern ZERO_PADDED = Pattern.compile("([^%]*)%0(\\d{1,2})d([^%]*)");

  private final String format;
  private final String prefix;
  private final String suffix;
  private final int width;

  KeyFormat(String format) {
    this.format = format;
    Matcher matcher = ZERO_PADDED.matcher(format);
    boolean simple = matcher.matches();
    prefix = simple ? matcher.group(1) : "";
    suffix = simple ? matcher.group(3) : "";
    width = simple ? Integer.parseInt(matcher.group(2)) : 0;
  }

  /** Returns the key with number {@code key}. */
  String key(long key) {
    if (width == 0) {
      return String.format(Locale.ROOT, format, key);
    }
    StringBuilder text = new StringBuilder(prefix.length() + width + suffix.length());
    append(text, key);
    return text.toString();
  }

  /** Appends the key with number {@code key} to {@code text}. */
  void append(StringBuilder text, long key) {
    if (width == 0) {
      text.append(key(key));
      return;
    }
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
}
