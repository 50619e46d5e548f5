package dev.kvbench.scenario;

import static dev.kvbench.scenario.Reading.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the schema of targets and their interfaces equal to what the reader takes. */
class TargetSchemaTest {

  private final ScenarioSchema schema = new ScenarioSchema();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "target: {}\nsteps: [fill]",
        "target: { server: reference, selectors: 1024, heap: 32MiB }\nsteps: [fill]",
        "target: { heap: 1073741824 }\nsteps: [fill]",
        "target: { workers: none, deadline: none, storage: memory, jvm: [] }\nsteps: [fill]",
        "target: { workers: { threads: 4 }, deadline: 200ms }\nsteps: [fill]",
        "target: { workers: { min: 0, max: 8, queue: synchronous } }\nsteps: [fill]",
        "target: { workers: { threads: 1, order: lifo, capacity: 10000000 } }\nsteps: [fill]",
        "target: { workers: { threads: 1, order: lifo, queue: linked } }\nsteps: [fill]",
        "target: { workers: { threads: 1, queue: array, rejection: discard-oldest } }\nsteps: [fill]",
        "target: { workers: { threads: 1, queue: synchronous, rejection: caller-runs } }\nsteps: [fill]",
        "target: { storage: rocksdb }\nsteps: [fill]",
        "target: { storage: { engine: memory } }\nsteps: [fill]",
        "target: { storage: { engine: rocksdb, block-cache: 0, sync: every-write } }\nsteps: [fill]",
        "target: { storage: { engine: rocksdb, flush-threshold: 64KiB } }\nsteps: [fill]",
        "target: { body-limit: 0 }\nsteps: [fill]",
        "target: { body-limit: 1GiB }\nsteps: [fill]",
        "target: { jvm: [-XX:+UseG1GC, -Xlog:gc, \"-Da=b c\"] }\nsteps: [fill]",
        "target: { url: http://127.0.0.1:8080 }\nsteps: [fill]",
        "target: { url: HTTP://example.org/ }\nsteps: [fill]",
        "target: { url: http://example.org/ }\nsteps: [fill]",
        "target: { url: \"http://[::1]:80\" }\nsteps: [fill]",
        "target: { url: https://a }\nsteps: [fill]",
        "target: { url: HTTPS://a:1/, tls: { verify: false } }\nsteps: [fill]",
        "target: { url: https://a, tls: {}, protocol: h2 }\nsteps: [fill]",
        "target: { url: https://a, tls: { verify: true } }\nsteps: [fill]",
        "target: { url: http://a, protocol: http/1.1 }\nsteps: [fill]",
        "target: { url: http://a, unix-socket: /run/a b.sock }\nsteps: [fill]",
        "target: { command: [a, 5, \"{port}\"] }\nsteps: [fill]",
        "target: { command: [\"./a:{port}\"], ready: port, start-timeout: 1m }\nsteps: [fill]",
        "target: { command: [\"{port}\"], ready: \"/a?b=%20\", working-folder: a b }\nsteps: [fill]",
        "target: { command: [a], environment: { P_1: \"{port}\" } }\nsteps: [fill]",
        "target: { command: [a], files: { a/b.c: \"{port}\" } }\nsteps: [fill]",
        "target: { command: [\"{port}\"], ready: { line: \"a.*\" } }\nsteps: [fill]",
        "target: { url: http://a, pid: 1 }\nsteps: [fill]",
        "api: course\nsteps: [fill]",
        "target: { url: http://a }\napi: path\nsteps: [fill, get: { rate: 1 }]",
        "target: { url: http://a }\napi: { preset: path }\nsteps: [fill]",
        "target: { url: http://a }\napi: { put: { path: \"/a/{key}?b=%2F\" } }\nsteps: [fill]",
        "target: { url: http://a }\napi: { preset: path, put: { right: 200 } }\nsteps: [fill]",
        "target: { url: http://a }\napi: { preset: course, get: { miss: [] } }\nsteps: [fill]",
        "target: { url: http://a }\napi: { range: { path: \"/?a={start}&b={end}\" } }\nsteps: [range: { rate: 1 }]",
        "target: { url: http://a }\napi: { preset: course, get: { headers: { Accept: a } } }\nsteps: [fill]",
        "target: { url: http://a }\napi: { preset: course, put: { method: POST, right: [200, 599] } }\nsteps: [fill]",
      })
  void goodFiles_areGoodForBoth(String yaml) {
    assertThat(read(yaml).steps()).isNotEmpty();
    assertThat(schema.isValid(yaml)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "target: \nsteps: [fill]",
        "target: reference\nsteps: [fill]",
        "target: { server: other }\nsteps: [fill]",
        "target: { selectors: 0 }\nsteps: [fill]",
        "target: { selectors: 1.5 }\nsteps: [fill]",
        "target: { heap: 1 }\nsteps: [fill]",
        "target: { heap: 64mb }\nsteps: [fill]",
        "target: { workers: 4 }\nsteps: [fill]",
        "target: { workers: }\nsteps: [fill]",
        "target: { workers: some }\nsteps: [fill]",
        "target: { workers: {} }\nsteps: [fill]",
        "target: { workers: { threads: 0 } }\nsteps: [fill]",
        "target: { workers: { threads: 4, max: 5 } }\nsteps: [fill]",
        "target: { workers: { min: 4 } }\nsteps: [fill]",
        "target: { workers: { max: 4 } }\nsteps: [fill]",
        "target: { workers: { threads: 4, queue: priority } }\nsteps: [fill]",
        "target: { workers: { threads: 4, capacity: 0 } }\nsteps: [fill]",
        "target: { workers: { threads: 4, queue: synchronous, capacity: 5 } }\nsteps: [fill]",
        "target: { workers: { threads: 4, queue: synchronous, rejection: discard-oldest } }\nsteps: [fill]",
        "target: { workers: { threads: 4, queue: array, order: lifo } }\nsteps: [fill]",
        "target: { workers: { threads: 4, size: 5 } }\nsteps: [fill]",
        "target: { deadline: 5 }\nsteps: [fill]",
        "target: { deadline: never }\nsteps: [fill]",
        "target: { storage: disk }\nsteps: [fill]",
        "target: { storage: {} }\nsteps: [fill]",
        "target: { storage: { engine: memory, sync: none } }\nsteps: [fill]",
        "target: { storage: { engine: rocksdb, sync: always } }\nsteps: [fill]",
        "target: { storage: { engine: rocksdb, flush-threshold: 1000 } }\nsteps: [fill]",
        "target: { storage: { sync: none } }\nsteps: [fill]",
        "target: { body-limit: 1073741825 }\nsteps: [fill]",
        "target: { jvm: -XX:+UseG1GC }\nsteps: [fill]",
        "target: { jvm: [UseG1GC] }\nsteps: [fill]",
        "target: { jvm: [\"-\"] }\nsteps: [fill]",
        "target: { jvm: [-Xmx1g] }\nsteps: [fill]",
        "target: { jvm: [-cp, x.jar] }\nsteps: [fill]",
        "target: { jvm: [-5] }\nsteps: [fill]",
        "target: { url: http://a, workers: none }\nsteps: [fill]",
        "target: { url: http://a, jvm: [] }\nsteps: [fill]",
        "target: { url: http://a, server: reference }\nsteps: [fill]",
        "target: { url: http://a, heap: 1GiB }\nsteps: [fill]",
        "target: { url: http://a, tls: { verify: false } }\nsteps: [fill]",
        "target: { tls: { verify: false } }\nsteps: [fill]",
        "target: { url: https://a, tls: { verify: no } }\nsteps: [fill]",
        "target: { url: https://a, tls: { verify: false, trust: ca.pem } }\nsteps: [fill]",
        "target: { url: https://a, tls: { trust: '' } }\nsteps: [fill]",
        "target: { url: https://a, tls: { trust: 5 } }\nsteps: [fill]",
        "target: { url: https://a, tls: { key: a.pem } }\nsteps: [fill]",
        "target: { url: https://a, tls: true }\nsteps: [fill]",
        "target: { protocol: h2 }\nsteps: [fill]",
        "target: { url: http://a, protocol: http/2 }\nsteps: [fill]",
        "target: { unix-socket: /run/a.sock }\nsteps: [fill]",
        "target: { url: http://a, unix-socket: run/a.sock }\nsteps: [fill]",
        "target: { url: http://a/b }\nsteps: [fill]",
        "target: { url: \"http://a?b\" }\nsteps: [fill]",
        "target: { url: \"http://u:p@a\" }\nsteps: [fill]",
        "target: { url: a }\nsteps: [fill]",
        "target: { command: \"a {port}\" }\nsteps: [fill]",
        "target: { command: [] }\nsteps: [fill]",
        "target: { command: [\"{port}\", true] }\nsteps: [fill]",
        "target: { command: [\"{port}\", [a]] }\nsteps: [fill]",
        "target: { command: [\"{port}\"], url: http://a }\nsteps: [fill]",
        "target: { command: [\"{port}\"], selectors: 2 }\nsteps: [fill]",
        "target: { command: [\"{port}\"], workers: none }\nsteps: [fill]",
        "target: { command: [\"{port}\"], deadline: 1s }\nsteps: [fill]",
        "target: { command: [\"{port}\"], storage: memory }\nsteps: [fill]",
        "target: { command: [\"{port}\"], body-limit: 1 }\nsteps: [fill]",
        "target: { command: [\"{port}\"], heap: 1GiB }\nsteps: [fill]",
        "target: { command: [\"{port}\"], jvm: [] }\nsteps: [fill]",
        "target: { command: [\"{port}\"], server: reference }\nsteps: [fill]",
        "target: { command: [\"{port}\"], protocol: h2 }\nsteps: [fill]",
        "target: { command: [\"{port}\"], pid: 1 }\nsteps: [fill]",
        "target: { command: [\"{port}\"], ready: prot }\nsteps: [fill]",
        "target: { command: [\"{port}\"], ready: {} }\nsteps: [fill]",
        "target: { command: [\"{port}\"], ready: { line: a, lines: b } }\nsteps: [fill]",
        "target: { command: [\"{port}\"], ready: { line: '' } }\nsteps: [fill]",
        "target: { command: [\"{port}\"], start-timeout: 5 }\nsteps: [fill]",
        "target: { command: [\"{port}\"], environment: { A: 5 } }\nsteps: [fill]",
        "target: { command: [\"{port}\"], environment: { A-B: a } }\nsteps: [fill]",
        "target: { command: [\"{port}\"], files: { ../a: a } }\nsteps: [fill]",
        "target: { command: [\"{port}\"], files: { /a: a } }\nsteps: [fill]",
        "target: { command: [\"{port}\"], working-folder: '' }\nsteps: [fill]",
        "target: { ready: port }\nsteps: [fill]",
        "target: { url: http://a, files: {} }\nsteps: [fill]",
        "target: { pid: 1 }\nsteps: [fill]",
        "target: { url: http://a, pid: 0 }\nsteps: [fill]",
        "api: curse\nsteps: [fill]",
        "api: \nsteps: [fill]",
        "target: { url: http://a }\napi: { preset: s3 }\nsteps: [fill]",
        "target: { url: http://a }\napi: { put: {} }\nsteps: [fill]",
        "target: { url: http://a }\napi: { put: { path: a } }\nsteps: [fill]",
        "target: { url: http://a }\napi: { put: { path: /a } }\nsteps: [fill]",
        "target: { url: http://a }\napi: { put: { path: \"/{kay}\" } }\nsteps: [fill]",
        "target: { url: http://a }\napi: { put: { path: \"/{key} b\" } }\nsteps: [fill]",
        "target: { url: http://a }\napi: { put: { path: \"/{key}%2\" } }\nsteps: [fill]",
        "target: { url: http://a }\napi: { preset: path, put: { method: put } }\nsteps: [fill]",
        "target: { url: http://a }\napi: { preset: path, get: { method: HEAD } }\nsteps: [fill]",
        "target: { url: http://a }\napi: { preset: path, put: { right: [] } }\nsteps: [fill]",
        "target: { url: http://a }\napi: { preset: path, put: { right: 100 } }\nsteps: [fill]",
        "target: { url: http://a }\napi: { preset: path, put: { wrong: 500 } }\nsteps: [fill]",
        "target: { url: http://a }\napi: { preset: path, put: { headers: { a b: c } } }\nsteps: [fill]",
        "target: { url: http://a }\napi: { preset: path, put: { headers: { a: ' b' } } }\nsteps: [fill]",
        "target: { url: http://a }\napi: { preset: path, put: { headers: { Host: b } } }\nsteps: [fill]",
        "target: { url: http://a }\napi: { preset: path, put: { headers: { Authorization: b } } }\nsteps: [fill]",
      })
  void badFiles_areBadForBoth(String yaml) {
    assertThatThrownBy(() -> read(yaml)).isInstanceOf(ScenarioException.class);
    assertThat(schema.isValid(yaml)).isFalse();
  }

  /** Rules that compare settings, limits of quantities with a unit, and what only parsers know. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "target: { heap: 1MiB }\nsteps: [fill]",
        "target: { workers: { min: 5, max: 4 } }\nsteps: [fill]",
        "target: { deadline: 2h }\nsteps: [fill]",
        "target: { storage: { engine: rocksdb, block-cache: 1025GiB } }\nsteps: [fill]",
        "target: { url: https://a, tls: { trust: unknown.pem } }\nsteps: [fill]",
        "target: { command: [a] }\nsteps: [fill]",
        "target: { command: [\"{port}\"], ready: { line: \"(\" } }\nsteps: [fill]",
        "target: { command: [\"{port}\"], start-timeout: 1ms }\nsteps: [fill]",
        "api: path\nsteps: [fill]",
        "target: { url: http://a }\napi: path\nsteps: [range: { rate: 1 }]",
        "target: { url: http://a }\napi: { get: { path: \"/{key}\" } }\nsteps: [fill]",
        "target: { url: http://a }\napi: { range: { path: \"/{start}/{end}\" } }\nsteps: [range: { rate: 1 }]",
        "target: { url: http://a }\napi: { preset: path, put: { headers: { a: b, A: c } } }\nsteps: [fill]",
        "target: { url: http://a:0 }\nsteps: [fill]",
        "target: { url: http://a:65536 }\nsteps: [fill]",
        "target: { url: http://1.2.3 }\nsteps: [fill]",
      })
  void whatTheSchemaCannotSay_isRefusedByTheReader(String yaml) {
    assertThatThrownBy(() -> read(yaml)).isInstanceOf(ScenarioException.class);
    assertThat(schema.isValid(yaml)).isTrue();
  }
}
