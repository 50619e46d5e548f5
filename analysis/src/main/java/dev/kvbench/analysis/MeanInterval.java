package dev.kvbench.analysis;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How far the mean of a series of seconds is known, at 95 %: Student's interval for as many
 * independent seconds as the series is worth ({@link Correlation}). With n seconds that are worth
 * nₑ, the series' own variance is too small by the factor n (nₑ − 1) / (nₑ (n − 1)), and is
 * enlarged by it (Zwiers and von Storch, J. Climate 8, 1995).
 *
 * <p>Where a few seconds are far above the others, Student's interval lies too low too often: a
 * sample that happens to lack them has a low mean and a low variance. For whoever must not miss
 * that there is the reach upwards of Johnson's interval (J. Am. Stat. Assoc. 73, 1978), which is
 * larger by γ (1 + 2 t²) / (6 √nₑ) standard errors with a skewness of γ.
 *
 * @param mean of the series
 * @param halfWidth of the interval, which is the mean plus and minus this; infinite for a single
 *     second
 * @param skewedHalfWidth how far the true mean may be from this one in the direction in which a
 *     sample with too few of the far seconds misleads; at least {@code halfWidth}
 * @param independentSeconds how many independent seconds the series is worth
 * @param tooNarrow whether those are too few for 95 %
 */
record MeanInterval(
    double mean,
    double halfWidth,
    double skewedHalfWidth,
    double independentSeconds,
    boolean tooNarrow) {

  private static final double TAIL = 0.025;

  /** The interval of a series with at least one figure. */
  static MeanInterval of(double[] series) {
    int count = series.length;
    double mean = Arrays.stream(series).average().orElse(0);
    if (count < 2) {
      return new MeanInterval(
          mean, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, count, true);
    }
    double independent = Correlation.independent(series);
    double squares = Arrays.stream(series).map(x -> (x - mean) * (x - mean)).sum();
    double variance = squares / count * independent / (independent - 1);
    double error = Math.sqrt(variance / independent);
    double t = TDistribution.of(independent - 1).inverseSurvivalProbability(TAIL);
    double further = skewness(series, mean) * (1 + 2 * t * t) / (6 * Math.sqrt(independent));
    return new MeanInterval(
        mean,
        t * error,
        (t + further) * error,
        independent,
        Correlation.isTooLittle(independent, count));
  }

  /** How far the series leans to figures above its mean; 0 where it does not. */
  private static double skewness(double[] series, double mean) {
    double second = Arrays.stream(series).map(x -> Math.pow(x - mean, 2)).average().orElse(0);
    double third = Arrays.stream(series).map(x -> Math.pow(x - mean, 3)).average().orElse(0);
    return second > 0 ? Math.max(0, third / Math.pow(second, 1.5)) : 0;
  }
}
