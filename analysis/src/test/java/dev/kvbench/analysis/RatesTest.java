package dev.kvbench.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kvbench.result.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RatesTest {

  private static final double MEAN = 1_000;
  private static final double DEVIATION = 50;

  @ParameterizedTest
  @ValueSource(ints = {10, 30, 120})
  void achieved_ofIndependentSeconds_coversTheTruthAsOftenAsItSays(int seconds) {
    Random random = new Random(31);
    int runs = 3_000;
    int covered = 0;
    for (int run = 0; run < runs; run++) {
      StepResult.RateInterval interval = interval(counts(random, seconds, 0));
      covered += interval.low() <= MEAN && MEAN <= interval.high() ? 1 : 0;
    }
    assertThat(100.0 * covered / runs).isBetween(93.0, 97.0);
  }

  @Test
  void achieved_ofSecondsThatAreMuchAlike_isWider_andMarked() {
    Random random = new Random(32);
    int runs = 200;
    int marked = 0;
    double alone = 0;
    double alike = 0;
    for (int run = 0; run < runs; run++) {
      alone += width(interval(counts(random, 60, 0)));
      StepResult.RateInterval correlated = interval(counts(random, 60, 0.9));
      alike += width(correlated);
      marked += correlated.tooNarrow() ? 1 : 0;
    }
    assertThat(alike).isGreaterThan(2 * alone);
    assertThat(marked).isGreaterThan(runs * 9 / 10);
  }

  @Test
  void achieved_isAroundTheRate_andOfWholeSecondsOfTheWindowAlone() {
    List<StepResult.Second> seconds = new ArrayList<>();
    for (int s = 0; s < 6; s++) {
      // The last two are of the window's rest and of the draining.
      seconds.add(new StepResult.Second(s, 100, s < 4 ? 99 + s % 2 : 3, 0, 0));
    }
    StepResult.RateInterval interval = Objects.requireNonNull(Rates.achieved(seconds, 4.5, 99.4));
    assertThat((interval.low() + interval.high()) / 2).isCloseTo(99.4, within(1e-9));
    assertThat(width(interval)).isLessThan(2.5);
    assertThat(interval.independentSeconds()).isLessThanOrEqualTo(4);
  }

  @Test
  void achieved_ofEqualSeconds_isKnown_andOfTooFewIsNot() {
    StepResult.RateInterval interval = interval(List.of(7L, 7L, 7L));
    assertThat(interval).isEqualTo(new StepResult.RateInterval(7, 7, 3, true));
    assertThat(Rates.achieved(seconds(List.of(7L, 7L)), 2, 7)).isNull();
  }

  private static double width(StepResult.RateInterval interval) {
    return interval.high() - interval.low();
  }

  private static StepResult.RateInterval interval(List<Long> counts) {
    double mean = counts.stream().mapToLong(Long::longValue).average().orElse(0);
    return Objects.requireNonNull(Rates.achieved(seconds(counts), counts.size(), mean));
  }

  private static List<StepResult.Second> seconds(List<Long> counts) {
    List<StepResult.Second> seconds = new ArrayList<>();
    for (long count : counts) {
      seconds.add(new StepResult.Second(seconds.size(), count, count, 0, 0));
    }
    return seconds;
  }

  private static List<Long> counts(Random random, int seconds, double correlation) {
    List<Long> counts = new ArrayList<>();
    double level = random.nextGaussian();
    for (int s = 0; s < seconds; s++) {
      counts.add(Math.round(MEAN + DEVIATION * level));
      level =
          correlation * level + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
    }
    return counts;
  }
}
