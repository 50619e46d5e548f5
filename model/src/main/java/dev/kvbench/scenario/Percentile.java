package dev.kvbench.scenario;

import java.util.regex.Pattern;

/** The keys of objectives that name a percentile: {@code p99}, {@code p99.9}. */
final class Percentile {

  /** Above 0 and below 100, three decimals at most: finer ones no run can support. */
  static final Pattern KEY = Pattern.compile("p(?!0(\\.0+)?$)(0|[1-9][0-9]?)(\\.[0-9]{1,3})?");

  private Percentile() {}

  /** The percentile, in percent, that a key names which {@link #KEY} matches. */
  static double of(String key) {
    return Double.parseDouble(key.substring(1));
  }
}
