package dev.kvbench.analysis;

import dev.kvbench.result.StepResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How far a rate is known that was counted second by second. */
public final class Rates {

  /** Fewer whole seconds than this say nothing of how they differ. */
  private static final int LEAST_SECONDS = 3;

  private Rates() {}

  /**
   * Returns the 95 % interval of the rate of right answers: Student's, around the rate, from the
   * counts of the window's whole seconds and as many of them as are independent.
   *
   * @param seconds the window second by second
   * @param windowSeconds its length
   * @param achievedPerSecond the rate
   * @return null where there are too few whole seconds
   */
  public static StepResult.@Nullable RateInterval achieved(
      List<StepResult.Second> seconds, double windowSeconds, double achievedPerSecond) {
    double[] counts =
        seconds.stream()
            .filter(second -> second.second() + 1 <= windowSeconds)
            .mapToDouble(StepResult.Second::achieved)
            .toArray();
    if (counts.length < LEAST_SECONDS) {
      return null;
    }
    MeanInterval mean = MeanInterval.of(counts);
    return new StepResult.RateInterval(
        Math.max(0, achievedPerSecond - mean.halfWidth()),
        achievedPerSecond + mean.halfWidth(),
        mean.independentSeconds(),
        mean.tooNarrow());
  }
}
