package dev.kvbench.scenario;

import static dev.kvbench.scenario.Reading.get;
import static dev.kvbench.scenario.Reading.messages;
import static dev.kvbench.scenario.Reading.problems;
import static dev.kvbench.scenario.Reading.shown;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings that are wrong by themselves, or beside each other. */
class WrongSettingsTest {

  @Test
  void stepNames_twice() {
    assertThat(
            shown(
                """
                steps:
                  - fill: { name: a }
                  - get: { name: a, rate: 5 }
                """))
        .isEqualTo(
            """
            demo.yaml:3:18: another step before this is called 'a'
                  - get: { name: a, rate: 5 }
                                 ^
                results are kept by the steps' names; give each its own""");
  }

  @Test
  void range_longerThanAllKeys() {
    assertThat(shown("keys: { count: 50 }\nsteps:\n- range: { rate: 5 }\n"))
        .isEqualTo(
            """
            demo.yaml:3:3: a range of 100 (the default) entries is longer than all 50 keys
                - range: { rate: 5 }
                  ^
                set entries to 50 or less, or keys.count to 100 or more""");
    assertThat(messages("keys: { count: 50 }\nsteps:\n- range: { rate: 5, entries: 51 }\n"))
        .containsExactly("a range of 51 entries is longer than all 50 keys");
  }

  @Test
  void range_overKeysOutOfOrder() {
    assertThat(shown("keys: { format: k%05d, count: 100001 }\nsteps: [ range: { rate: 5 } ]"))
        .isEqualTo(
            """
            demo.yaml:1:17: keys.format 'k%05d' does not keep 100001 keys in order, which range steps need
                keys: { format: k%05d, count: 100001 }
                                ^
                pad the number with zeros to 6 digits or more: %06d""");
  }

  @Test
  void comparisons_withAWrongPart_areNotMade() {
    assertThat(messages("keys: { count: 0, format: '%d' }\nsteps: [ range: { rate: 5 } ]"))
        .containsExactly("keys.count must be 1 or more, not 0");
    assertThat(messages(get("rte: 5, duration: 1ms")))
        .containsExactly("unknown key 'rte' in steps.get");
  }

