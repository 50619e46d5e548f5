package dev.kvbench.scenario;

import static dev.kvbench.scenario.Reading.problems;
import static dev.kvbench.scenario.Reading.shown;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that are no scenario at all, or no YAML. */
class WholeFileProblemsTest {

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
}
