package dev.kvbench.scenario;

import static dev.kvbench.scenario.Reading.problems;
import static dev.kvbench.scenario.Reading.shown;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How problems are shown: all of them, in the order of the file, each under its place. */
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
