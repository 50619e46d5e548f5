package dev.kvbench.run.contract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kvbench.result.Figures;
import java.util.Locale;

/** Bytes in strings, a character a byte: made from text, written into URLs, shown to people. */
final class Bytes {

  /** How many bytes of an answer are shown at the most. */
  private static final int MOST_SHOWN = 100;

  /** What may stand in a URL as it is (RFC 3986, section 2.3). */
  private static final String UNRESERVED = "-._~";

  private Bytes() {}

  /** The bytes that {@code text} has in UTF-8. */
  static String utf8(String text) {
    return new String(text.getBytes(UTF_8), ISO_8859_1);
  }

  /** The same bytes percent-encoded for a URL's query. */
  static String encoded(String bytes) {
    StringBuilder out = new StringBuilder(bytes.length());
    for (int i = 0; i < bytes.length(); i++) {
      char b = bytes.charAt(i);
      boolean plain =
          (b >= 'a' && b <= 'z')
              || (b >= 'A' && b <= 'Z')
              || (b >= '0' && b <= '9')
              || UNRESERVED.indexOf(b) >= 0;
      out.append(plain ? String.valueOf(b) : String.format(Locale.ROOT, "%%%02X", (int) b));
    }
    return out.toString();
  }

  /** How many bytes, in words. */
  static String count(String bytes) {
    return Figures.count(bytes.length()) + (bytes.length() == 1 ? " byte" : " bytes");
  }

  /** The bytes for people: ASCII as it is, the rest escaped, cut short where there are many. */
  static String shown(String bytes) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < Math.min(bytes.length(), MOST_SHOWN); i++) {
      char b = bytes.charAt(i);
      switch (b) {
        case '\r' -> out.append("\\r");
        case '\n' -> out.append("\\n");
        case '\t' -> out.append("\\t");
        case '\\' -> out.append("\\\\");
        default -> {
          if (b >= ' ' && b < 0x7F) {
            out.append(b);
          } else {
            out.append(String.format(Locale.ROOT, "\\x%02x", (int) b));
          }
        }
      }
    }
    return bytes.length() > MOST_SHOWN ? out.append('…').toString() : out.toString();
  }

  /** Their number and the bytes themselves. */
  static String countAndShown(String bytes) {
    return bytes.isEmpty() ? "0 bytes" : count(bytes) + " (" + shown(bytes) + ")";
  }
}
