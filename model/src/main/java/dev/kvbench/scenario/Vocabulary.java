package dev.kvbench.scenario;

import java.util.List;
import java.util.regex.Pattern;

/** The keys that each map of a scenario may have. */
enum Vocabulary {
  /** The whole file. */
  SCENARIO(
      "name",
      "description",
      "target",
      "keys",
      "values",
      "connections",
      "io-threads",
      "timeout",
      "seed",
      "repetitions",
      "profile",
      "profile-rules",
      "steps"),
  /** What is loaded. */
  TARGET("server", "selectors", "heap", "url", "protocol", "tls", "unix-socket"),
  /** How a server proves who it is. */
  TLS("trust", "verify"),
  /** The key space. */
  KEYS("count", "distribution", "format"),
  /** What is put. */
  VALUES("size", "content"),
  /** Connections that are opened as they are needed. */
  CONNECTIONS("mode", "max", "initial"),
  /** What names threads and frames of a profile have. */
  PROFILE_RULES("threads", "activities"),
  /** An entry of the steps: exactly one operation. */
  STEP("fill", "put", "get", "range"),
  /** The settings of a fill. */
  FILL("name"),
  /** The settings of put and get. */
  LOAD("name", "rate", "arrivals", "loop", "think", "warmup", "duration", "objectives"),
  /** The settings of range. */
  RANGE("name", "rate", "entries", "arrivals", "loop", "think", "warmup", "duration", "objectives"),
  /** An arrival process with settings: exactly one. */
  ARRIVALS("ramp", "staircase", "bursts", "trace"),
  /** A rate that goes from one value to another. */
  RAMP("from", "shape"),
  /** Rates one after the other. */
  STAIRCASE("rates", "each"),
  /** A rate that comes and goes. */
  BURSTS("on", "off"),
  /** What must hold: percentiles, and the share of errors. */
  OBJECTIVES(Percentile.KEY, "p50", "p90", "p99", "p99.9", "errors");

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<String> keys;

  private final Pattern others;

  Vocabulary(String... keys) {
    this(Pattern.compile("(?!)"), keys);
  }

  Vocabulary(Pattern others, String... keys) {
    this.keys = List.of(keys);
    this.others = others;
  }

  /** The keys, in the order in which people are used to write them; examples where any number. */
  List<String> keys() {
    return keys;
  }

  /** The keys in words, for advice. */
  String inWords() {
    return this == OBJECTIVES
        ? "percentiles above p0 and below p100, such as p50, p99 or p99.9, and errors"
        : String.join(", ", keys);
  }

  /** Whether a map of this kind may have the key. */
  boolean has(String key) {
    return keys.contains(key) || others.matcher(key).matches();
  }
}
