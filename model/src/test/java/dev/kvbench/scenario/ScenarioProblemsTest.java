package dev.kvbench.scenario;

import static dev.kvbench.scenario.Reading.get;
import static dev.kvbench.scenario.Reading.messages;
import static dev.kvbench.scenario.Reading.problems;
import static dev.kvbench.scenario.Reading.shown;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScenarioProblemsTest {

  private static final String MANY =
      """
      nmae: x
      target: { server: refrence, heap: 1MB, selectors: 0 }
      keys: { count: 1000000000000, distribution: zipf, format: "key %d" }
      connections: 64.5
      timeout: 10
      seed: yes
      repetitions: "3"
      steps:
        - fil
        - get:
          rate: 5
        - put: { rate: 0, duration: -1s, objectives: { p100: 5ms, p99: 5, errors: 0.001 } }
        - range: { rte: [1] }
        - get
        - get: { rate: .inf, rate: 5 }
        - get: { rate: 0.001, duration: 1s, arrivals: }
      """;

  private static final String MANY_SHOWN =
      """
      demo.yaml:1:1: unknown key 'nmae'
          nmae: x
          ^
          did you mean 'name'?

      demo.yaml:2:19: target.server must be reference, not the text 'refrence'
          target: { server: refrence, heap: 1MB, selectors: 0 }
                            ^
          did you mean 'reference'?

      demo.yaml:2:35: target.heap must be 32MiB or more, not 1MB
          target: { server: refrence, heap: 1MB, selectors: 0 }
                                            ^
          write bytes, or a number and a unit, from 32MiB to 1024GiB: 128, 4kB (4000), 1KiB (1024)

      demo.yaml:2:51: target.selectors must be 1 or more, not 0
          target: { server: refrence, heap: 1MB, selectors: 0 }
                                                            ^
          write a whole number from 1 to 1024

      demo.yaml:3:16: keys.count must be 1000000000 or less, not 1000000000000
          keys: { count: 1000000000000, distribution: zipf, format: "key %d" }
                         ^
          write a whole number from 1 to 1000000000

      demo.yaml:3:45: keys.distribution must be uniform or sequential, not the text 'zipf'
          keys: { count: 1000000000000, distribution: zipf, format: "key %d" }
                                                      ^
          write uniform or sequential

      demo.yaml:3:59: keys.format 'key %d' has characters that would need percent-encoding
          keys: { count: 1000000000000, distribution: zipf, format: "key %d" }
                                                                    ^
          write one %d or %012d (12 digits, zeros in front), around it only letters, digits and -._~

      demo.yaml:4:14: connections must be a whole number, not 64.5
          connections: 64.5
                       ^
          write a whole number from 1 to 65000; or how they are opened:  { mode: elastic, max: 256 }

      demo.yaml:5:10: timeout needs a unit, 10 could be anything
          timeout: 10
                   ^
          for seconds write 10s; the units are ns, us, ms, s, m, h

      demo.yaml:6:7: seed must be a whole number, not the text 'yes'
          seed: yes
                ^
          write a whole number from -9223372036854775808 to 9223372036854775807

      demo.yaml:7:14: repetitions must be a number, not the text '3'
          repetitions: "3"
                       ^
          leave the quotes out: 3

      demo.yaml:9:5: unknown operation 'fil'
            - fil
              ^
          did you mean 'fill'?

      demo.yaml:11:5: a step is one operation with its settings beneath, but this one has 2 keys
              rate: 5
              ^
          indent 'rate' further than 'get'

      demo.yaml:12:18: steps.put.rate must be above 0, not 0
            - put: { rate: 0, duration: -1s, objectives: { p100: 5ms, p99: 5, errors: 0.001 } }
                           ^
          write requests per second, above 0 and at most 10M/s: 20000, 20k or 1.5k/s

      demo.yaml:12:31: steps.put.duration must be 1ms or more, not -1s
            - put: { rate: 0, duration: -1s, objectives: { p100: 5ms, p99: 5, errors: 0.001 } }
                                        ^
          write a number and a unit, from 1ms to 24h: 30s, 500ms, 1.5m

      demo.yaml:12:50: unknown key 'p100' in steps.put.objectives
            - put: { rate: 0, duration: -1s, objectives: { p100: 5ms, p99: 5, errors: 0.001 } }
                                                           ^
          known here: percentiles above p0 and below p100, such as p50, p99 or p99.9, and errors

      demo.yaml:12:66: steps.put.objectives.p99 needs a unit, 5 could be anything
            - put: { rate: 0, duration: -1s, objectives: { p100: 5ms, p99: 5, errors: 0.001 } }
                                                                           ^
          for seconds write 5s; the units are ns, us, ms, s, m, h

      demo.yaml:12:77: steps.put.objectives.errors must be a percentage, not 0.001
            - put: { rate: 0, duration: -1s, objectives: { p100: 5ms, p99: 5, errors: 0.001 } }
                                                                                      ^
          write a percentage from 0% to 100%: 0.1%

      demo.yaml:13:14: unknown key 'rte' in steps.range
            - range: { rte: [1] }
                       ^
          did you mean 'rate'?

      demo.yaml:14:5: the step 'get' has no rate
            - get
              ^
          say how many requests a second:  get: { rate: 10000 }

      demo.yaml:15:18: steps.get-2.rate must be a rate within reason, not .inf
            - get: { rate: .inf, rate: 5 }
                           ^
          write requests per second, above 0 and at most 10M/s: 20000, 20k or 1.5k/s

      demo.yaml:15:24: the key 'rate' is here a second time
            - get: { rate: .inf, rate: 5 }
                                 ^
          the first is on line 15; keep one of them

      demo.yaml:16:18: not one request is due at this rate in the step's duration
            - get: { rate: 0.001, duration: 1s, arrivals: }
                           ^
          raise the rate or the duration

      demo.yaml:16:48: steps.get-3.arrivals has no value
            - get: { rate: 0.001, duration: 1s, arrivals: }
                                                         ^
          write constant or poisson, or one of ramp, staircase, bursts and trace with its settings:  arrivals: { ramp: { from: 1k } }""";

  @Test
  void manyMistakes_areAllReportedInTheOrderOfTheFile() {
    assertThat(shown(MANY)).isEqualTo(MANY_SHOWN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ru", "ar-u-nu-arab", "tr"})
  void manyMistakes_otherLocale_readTheSame(String locale) {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag(locale));
      assertThat(shown(MANY)).isEqualTo(MANY_SHOWN);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void caret_afterWideCharactersAndTabs_standsUnderThePlace() {
    assertThat(shown("steps: [fill]\nvalues: { \"日本\": 1,\tcontent: x }\n"))
        .isEqualTo(
            """
            demo.yaml:2:11: unknown key '日本' in values
                values: { "日本": 1,\tcontent: x }
                          ^
                known here: size, content

            demo.yaml:2:29: values.content must be random or zero, not the text 'x'
                values: { "日本": 1,\tcontent: x }
                                    \t         ^
                write random or zero""");
  }

  @Test
  void place_afterByteOrderMarkAndCarriageReturns_isRight() {
    assertThat(shown("\uFEFFnmae: x\r\nsteps: [fill]\r\rseeed: 1"))
        .isEqualTo(
            """
            demo.yaml:1:1: unknown key 'nmae'
                nmae: x
                ^
                did you mean 'name'?

            demo.yaml:4:1: unknown key 'seeed'
                seeed: 1
                ^
                did you mean 'seed'?""");
  }

  @Test
  void longLine_isCutAroundTheCaret() {
    String line = "steps: [ get: { rate: 1, " + "x".repeat(300) + ": 1, duration: 5 } ]";
    Problem problem = problems(line).get(1);
    assertThat(problem.lineText()).isEqualTo(line);
    assertThat(problem.text())
        .isEqualTo(
            "demo.yaml:1:341: steps.get.duration needs a unit, 5 could be anything\n"
                + "    …"
                + "x".repeat(45)
                + ": 1, duration: 5 } ]\n"
                + "     "
                + " ".repeat(60)
                + "^\n"
                + "    for seconds write 5s; the units are ns, us, ms, s, m, h");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a: b: c | 1:5 | a ':' cannot stand here",
        "name: x, 2: y | 1:11 | a ':' cannot stand here",
        "target: {url: x | 1:16 | a ',' or a '}' is missing here",
        "steps: [fill | 1:13 | a ',' or a ']' is missing here",
        "name: 'x | 1:7 | the quote that opens here is never closed",
        "name: @x | 1:7 | a value cannot begin with this character",
        "keys: { format: %d } | 1:17 | a value cannot begin with this character",
        "steps: *x | 1:8 | the alias '*x' has no anchor before it",
        "steps: &a [*a] | 1:12 | the alias '*a' has no anchor before it",
        "- fill | 1:1 | a scenario must be a map of settings, not a list",
        "[fill] | 1:1 | a scenario must be a map of settings, not a list",
        "5 | 1:1 | a scenario must be a map of settings, not 5",
        "{} | 1:1 | the scenario has no steps",
        "steps: | 1:7 | steps must be a list, not nothing",
        "steps: [] | 1:8 | the scenario has no steps",
        "steps: fill | 1:8 | steps must be a list, not the text 'fill'",
        "steps: [{}] | 1:9 | a step must be an operation, not a map",
        "steps: [[fill]] | 1:9 | a step must be an operation, not a list",
        "steps: !!seq [fill] | 1:8 | tags such as 'tag:yaml.org,2002:seq' mean nothing here",
        "{ ? [a] : 1, steps: [fill] } | 1:5 | a key must be a word, not a list",
        "{ name: , steps: [fill] } | 1:8 | name has no value",
        "{ name: 5, steps: [fill] } | 1:9 | name must be text, not 5",
        "{ target: , steps: [fill] } | 1:10 | target has nothing in it",
        "{ target: reference, steps: [fill] } | 1:11 | target must be a map of settings, not the text 'reference'",
        "{ stpes: [fill] } | 1:3 | unknown key 'stpes'",
      })
  void wholeFile_wrong(String text, String place, String message) {
    Problem problem = problems(text).get(0);
    assertThat(problem.message()).isEqualTo(message);
    assertThat(problem.line() + ":" + problem.column()).isEqualTo(place);
    assertThat(problem.hint()).isNotEmpty();
    assertThat(problems(text)).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "target:\\n\\tserver: reference | 2:1 | a tab cannot indent YAML",
        "name: x\\n  seed: 1 | 2:7 | a ':' cannot stand here",
        "name: x\\nsteps\\nseed: 1 | 2:1 | a ':' is missing after this key",
        "keys:\\n  count: 1\\n format: x | 3:2 | this does not fit the lines above",
        "name: x\\n---\\nname: y | 2:1 | a second document begins here",
        "name: a\\u0000 | 1:8 | this is not UTF-8 text: it has U+0000 here",
        "a: \\uFFFD | 1:4 | this is not UTF-8 text: it has U+FFFD here",
        "a: \\uD800 | 1:4 | this is not UTF-8 text: it has U+D800 here",
        "%YAML 2.0\\n---\\na: 1 | 1:1 | this asks for another version of YAML",
        "# nothing\\n | 1:1 | there is no scenario in this file",
        "--- | 1:4 | there is no scenario in this file",
      })
  void wholeFile_wrongOverLines(String escaped, String place, String message) {
    String text =
        escaped
            .replace("\\n", "\n")
            .replace("\\t", "\t")
            .replace("\\u0000", "\u0000")
            .replace("\\uFFFD", "\uFFFD")
            .replace("\\uD800", "\uD800");
    wholeFile_wrong(text, place, message);
  }

  @Test
  void empty_hasNoScenario() {
    assertThat(shown(""))
        .isEqualTo(
            """
            demo.yaml:1:1: there is no scenario in this file
               \s
                ^
                the least is one step:  steps: [fill]""");
  }

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

  @Test
  void aliasToAWrongPart_isReportedOnce() {
    assertThat(problems("steps: [ get: &a { rate: 1, x: 1, name: a }, get: *a ]"))
        .extracting(Problem::message)
        .containsExactly("unknown key 'x' in steps.a", "another step before this is called 'a'");
  }

  @Test
  void thousandProblems_areKeptButNotAllShown() {
    StringBuilder text = new StringBuilder("steps: [fill]\n");
    for (int i = 0; i < 1000; i++) {
      text.append("unheard-of-").append(i).append(": 1\n");
    }
    List<Problem> problems = problems(text.toString());
    assertThat(problems).hasSize(1000);
    assertThat(new ScenarioException(problems).getMessage()).endsWith("\n\n… and 950 more");
  }
}
