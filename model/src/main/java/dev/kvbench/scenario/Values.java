package dev.kvbench.scenario;

import dev.kvbench.scenario.YamlNode.Kind;
import dev.kvbench.scenario.YamlNode.Scalar;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The kinds of values that settings have: each method gives the parser of one kind. */
final class Values {

  /** Longer numbers mean nothing, and take long to read. */
  private static final int MAX_NUMBER_LENGTH = 40;

  private static final int MAX_DESCRIPTION = 2000;
  private static final String AUTO = "auto";
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,63}");

  private Values() {}

  /** A whole number in a range, both ends included. */
  static Section.Parser<Long> wholeNumber(long min, long max) {
    return node -> {
      String hint = "write a whole number from " + min + " to " + max;
      if (node instanceof Scalar quoted
          && !quoted.plain()
          && isNumber(new Scalar(quoted.place(), quoted.text(), true))) {
        throw bad(node, "a number", "leave the quotes out: " + quoted.text());
      }
      BigDecimal number = number(node, "a whole number", hint);
      if (number.stripTrailingZeros().scale() > 0) {
        throw bad(node, "a whole number", hint);
      }
      return inRange(node, number, BigDecimal.valueOf(min), BigDecimal.valueOf(max), hint)
          .longValueExact();
    };
  }

  /** A length of time in nanoseconds, both limits included and written as a user would. */
  static Section.Parser<Long> duration(String min, String max) {
    return node -> {
      String hint = "write a number and a unit, from " + min + " to " + max + ": 30s, 500ms, 1.5m";
      if (node instanceof Scalar scalar && isNumber(scalar)) {
        throw new BadValueException(
            "needs a unit, " + scalar.text() + " could be anything",
            "for seconds write " + scalar.text() + "s; the units are ns, us, ms, s, m, h");
      }
      return inRange(
              node,
              quantity(node, Units.DURATION, "a duration", hint),
              Units.DURATION,
              min,
              max,
              hint)
          .setScale(0, RoundingMode.HALF_UP)
          .longValueExact();
    };
  }

  /** An amount of data in bytes, both limits included and written as a user would. */
  static Section.Parser<Long> size(String min, String max) {
    return node -> {
      String hint =
          "write bytes, or a number and a unit, from "
              + min
              + " to "
              + max
              + ": 128, 4kB (4000), 1KiB (1024)";
      BigDecimal bytes =
          node instanceof Scalar scalar && isNumber(scalar)
              ? number(node, "a size", hint)
              : quantity(node, Units.SIZE, "a size", hint);
      if (bytes.stripTrailingZeros().scale() > 0) {
        throw bad(node, "a whole number of bytes", hint);
      }
      return inRange(node, bytes, Units.SIZE, min, max, hint).longValueExact();
    };
  }

  /** Requests per second: above 0, at most ten million. */
  static Section.Parser<Double> rate() {
    return node -> {
      String hint = "write requests per second, above 0 and at most 10M/s: 20000, 20k or 1.5k/s";
      BigDecimal rate =
          node instanceof Scalar scalar && isNumber(scalar)
              ? number(node, "a rate", hint)
              : quantity(node, Units.RATE, "a rate", hint);
      if (rate.signum() <= 0) {
        throw bad(node, "above 0", hint);
      }
      if (rate.compareTo(BigDecimal.valueOf(10_000_000)) > 0) {
        throw bad(node, "10M/s or less", hint);
      }
      return rate.doubleValue();
    };
  }

  /** A percentage from 0% to 100%, as a share from 0 to 1. */
  static Section.Parser<Double> percentage() {
    return node -> {
      String hint = "write a percentage from 0% to 100%: 0.1%";
      return inRange(
              node,
              quantity(node, Units.SHARE, "a percentage", hint),
              Units.SHARE,
              "0%",
              "100%",
              hint)
          .doubleValue();
    };
  }

  /** What {@code parser} takes, or the word {@code auto}, which stands for {@code automatic}. */
  static <T> Section.Parser<T> orAuto(Section.Parser<T> parser, T automatic) {
    return node -> {
      String text = node instanceof Scalar scalar ? scalar.text() : "";
      if (text.equals(AUTO)) {
        return automatic;
      }
      try {
        return parser.parse(node);
      } catch (BadValueException e) {
        throw new BadValueException(
            e.message(), Section.didYouMean(text, List.of(AUTO), e.hint() + "; or auto"));
      }
    };
  }

  /** One of some words. */
  static <T> Section.Parser<T> oneOf(Map<String, T> words) {
    return node -> {
      T value = node instanceof Scalar scalar ? words.get(scalar.text()) : null;
      if (value == null) {
        List<String> known = List.copyOf(words.keySet());
        String choice = String.join(" or ", known);
        String text = node instanceof Scalar scalar ? scalar.text() : "";
        throw bad(node, choice, Section.didYouMean(text, known, "write " + choice));
      }
      return value;
    };
  }

  /** Whether files can bear the name. */
  static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /** A name that files can bear. */
  static Section.Parser<String> name() {
    return node -> {
      String hint = "write small letters a-z, digits and '-', at most 64, not beginning with '-'";
      String text = text(node, hint);
      if (!isName(text)) {
        throw bad(node, "a name that files can bear", hint);
      }
      return text;
    };
  }

  /** A few sentences for people. */
  static Section.Parser<String> description() {
    return node -> {
      String hint = "write a sentence or two, at most " + MAX_DESCRIPTION + " characters";
      String text = text(node, hint);
      if (text.codePointCount(0, text.length()) > MAX_DESCRIPTION) {
        throw new BadValueException("is too long", hint);
      }
      if (text.chars().anyMatch(c -> Character.isISOControl(c) && c != '\n')) {
        throw new BadValueException("has a control character in it", hint);
      }
      return text;
    };
  }

  /** The text of a scalar that is text. */
  static String text(YamlNode node, String hint) throws BadValueException {
    if (!(node instanceof Scalar scalar)) {
      throw bad(node, "text", "put a text with special characters in quotes");
    }
    if (scalar.kind() != Kind.TEXT) {
      throw bad(node, "text", "put it in quotes: \"" + scalar.text() + "\"");
    }
    return scalar.text();
  }

  static BadValueException bad(YamlNode node, String expected, String hint) {
    return new BadValueException("must be " + expected + ", not " + node.description(), hint);
  }

  private static boolean isNumber(Scalar scalar) {
    return scalar.kind() == Kind.INTEGER || scalar.kind() == Kind.FLOAT;
  }

  private static BigDecimal number(YamlNode node, String expected, String hint)
      throws BadValueException {
    if (!(node instanceof Scalar scalar) || !isNumber(scalar)) {
      throw bad(node, expected, hint);
    }
    String text = scalar.text();
    if (text.length() > MAX_NUMBER_LENGTH) {
      throw new BadValueException("has too many digits", hint);
    }
    if (text.startsWith("0x")) {
      return new BigDecimal(new BigInteger(text.substring(2), 16));
    }
    if (text.startsWith("0o")) {
      return new BigDecimal(new BigInteger(text.substring(2), 8));
    }
    // decides on .inf and .nan, and on exponents that would fill the memory as exact numbers
    double rough =
        text.endsWith("f") || text.endsWith("F") || text.endsWith("n") || text.endsWith("N")
            ? Double.NaN
            : Double.parseDouble(text);
    if (Double.isNaN(rough) || Math.abs(rough) > 1e30 || (rough != 0 && Math.abs(rough) < 1e-30)) {
      throw bad(node, expected + " within reason", hint);
    }
    return rough == 0 ? BigDecimal.ZERO : new BigDecimal(text);
  }

  private static BigDecimal quantity(YamlNode node, Units units, String expected, String hint)
      throws BadValueException {
    if (!(node instanceof Scalar scalar) || scalar.kind() != Kind.TEXT) {
      throw bad(node, expected, hint);
    }
    return units.parse(scalar.text()).orElseThrow(() -> bad(node, expected, hint));
  }

  private static BigDecimal inRange(
      YamlNode node, BigDecimal value, Units units, String min, String max, String hint)
      throws BadValueException {
    BigDecimal least = units.parse(min).orElseThrow();
    BigDecimal most = units.parse(max).orElseThrow();
    // It is a quantity, so that it is no mere text, whatever YAML takes it for.
    String written = node instanceof Scalar scalar ? scalar.text() : node.description();
    if (value.compareTo(least) < 0) {
      throw new BadValueException("must be " + min + " or more, not " + written, hint);
    }
    if (value.compareTo(most) > 0) {
      throw new BadValueException("must be " + max + " or less, not " + written, hint);
    }
    return value;
  }

  private static BigDecimal inRange(
      YamlNode node, BigDecimal value, BigDecimal min, BigDecimal max, String hint)
      throws BadValueException {
    if (value.compareTo(min) < 0) {
      throw bad(node, min.toPlainString() + " or more", hint);
    }
    if (value.compareTo(max) > 0) {
      throw bad(node, max.toPlainString() + " or less", hint);
    }
    return value;
  }
}
