package dev.kvbench.analysis;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How far the mean of a series of seconds is known, at 95 %: Student's interval for as many
 * independent seconds as the series is worth ({@link Correlation}). With n seconds that are worth
 * nₑ, the series' own variance is too small by the factor n (nₑ − 1) / (nₑ (n − 1)), and is
 * enlarged by it (Zwiers and von Storch, J. Climate 8, 1995).
 *
 * @param mean of the series
 * @param halfWidth of the interval, which is the mean plus and minus this; infinite for a single
 *     second
 * @param independentSeconds how many independent seconds the series is worth
 * @param tooNarrow whether those are too few for 95 %
 */
record MeanInterval(double mean, double halfWidth, double independentSeconds, boolean tooNarrow) {

  private static final double TAIL = 0.025;

  /** The interval of a series with at least one figure. */
  static MeanInterval of(double[] series) {
    int count = series.length;
    double mean = Arrays.stream(series).average().orElse(0);
    if (count < 2) {
      return new MeanInterval(mean, Double.POSITIVE_INFINITY, count, false);
    }
    double independent = Correlation.independent(series);
    double squares = Arrays.stream(series).map(x -> (x - mean) * (x - mean)).sum();
    double variance = squares / count * independent / (independent - 1);
    double halfWidth =
        TDistribution.of(independent - 1).inverseSurvivalProbability(TAIL)
            * Math.sqrt(variance / independent);
    return new MeanInterval(
        mean, halfWidth, independent, Correlation.isTooLittle(independent, count));
  }
}
