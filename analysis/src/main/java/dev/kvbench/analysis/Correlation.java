package dev.kvbench.analysis;

import java.util.Arrays;

/**
 * How many independent seconds a series of seconds is worth. Seconds that resemble their neighbours
 * tell less than as many that do not: with the autocorrelations ρ of the series, n of them are
 * worth n / τ with τ = 1 + 2 (ρ₁ + ρ₂ + …) (Bayley and Hammersley, J. R. Stat. Soc. Suppl. 8,
 * 1946).
 *
 * <p>The ρ are estimated, and of short series badly. So τ is estimated in two ways, and the larger
 * is taken: from ρ₁ alone, as of a first-order autoregression, τ = (1 + ρ₁) / (1 − ρ₁), with ρ₁
 * relieved of its bias by (1 + 4 ρ₁) / n (Marriott and Pope, Biometrika 41, 1954) and ignored where
 * it is not positive with a probability of 95 %, which serves short series; and as the sum of the
 * initial pairs of ρ that are positive (Geyer, Statistical Science 7, 1992, section 3.3), which
 * serves long ones. That sum finds some correlation wherever there is none, so it is left out where
 * ρ₁ + ρ₂ is not half a standard error above what independent figures have; by simulation,
 * intervals of independent seconds would otherwise cover the truth in more than 97 of 100 runs.
 */
final class Correlation {

  private static final double ONE_SIDED_95_PERCENT = 1.645;
  private static final double HALF_AN_ERROR = 0.5;

  /** Fewer than two independent seconds have no variance. */
  private static final double LEAST = 2;

  /** From this many on an interval covers the truth nearly as often as it says, by simulation. */
  private static final double ENOUGH = 30;

  private static final double LOST = 3;

  /**
   * Fewer seconds than this do not show whether they resemble each other: by simulation, half of
   * the runs of 10 s whose seconds do would go unmarked.
   */
  static final int TELLING_SECONDS = 20;

  private Correlation() {}

  /**
   * Returns how many independent figures a series is worth.
   *
   * @param series one figure a second
   * @return at least 2 and at most as many as there are; their number where there are fewer than 3
   */
  static double independent(double[] series) {
    int count = series.length;
    double variance = autocovariance(series, 0);
    if (count < 3 || variance == 0) {
      return count;
    }
    double first = autocovariance(series, 1) / variance;
    double second = autocovariance(series, 2) / variance;
    double tau = autoregressive(first, count);
    // The expected value of a found ρ of independent figures is -1/n, its standard error 1/√n.
    boolean perhaps = (first + second + 2.0 / count) * Math.sqrt(count / 2.0) > HALF_AN_ERROR;
    if (tau > 1 || perhaps) {
      tau = Math.max(tau, initialPositive(series, variance));
    }
    return Math.max(LEAST, Math.min(count, count / tau));
  }

  /**
   * Whether an interval must be taken for too narrow: the seconds are too few to tell, or two of
   * three are lost to correlation, which chance alone seldom makes of independent ones, and what is
   * left is little.
   */
  static boolean isTooLittle(double independent, int seconds) {
    return seconds < TELLING_SECONDS || (independent < seconds / LOST && independent < ENOUGH);
  }

  private static double autoregressive(double found, int count) {
    if ((found + 1.0 / count) * Math.sqrt(count) < ONE_SIDED_95_PERCENT) {
      return 1;
    }
    double first = Math.min(found + (1 + 4 * found) / count, 1 - 1.0 / count);
    return (1 + first) / (1 - first);
  }

  private static double initialPositive(double[] series, double variance) {
    double sum = 0;
    for (int lag = 0; lag + 1 < series.length / 2; lag += 2) {
      double pair = (autocovariance(series, lag) + autocovariance(series, lag + 1)) / variance;
      if (pair <= 0) {
        break;
      }
      sum += pair;
    }
    return Math.max(1, 2 * sum - 1);
  }

  private static double autocovariance(double[] series, int lag) {
    double mean = Arrays.stream(series).average().orElse(0);
    double sum = 0;
    for (int i = lag; i < series.length; i++) {
      sum += (series[i] - mean) * (series[i - lag] - mean);
    }
    return sum;
  }
}