  @Test
  void url_besideServer() {
    assertThat(shown("target: { server: reference, url: http://x, heap: 1GiB }\nsteps: [fill]"))
        .isEqualTo(
            """
            demo.yaml:1:30: a target with 'url' is not started by kvbench, so it cannot have server, heap
                target: { server: reference, url: http://x, heap: 1GiB }
                                             ^
                leave 'url' out to have the reference server started, or leave out server, heap""");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ftp://x | must be a URL that begins with http:// or https://, not the text 'ftp://x'",
        "127.0.0.1:8080 | must be a URL, not the text '127.0.0.1:8080'",
        "http://u:p@x | has a user or password in it",
        "http://x/v0 | has more than scheme, host and port",
        "http://x?a | has more than scheme, host and port",
        "http://x#a | has more than scheme, host and port",
        "http://x:0 | has a port that is none",
        "http://x:65536 | has a port that is none",
        "http://my_host:1 | must be a URL with a host and a port, not the text 'http://my_host:1'",
        "http:x | must be a URL with a host and a port, not the text 'http:x'",
        "http:// | must be a URL, not the text 'http://'",
      })
  void url_wrong(String url, String message) {
    assertThat(messages("target: { url: \"" + url + "\" }\nsteps: [fill]"))
        .containsExactly("target.url " + message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "x", "%s", "%x", "%d%d", "%%", "%d%%", "%12d", "%-12d", "%,d", "%+d", "% d", "%1$d",
        "%0d", "%00d", "%012x", "a/%d", "a b%d", "ключ%d", "%02000d", "%d\n", "%n%d", "%D"
      })
  void keyFormat_wrong(String format) {
    String quoted = format.replace("\n", "\\n");
    assertThat(problems("keys: { format: \"" + quoted + "\" }\nsteps: [fill]"))
        .singleElement()
        .extracting(Problem::message)
        .asString()
        .startsWith("keys.format ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rate: abc",
        "rate: [1]",
        "rate: {}",
        "rate: -5",
        "rate: -5k",
        "rate: 0k",
        "rate: 1e300",
        "rate: 1e-300",
        "rate: .nan",
        "rate: 11M",
        "rate: 20K",
        "rate: 20 k",
        "rate: true",
        "rate: '٥'",
        "rate: 1_000",
        "rate: ~",
        "rate: 1k/m",
        "rate: 99999999999999999999999999999999999999999999999",
        "rate: 1, duration: 30",
        "rate: 1, duration: 0s",
        "rate: 1, duration: 25h",
        "rate: 1, duration: 30 s",
        "rate: 1, duration: 30sec",
        "rate: 1, duration: 1h30m",
        "rate: 1, duration: .5s",
        "rate: 1, duration: auto",
        "rate: 1, duration: '١s'",
        "rate: 1, warmup: -1s",
        "rate: 1, warmup: Auto",
        "rate: 1, warmup: yes",
        "rate: 1, arrivals: Poisson",
        "rate: 1, arrivals: [poisson]",
        "rate: 1, arrivals: ramp",
        "rate: 1, arrivals: trace",
        "rate: 1, arrivals: {}",
        "rate: 1, arrivals: { poisson: {} }",
        "warmup: 0s, rate: 1, arrivals: { ramp: {} }",
        "warmup: 0s, rate: 1, arrivals: { ramp: 5 }",
        "warmup: 0s, rate: 1, arrivals: { ramp: { frm: 5 } }",
        "warmup: 0s, rate: 1, arrivals: { ramp: { from: 0 } }",
        "warmup: 0s, rate: 1, arrivals: { ramp: { from: 1, shape: cubic } }",
        "warmup: 0s, rate: 1, arrivals: { ramp: { from: 1 }, bursts: { on: 1s, off: 1s } }",
        "warmup: 0s, arrivals: { ramp: { from: 1 } }",
        "warmup: auto, rate: 1, arrivals: { ramp: { from: 1 } }",
        "rate: 1, arrivals: { ramp: { from: 1 } }",
        "warmup: 0s, arrivals: { staircase: { rates: [1, 2] } }",
        "warmup: 0s, arrivals: { staircase: { each: 5s } }",
        "warmup: 0s, arrivals: { staircase: { rates: [], each: 5s } }",
        "warmup: 0s, arrivals: { staircase: { rates: [1, x], each: 5s } }",
        "warmup: 0s, arrivals: { staircase: { rates: 5, each: 5s } }",
        "warmup: 0s, arrivals: { staircase: { rates: [1, 2], each: 5 } }",
        "warmup: 0s, arrivals: { staircase: { rates: [1, 2], each: 24h } }",
        "warmup: 0s, rate: 5, arrivals: { staircase: { rates: [1, 2], each: 5s } }",
        "warmup: 0s, duration: 5s, arrivals: { staircase: { rates: [1, 2], each: 5s } }",
        "arrivals: { staircase: { rates: [1, 2], each: 5s } }",
        "warmup: 0s, arrivals: { staircase: { rates: [0.001], each: 5s } }",
        "warmup: 0s, rate: 1, arrivals: { bursts: { on: 1s } }",
        "warmup: 0s, rate: 1, arrivals: { bursts: { on: 0s, off: 1s } }",
        "warmup: 0s, rate: 1, arrivals: { bursts: { on: 1s, off: 1s, of: 1s } }",
        "warmup: 0s, rate: 1, arrivals: { bursts: { on: 1ms, off: 1h } }",
        "warmup: 0s, arrivals: { trace: }",
        "warmup: 0s, arrivals: { trace: ' ' }",
        "warmup: 0s, arrivals: { trace: 5 }",
        "warmup: 0s, arrivals: { trace: unknown.txt }",
        "rate: 1, entries: 5",
        "rate: 1, objectives: []",
        "rate: 1, objectives: { p0: 1s }",
        "rate: 1, objectives: { p99.9999: 1s }",
        "rate: 1, objectives: { p099: 1s }",
        "rate: 1, objectives: { p99: 0s }",
        "rate: 1, objectives: { errors: 101% }",
        "rate: 1, objectives: { errors: -1% }",
        "rate: 1, objectives: { p99: 1s, p99.0: 1s }",
        "rate: 1, name: Get",
        "rate: 1, name: ''",
        "rate: 1, name: -a",
        "rate: 1, name: 5",
        "rate: 1, <<: 5"
      })
  void step_wrongInOneThing_isReportedOnce(String settings) {
    assertThat(problems(get(settings))).hasSize(1);
  }
}
