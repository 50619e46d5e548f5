package dev.kvbench.scenario;

import static dev.kvbench.scenario.Reading.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Holds the schema for editors equal to what the reader takes; of targets, see {@link
 * TargetSchemaTest}.
 */
class SchemaTest {

  private final ScenarioSchema schema = new ScenarioSchema();
  private final JsonNode text = schema.text();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "steps: [fill]",
        "steps: [fill: {}]",
        "steps: [fill: ]",
        "steps: [fill: { name: prepare }]",
        "name: a\nsteps: [fill]",
        "name: 0-a\nsteps: [fill]",
        "description: \"two\\nlines, ünïcode\"\nsteps: [fill]",
        "keys: {}\nsteps: [fill]",
        "keys: { count: 1000000000, distribution: sequential }\nsteps: [fill]",
        "keys: { count: 1e6 }\nsteps: [fill]",
        "keys: { format: a-b._~%d.Z }\nsteps: [fill]",
        "keys: { format: \"%01024d\" }\nsteps: [fill]",
        "values: { size: 0, content: zero }\nsteps: [fill]",
        "values: { size: 64MiB }\nsteps: [fill]",
        "values: { size: 1.5kB }\nsteps: [fill]",
        "values: { size: \"12\" }\nsteps: [fill]",
        "values: { size: 12.0 }\nsteps: [fill]",
        "connections: 65000\nsteps: [fill]",
        "connections: 0x10\nsteps: [fill]",
        "connections: { max: 256 }\nsteps: [fill]",
        "connections: { mode: elastic, max: 65000, initial: 65000 }\nsteps: [fill]",
        "connections: { mode: per-request, max: 1 }\nsteps: [fill]",
        "connections: { mode: per-request, max: 9 }\nsteps: [get: { loop: closed }]",
        "io-threads: auto\nsteps: [fill]",
        "io-threads: 256\nsteps: [fill]",
        "timeout: 1ms\nsteps: [fill]",
        "timeout: 0.5h\nsteps: [fill]",
        "seed: -9223372036854775808\nsteps: [fill]",
        "seed: 9223372036854775807\nsteps: [fill]",
        "repetitions: 1000\nsteps: [fill]",
        "steps: [get: { rate: 1 }, get: { rate: 1 }]",
        "steps: [put: { rate: 20k/s, arrivals: poisson, warmup: 10s, duration: 30s, name: a }]",
        "steps: [put: { rate: 10000000 }]",
        "steps: [put: { rate: 1.5M }]",
        "steps: [put: { rate: \"7\" }]",
        "steps: [put: { rate: 0.5/s, warmup: 0s }]",
        "steps: [get: { rate: 1, warmup: auto, arrivals: constant, duration: 2min }]",
        "steps: [get: { rate: 1k, duration: 5000µs, objectives: {} }]",
        "steps: [get: { rate: 1k, duration: 5000\u03BCs }]",
        "steps: [get: { rate: 1, objectives: { p99: 5ms, p99.999: 20us, p0.5: 1ns } }]",
        "steps: [get: { rate: 1, objectives: { errors: 0% } }]",
        "steps: [range: { rate: 500, entries: 100 }]",
        "steps: [put: { rate: 5, warmup: 0s, arrivals: { ramp: { from: 1k/s } } }]",
        "steps: [get: { rate: 5, warmup: 1s, arrivals: { ramp: { from: 9, shape: exponential } } }]",
        "steps: [range: { warmup: 0s, arrivals: { staircase: { rates: [1k, 5.5], each: 1s } } }]",
        "steps: [get: { rate: 5, warmup: 0s, arrivals: { bursts: { on: 1s, off: 1ms } } }]",
        "steps: [get: { loop: closed }]",
        "steps: [put: { loop: closed, think: 0s, warmup: auto, duration: 1s }]",
        "steps: [range: { loop: closed, think: 1.5ms, entries: 5, objectives: { p99: 1s } }]",
        "steps: [get: { loop: open, rate: 5 }]",
        "profile: []\nsteps: [fill]",
        "profile: [cpu, lock]\nsteps: [fill]",
        "profile: alloc\nsteps: [fill]",
        "profile: cpu, alloc,lock\nsteps: [fill]",
        "profile-rules: {}\nsteps: [fill]",
        "profile-rules: { threads: { my pool: '^pool-' } }\nsteps: [fill]",
        "profile-rules: { activities: { json: [Json, '\\.Gson\\.'], dao: Dao } }\nsteps: [fill]",
      })
  void goodFiles_areGoodForBoth(String yaml) {
    assertThat(read(yaml).steps()).isNotEmpty();
    assertThat(schema.isValid(yaml)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[fill]",
        "fill",
        "steps: ",
        "steps: []",
        "steps: {}",
        "steps: fill",
        "steps: [{}]",
        "steps: [get]",
        "steps: [get: ]",
        "steps: [5]",
        "steps: [~]",
        "steps: [fil]",
        "steps: [fil: {}]",
        "steps: [fill: {}, 5]",
        "steps: [fill: 5]",
        "steps: [fill: { rate: 5 }]",
        "steps: [{ fill: {}, name: a }]",
        "steps: [{ get: { rate: 1 }, put: { rate: 1 } }]",
        "setps: [fill]",
        "other: 1\nsteps: [fill]",
        "name: A\nsteps: [fill]",
        "name: -a\nsteps: [fill]",
        "name: ''\nsteps: [fill]",
        "name: 5\nsteps: [fill]",
        "name: \nsteps: [fill]",
        "name: aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffggggg\nsteps: [fill]",
        "description: 5\nsteps: [fill]",
        "description: \"\\e[1m\"\nsteps: [fill]",
        "keys: 5\nsteps: [fill]",
        "keys: { count: 0 }\nsteps: [fill]",
        "keys: { count: 1000000000000 }\nsteps: [fill]",
        "keys: { count: 5.5 }\nsteps: [fill]",
        "keys: { count: \"5\" }\nsteps: [fill]",
        "keys: { count: true }\nsteps: [fill]",
        "keys: { distribution: zipf }\nsteps: [fill]",
        "keys: { distribution: Uniform }\nsteps: [fill]",
        "keys: { format: key }\nsteps: [fill]",
        "keys: { format: \"%d%d\" }\nsteps: [fill]",
        "keys: { format: \"%12d\" }\nsteps: [fill]",
        "keys: { format: \"%x\" }\nsteps: [fill]",
        "keys: { format: \"a b%d\" }\nsteps: [fill]",
        "values: { size: -1 }\nsteps: [fill]",
        "values: { size: 1.5 }\nsteps: [fill]",
        "values: { size: 67108865 }\nsteps: [fill]",
        "values: { size: 4K }\nsteps: [fill]",
        "values: { content: text }\nsteps: [fill]",
        "connections: 0\nsteps: [fill]",
        "connections: 65001\nsteps: [fill]",
        "connections: 64.5\nsteps: [fill]",
        "connections: many\nsteps: [fill]",
        "connections: [64]\nsteps: [fill]",
        "connections: {}\nsteps: [fill]",
        "connections: elastic\nsteps: [fill]",
        "connections: { initial: 8 }\nsteps: [fill]",
        "connections: { max: 0 }\nsteps: [fill]",
        "connections: { max: 65001 }\nsteps: [fill]",
        "connections: { max: 8, initial: 0 }\nsteps: [fill]",
        "connections: { max: 8, min: 1 }\nsteps: [fill]",
        "connections: { mode: fixed, max: 8 }\nsteps: [fill]",
        "connections: { mode: per-request, max: 8, initial: 1 }\nsteps: [fill]",
        "io-threads: 0\nsteps: [fill]",
        "io-threads: 257\nsteps: [fill]",
        "io-threads: all\nsteps: [fill]",
        "timeout: 10\nsteps: [fill]",
        "timeout: 0s\nsteps: [fill]",
        "timeout: 10 s\nsteps: [fill]",
        "timeout: -1s\nsteps: [fill]",
        "seed: yes\nsteps: [fill]",
        "seed: 9223372036854775808\nsteps: [fill]",
        "repetitions: 0\nsteps: [fill]",
        "repetitions: 1001\nsteps: [fill]",
        "profile: wall\nsteps: [fill]",
        "profile: [cpu, wall]\nsteps: [fill]",
        "profile: 5\nsteps: [fill]",
        "profile: [[cpu]]\nsteps: [fill]",
        "profile: { events: [cpu] }\nsteps: [fill]",
        "profile: ''\nsteps: [fill]",
        "profile-rules: []\nsteps: [fill]",
        "profile-rules: { frames: { a: b } }\nsteps: [fill]",
        "profile-rules: { threads: [a] }\nsteps: [fill]",
        "profile-rules: { threads: { a: '' } }\nsteps: [fill]",
        "profile-rules: { threads: { '': a } }\nsteps: [fill]",
        "profile-rules: { threads: { a: 5 } }\nsteps: [fill]",
        "profile-rules: { activities: { a: { b: c } } }\nsteps: [fill]",
        "steps: [get: {}]",
        "steps: [get: { rate: 0 }]",
        "steps: [get: { rate: 0k }]",
        "steps: [get: { rate: -5 }]",
        "steps: [get: { rate: 10000001 }]",
        "steps: [get: { rate: fast }]",
        "steps: [get: { rate: 5K }]",
        "steps: [get: { rate: [5] }]",
        "steps: [get: { rate: true }]",
        "steps: [get: { rte: 5 }]",
        "steps: [get: { rate: 5, entries: 5 }]",
        "steps: [get: { rate: 5, arrivals: random }]",
        "steps: [get: { rate: 5, arrivals: ramp }]",
        "steps: [get: { rate: 5, arrivals: {} }]",
        "steps: [get: { rate: 5, warmup: 0s, arrivals: { constant: {} } }]",
        "steps: [get: { rate: 5, warmup: 0s, arrivals: { ramp: {} } }]",
        "steps: [get: { rate: 5, warmup: 0s, arrivals: { ramp: { from: 0 } } }]",
        "steps: [get: { rate: 5, warmup: 0s, arrivals: { ramp: { from: 5, shape: Linear } } }]",
        "steps: [get: { rate: 5, warmup: 0s, arrivals: { ramp: { from: 5, to: 6 } } }]",
        "steps: [get: { rate: 5, arrivals: { ramp: { from: 5 } } }]",
        "steps: [get: { rate: 5, warmup: auto, arrivals: { ramp: { from: 5 } } }]",
        "steps: [get: { warmup: 0s, arrivals: { ramp: { from: 5 } } }]",
        "steps: [get: { rate: 5, warmup: 0s, arrivals: { staircase: { rates: [5], each: 1s } } }]",
        "steps: [get: { warmup: 0s, arrivals: { staircase: { rates: [], each: 1s } } }]",
        "steps: [get: { warmup: 0s, arrivals: { staircase: { rates: [fast], each: 1s } } }]",
        "steps: [get: { warmup: 0s, arrivals: { staircase: { rates: [5], each: 1 } } }]",
        "steps: [get: { warmup: 0s, arrivals: { staircase: { rates: [5] } } }]",
        "steps: [get: { rate: 5, warmup: 0s, arrivals: { bursts: { on: 1s } } }]",
        "steps: [get: { rate: 5, warmup: 0s, arrivals: { bursts: { on: 1s, off: 0s } } }]",
        "steps: [get: { warmup: 0s, arrivals: { trace: 5 } }]",
        "steps: [get: { warmup: 0s, arrivals: { trace: '' } }]",
        "steps: [get: { rate: 5, warmup: 0s, arrivals: { trace: a.txt } }]",
        "steps: [get: { loop: closed, rate: 5 }]",
        "steps: [get: { loop: closed, arrivals: poisson }]",
        "steps: [get: { loop: closed, warmup: 0s, arrivals: { trace: a.txt } }]",
        "steps: [get: { loop: closed, think: 5 }]",
        "steps: [get: { loop: Closed }]",
        "steps: [get: { loop: open }]",
        "steps: [get: { loop: open, rate: 5, think: 5ms }]",
        "steps: [get: { rate: 5, think: 5ms }]",
        "steps: [fill: { loop: closed }]",
        "steps: [get: { rate: 5, warmup: 5 }]",
        "steps: [get: { rate: 5, warmup: Auto }]",
        "steps: [get: { rate: 5, duration: auto }]",
        "steps: [get: { rate: 5, duration: 30sec }]",
        "steps: [get: { rate: 5, name: A b }]",
        "steps: [get: { rate: 5, objectives: 5ms }]",
        "steps: [get: { rate: 5, objectives: { p100: 5ms } }]",
        "steps: [get: { rate: 5, objectives: { p0.0: 5ms } }]",
        "steps: [get: { rate: 5, objectives: { p99.9999: 5ms } }]",
        "steps: [get: { rate: 5, objectives: { p99: 5 } }]",
        "steps: [get: { rate: 5, objectives: { errors: 0.1 } }]",
        "steps: [get: { rate: 5, objectives: { error: 1% } }]",
        "steps: [range: { rate: 5, entries: 0 }]",
        "steps: [range: { rate: 5, entries: 1000001 }]",
      })
  void badFiles_areBadForBoth(String yaml) {
    assertThatThrownBy(() -> read(yaml)).isInstanceOf(ScenarioException.class);
    assertThat(schema.isValid(yaml)).isFalse();
  }

  /**
   * Rules that compare one setting with another, limits of quantities that are written with a unit,
   * and what only a parser of URLs or YAML knows: JSON Schema has no words for them.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "steps: [get: { rate: 5, name: a }, put: { rate: 5, name: a }]",
        "steps: [get: { rate: 0.01, duration: 1s }]",
        "keys: { count: 50 }\nsteps: [range: { rate: 5 }]",
        "keys: { count: 50 }\nsteps: [range: { rate: 5, entries: 51 }]",
        "keys: { format: k%d }\nsteps: [range: { rate: 5 }]",
        "keys: { format: x%01024d }\nsteps: [fill]",
        "connections: { max: 8, initial: 9 }\nsteps: [fill]",
        "connections: { max: 8 }\nsteps: [get: { loop: closed }]",
        "steps: [get: { loop: closed, think: 25h }]",
        "profile-rules: { threads: { a: '(' } }\nsteps: [fill]",
        "timeout: 2h\nsteps: [fill]",
        "timeout: 1us\nsteps: [fill]",
        "values: { size: 65MiB }\nsteps: [fill]",
        "values: { size: 1.0001kB }\nsteps: [fill]",
        "steps: [get: { rate: 11M }]",
        "steps: [get: { rate: 5, duration: 25h }]",
        "steps: [get: { rate: 5, duration: 1ns }]",
        "steps: [get: { rate: 5, warmup: 25h }]",
        "steps: [get: { rate: 5, objectives: { errors: 101% } }]",
        "steps: [get: { rate: 5, objectives: { p99: 1s, p99.0: 1s } }]",
        "steps: !!seq [fill]",
        "steps: [get: { warmup: 0s, arrivals: { trace: unknown.txt } }]",
        "steps: [get: { rate: 5, warmup: 0s, arrivals: { bursts: { on: 1ns, off: 1s } } }]",
        "steps: [get: { rate: 1, warmup: 0s, arrivals: { bursts: { on: 1ms, off: 1h } } }]",
        "steps: [get: { warmup: 0s, duration: 1s, arrivals: { staircase: { rates: [5, 6], each: 1s } } }]",
        "steps: [get: { warmup: 0s, arrivals: { staircase: { rates: [5, 6], each: 24h } } }]",
      })
  void whatTheSchemaCannotSay_isRefusedByTheReader(String yaml) {
    assertThatThrownBy(() -> read(yaml)).isInstanceOf(ScenarioException.class);
    assertThat(schema.isValid(yaml)).isTrue();
  }

  @Test
  void bundledScenarios_areGoodForBoth() throws IOException {
    try (Stream<Path> files = Files.list(ScenarioSchema.FILE.resolveSibling("."))) {
      assertThat(files.filter(f -> f.toString().endsWith(".yaml")))
          .isNotEmpty()
          .allSatisfy(
              file -> {
                String yaml = Files.readString(file);
                String name = String.valueOf(file.getFileName()).replace(".yaml", "");
                assertThat(read(yaml).name()).isEqualTo(name);
                assertThat(schema.isValid(yaml)).isTrue();
              });
    }
  }

  @Test
  void schemaAndReader_knowTheSameKeys() {
    JsonNode parts = text.get("$defs");
    assertKeys(Vocabulary.SCENARIO, text);
    assertKeys(Vocabulary.TARGET, parts.get("target"));
    assertKeys(Vocabulary.WORKERS, parts.get("workers").get("anyOf").get(1));
    assertKeys(Vocabulary.STORAGE, parts.get("storage").get("anyOf").get(1));
    assertKeys(Vocabulary.TLS, parts.get("tls"));
    assertKeys(Vocabulary.READY, parts.get("ready"));
    assertPattern(Vocabulary.ENVIRONMENT, parts.get("environment"));
    assertPattern(Vocabulary.FILES, parts.get("files"));
    assertKeys(Vocabulary.API, parts.get("api").get("anyOf").get(1));
    assertKeys(Vocabulary.API_CALL, parts.get("keyCall"));
    assertKeys(Vocabulary.API_CALL, parts.get("rangeCall"));
    assertKeys(Vocabulary.KEYS, parts.get("keys"));
    assertKeys(Vocabulary.VALUES, parts.get("values"));
    assertKeys(Vocabulary.CONNECTIONS, parts.get("connections").get("anyOf").get(1));
    assertKeys(Vocabulary.PROFILE_RULES, parts.get("profile-rules"));
    assertKeys(Vocabulary.STEP, parts.get("step").get("anyOf").get(1));
    assertKeys(Vocabulary.FILL, parts.get("fill"));
    assertKeys(Vocabulary.LOAD, parts.get("put"));
    assertKeys(Vocabulary.LOAD, parts.get("get"));
    assertKeys(Vocabulary.RANGE, parts.get("range"));
    assertKeys(Vocabulary.ARRIVALS, parts.get("arrivals").get("anyOf").get(1));
    assertKeys(Vocabulary.RAMP, parts.get("ramp"));
    assertKeys(Vocabulary.STAIRCASE, parts.get("staircase"));
    assertKeys(Vocabulary.BURSTS, parts.get("bursts"));
    assertThat(parts.get("objectives").get("properties").propertyNames()).containsExactly("errors");
    assertThat(parts.get("objectives").get("patternProperties").propertyNames())
        .containsExactly("^" + Percentile.KEY.pattern() + "$");
  }

  private static void assertKeys(Vocabulary vocabulary, JsonNode map) {
    assertThat(new TreeSet<>(map.get("properties").propertyNames()))
        .as("the keys of %s", vocabulary)
        .isEqualTo(new TreeSet<>(vocabulary.keys()));
    assertThat(map.get("additionalProperties").booleanValue()).isFalse();
  }

  private static void assertPattern(Vocabulary vocabulary, JsonNode map) {
    assertThat(map.get("patternProperties").propertyNames())
        .as("the keys of %s", vocabulary)
        .containsExactly("^" + vocabulary.pattern() + "$");
    assertThat(map.get("additionalProperties").booleanValue()).isFalse();
  }

  @Test
  void everyProperty_explainsItself() {
    assertExplained(text, "the file");
  }

  private void assertExplained(JsonNode node, String where) {
    for (String key : new String[] {"properties", "patternProperties"}) {
      if (node.has(key)) {
        node.get(key)
            .properties()
            .forEach(
                p -> {
                  JsonNode own = p.getValue();
                  String ref = own.path("$ref").stringValue("#/$defs/");
                  JsonNode target = text.get("$defs").path(ref.substring("#/$defs/".length()));
                  assertThat(own.has("description") || target.has("description"))
                      .as("%s of %s has a description", p.getKey(), where)
                      .isTrue();
                });
      }
    }
    // conditions say when a rule holds; what they name is explained where it is defined
    node.properties().stream()
        .filter(p -> !p.getKey().equals("if") && !p.getKey().equals("then"))
        .forEach(p -> assertExplained(p.getValue(), p.getKey()));
  }
}
