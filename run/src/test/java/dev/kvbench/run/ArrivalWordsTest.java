package dev.kvbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.scenario.ScenarioReader;
import dev.kvbench.scenario.StepSpec;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArrivalWordsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rate: 5 | constant",
        "rate: 5, arrivals: poisson | poisson",
        "rate: 20k, arrivals: { ramp: { from: 1k } } | ramp from 1,000/s to 20,000/s (linear)",
        "arrivals: { staircase: { rates: [1k, 2k], each: 5s } }"
            + " | staircase of 1,000/s, 2,000/s, 5 s each",
        "rate: 5, arrivals: { bursts: { on: 200ms, off: 1s } }"
            + " | bursts of 5/s, 200 ms on and 1 s off",
        "arrivals: { trace: a.txt } | trace of 2 due times from a.txt",
      })
  void words_beginWithTheProcess(String settings, String words) {
    assertThat(words(settings)).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({"9, '9 rates, 7/s to 7/s'"})
  void words_ofManyRates_nameTheEnds(int count, String rates) {
    String list = String.join(", ", Collections.nCopies(count, "7"));
    assertThat(words("arrivals: { staircase: { rates: [" + list + "], each: 5s } }"))
        .isEqualTo("staircase of " + rates + ", 5 s each");
  }

  private static String words(String settings) {
    String text = "steps: [ get: { warmup: 0s, " + settings + " } ]";
    return ArrivalWords.of(
        (StepSpec.Load) ScenarioReader.read("x", text, List.of(), name -> "0\n1\n").steps().get(0));
  }
}
