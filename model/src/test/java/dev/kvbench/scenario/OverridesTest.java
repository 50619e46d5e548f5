package dev.kvbench.scenario;

import static dev.kvbench.scenario.Reading.messages;
import static dev.kvbench.scenario.Reading.problems;
import static dev.kvbench.scenario.Reading.read;
import static dev.kvbench.scenario.Reading.shown;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.scenario.StepSpec.Load;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OverridesTest {

  private static final String FILE =
      """
      target: { server: reference }
      keys: { count: 500 }
      steps:
        - fill
        - get: { rate: 10 }
        - put: { rate: 10, name: "2" }
      """;

  private static Load step(Scenario scenario, int index) {
    return (Load) scenario.steps().get(index);
  }

  @Test
  void overrides_ofKeysPresentAndAbsent_areApplied() {
    Scenario scenario =
        read(FILE, "target.selectors=2", "keys.count=1000", "values.size=1KiB", "connections=3");

    assertThat(scenario.target()).isEqualTo(TargetSpec.Reference.DEFAULT.withSelectors(2));
    assertThat(scenario.keys().count()).isEqualTo(1000);
    assertThat(scenario.values().sizeBytes()).isEqualTo(1024);
    assertThat(scenario.connections()).isEqualTo(ConnectionSpec.fixed(3));
  }

  @Test
  void override_ofAStep_findsItByNameThenByNumberFromOne() {
    Scenario scenario = read(FILE, "steps.get.rate=5k", "steps.2.rate=77", "steps.3.duration=5s");

    assertThat(step(scenario, 1).ratePerSecond()).isEqualTo(5000);
    assertThat(step(scenario, 2).ratePerSecond()).isEqualTo(77);
    assertThat(step(scenario, 2).durationNanos()).isEqualTo(5_000_000_000L);
  }

  @Test
  void override_ofAStepWithoutSettings_addsThem() {
    assertThat(read(FILE, "steps.fill.name=load").steps().get(0).name()).isEqualTo("load");
  }

  @Test
  void override_ofAPercentile_keepsTheDotBetweenDigits() {
    Scenario scenario =
        read(FILE, "steps.get.objectives.p99.9=20ms", "steps.get.objectives.p50=1ms");
    assertThat(step(scenario, 1).objectives().percentileNanos())
        .isEqualTo(Map.of(99.9, 20_000_000L, 50.0, 1_000_000L));
  }

  @Test
  void override_withMapOrList_replacesTheWhole() {
    Scenario scenario =
        read(FILE, "target={url: http://127.0.0.1:8080}", "steps=[get: {rate: 3}, fill]");
    assertThat(scenario.target())
        .isEqualTo(new TargetSpec.Url(URI.create("http://127.0.0.1:8080")));
    assertThat(scenario.steps()).hasSize(2);
    assertThat(step(scenario, 0).ratePerSecond()).isEqualTo(3);
  }

  @Test
  void overrides_ofTheSameKey_theLastWins() {
    assertThat(read(FILE, "seed=2", "seed=3").seed()).isEqualTo(3);
  }

  @Test
  void override_ofAWrongValue_curesIt() {
    assertThat(read(FILE + "seed: nonsense", "seed=3").seed()).isEqualTo(3);
    assertThat(read(FILE + "values:", "values.size=3").values().sizeBytes()).isEqualTo(3);
  }

  @Test
  void override_withEqualsInTheValue_isCutAtTheFirst() {
    assertThat(read(FILE, "description=a=b").description()).isEqualTo("a=b");
  }

  @Test
  void problems_areAfterTheFilesAndInOrder() {
    assertThat(
            shown(
                FILE + "seed: x\n",
                "steps.gte.rate=5",
                "no",
                "keys.cuont=5",
                "steps.get.rate=5q",
                "values.size=[1"))
        .isEqualTo(
            """
            demo.yaml:7:7: seed must be a whole number, not the text 'x'
                seed: x
                      ^
                write a whole number from -9223372036854775808 to 9223372036854775807

            --set:1:7: there is no step 'gte'
                steps.gte.rate=5
                      ^
                did you mean 'get'?

            --set:1:3: a '=' is missing
                no
                  ^
                write path=value: keys.count=1000, steps.get.rate=5k

            --set:1:6: unknown key 'cuont' in keys
                keys.cuont=5
                     ^
                did you mean 'count'?

            --set:1:16: steps.get.rate must be a rate, not the text '5q'
                steps.get.rate=5q
                               ^
                write requests per second, above 0 and at most 10M/s: 20000, 20k or 1.5k/s

            --set:1:15: a ',' or a ']' is missing here
                values.size=[1
                              ^
                the '[' is on line 1""");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "\"\" | 1 | a '=' is missing",
        "= | 1 | a name is missing in the path",
        "=5 | 1 | a name is missing in the path",
        ".=5 | 1 | a name is missing in the path",
        "keys.=5 | 6 | a name is missing in the path",
        "keys..count=5 | 6 | a name is missing in the path",
        "seed= | 6 | seed has no value",
        "seed=# 5 | 6 | seed has no value",
        "seed=! | 6 | tags such as '!' mean nothing here",
        "seed.x=5 | 6 | seed must be a whole number, not a map",
        "keys.count.x=5 | 12 | 'keys.count' is 500, with nothing beneath it",
        "keys=5 | 6 | keys must be a map of settings, not 5",
        "steps.9.rate=5 | 7 | there is no step '9'",
        "steps.0.rate=5 | 7 | there is no step '0'",
        "steps.99999999999.rate=5 | 7 | there is no step '99999999999'",
        "steps.-1.rate=5 | 7 | there is no step '-1'",
        "steps.get.rte=5 | 11 | unknown key 'rte' in steps.get",
        "steps.get=5 | 11 | steps.get must be a map of settings, not 5",
        "steps=5 | 7 | steps must be a list, not 5",
        "tartget.selectors=5 | 1 | unknown key 'tartget'",
        "target.url=http://x | 8 | a target with 'url' is not started by kvbench, so it cannot have server",
        "description=a: b | 13 | description must be text, not a map",
        "description=a: b: c | 17 | a ':' cannot stand here",
      })
  void override_nonsense(String override, int column, String message) {
    Problem problem = problems(FILE, override).get(0);
    assertThat(problem.file()).isEqualTo("--set");
    assertThat(problem.message()).isEqualTo(message);
    assertThat(problem.column()).isEqualTo(column);
  }

  @Test
  void override_ofManyLines_pointsIntoTheRightOne() {
    assertThat(shown(FILE, "keys={count: 5,\n  fromat: x}"))
        .isEqualTo(
            """
            --set:2:3: unknown key 'fromat' in keys
                  fromat: x}
                  ^
                did you mean 'format'?""");
  }

  @Test
  void override_onAFileThatIsNoYaml_isReadAllTheSame() {
    assertThat(messages("a: b: c", "nonsense"))
        .containsExactly("a ':' cannot stand here", "a '=' is missing");
  }
}
