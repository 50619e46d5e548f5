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
      "api",
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
  TARGET(
      "server",
      "selectors",
      "workers",
      "deadline",
      "storage",
      "body-limit",
      "heap",
      "jvm",
      "command",
      "ready",
      "start-timeout",
      "environment",
      "files",
      "working-folder",
      "url",
      "protocol",
      "tls",
      "unix-socket",
      "pid"),
  /** Worker threads of the reference server. */
  WORKERS("threads", "min", "max", "queue", "capacity", "order", "rejection"),
  /** Where the reference server keeps its records. */
  STORAGE("engine", "flush-threshold", "block-cache", "sync"),
  /** A line of its log that says that a target is ready. */
  READY("line"),
  /** Variables of a target's environment. */
  ENVIRONMENT(Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,255}")),
  /** Files of a target's scratch folder. */
  FILES(
      Pattern.compile(
          "[A-Za-z0-9_][A-Za-z0-9._-]{0,127}(/[A-Za-z0-9_][A-Za-z0-9._-]{0,127}){0,8}")),
  /** How a server proves who it is. */
  TLS("trust", "verify"),
  /** How operations are asked for. */
  API("preset", "put", "get", "delete", "range"),
  /** How one operation is asked for. */
  API_CALL("method", "path", "headers", "right", "miss"),
  /** Headers of a request: tokens by RFC 9110. */
  HEADERS(Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,256}")),
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

  /** The regular expression of the keys that are none of {@link #keys}. */
  String pattern() {
    return others.pattern();
  }

  /** The keys in words, for advice. */
  String inWords() {
    return switch (this) {
      case OBJECTIVES ->
          "percentiles above p0 and below p100, such as p50, p99 or p99.9, and errors";
      case ENVIRONMENT -> "names of letters, digits and _, not beginning with a digit";
      case FILES -> "names of files beneath {dir}, of letters, digits and ._-, such as conf/a.xml";
      case HEADERS -> "names of headers, such as accept";
      default -> String.join(", ", keys);
    };
  }

  /** Whether a map of this kind may have the key. */
  boolean has(String key) {
    return keys.contains(key) || others.matcher(key).matches();
  }
}
