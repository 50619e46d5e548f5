package dev.kvbench.scenario;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A family of units, and the reading of texts such as {@code 1.5s}: decimal digits with an optional
 * fraction after a point, then a unit without a space. Independent of the locale.
 */
enum Units {
  /** Lengths of time, in nanoseconds. A bare number is refused: nobody could tell its unit. */
  DURATION(
      false,
      "ns=1 us=1000 \u00B5s=1000 \u03BCs=1000 ms=1000000 s=1000000000 m=60000000000 min=60000000000"
          + " h=3600000000000"),
  /** Amounts of data, in bytes: kB is 1000, KiB is 1024. */
  SIZE(true, "B=1 kB=1000 MB=1000000 GB=1000000000 KiB=1024 MiB=1048576 GiB=1073741824"),
  /** Requests per second; k is a thousand and M a million. */
  RATE(true, "/s=1 k=1000 k/s=1000 M=1000000 M/s=1000000"),
  /** Parts of a whole, of which 1 is all. */
  SHARE(false, "%=0.01");

  private static final Pattern QUANTITY =
      Pattern.compile("(-?[0-9]{1,18}(?:\\.[0-9]{1,18})?)([^0-9.].*)?", Pattern.DOTALL);

  private final boolean bare;

  @SuppressWarnings("ImmutableEnumChecker") // filled by the constructor alone
  private final Map<String, BigDecimal> factors = new LinkedHashMap<>();

  Units(boolean bare, String factors) {
    this.bare = bare;
    for (String factor : factors.split(" ")) {
      int equals = factor.indexOf('=');
      this.factors.put(factor.substring(0, equals), new BigDecimal(factor.substring(equals + 1)));
    }
  }

  /** The units' names. */
  Iterable<String> names() {
    return factors.keySet();
  }

  /** The quantity that {@code text} writes, in the base unit; empty when it writes none. */
  Optional<BigDecimal> parse(String text) {
    Matcher matcher = QUANTITY.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String unit = matcher.group(2);
    BigDecimal number = new BigDecimal(matcher.group(1));
    if (unit == null) {
      return bare ? Optional.of(number) : Optional.empty();
    }
    return Optional.ofNullable(factors.get(unit)).map(number::multiply);
  }
}
