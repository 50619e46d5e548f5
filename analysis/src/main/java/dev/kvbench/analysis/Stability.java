package dev.kvbench.analysis;

import static dev.kvbench.result.Figures.duration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.inference.DataDispersion;
import org.apache.commons.statistics.inference.TTest;

/**
 * Whether the first half of a window and its second tell the same: if not, the figures are of
 * neither, and another run would give others.
 *
 * <p>Of each second the share of arrivals that are slower than the whole window's percentile is
 * taken, and the halves' shares are held against each other by Welch's t-test (Biometrika 34,
 * 1947). The halves differ if chance explains that less than once in a hundred runs, over both
 * percentiles together, and the percentile itself differs by a tenth or more.
 */
final class Stability {

  /** Change of a percentile that matters: five times what an automatic warm-up lets pass. */
  static final double LEAST_CHANGE = 0.1;

  /** Fewer seconds in a half than this tell nothing. */
  static final int LEAST_SECONDS_OF_A_HALF = 5;

  private static final List<String> PERCENTILES = List.of("50", "99");
  private static final double CHANCE = 0.01 / PERCENTILES.size();

  private Stability() {}

  /**
   * Holds the halves against each other.
   *
   * @param seconds the response times of each second of the window, in nanoseconds
   * @return a reason for each percentile that is another in the second half
   */
  static List<String> reasons(Seconds seconds) {
    int half = seconds.size() / 2;
    if (half < LEAST_SECONDS_OF_A_HALF) {
      return List.of();
    }
    Seconds first = seconds.part(0, half);
    Seconds second = seconds.part(seconds.size() - half, seconds.size());
    long least = Math.min(Arrays.stream(first.all()).sum(), Arrays.stream(second.all()).sum());
    List<String> reasons = new ArrayList<>();
    for (String name : PERCENTILES) {
      double percentile = Double.parseDouble(name);
      if (least < Summaries.arrivalsNeeded(percentile)) {
        continue;
      }
      double before = first.percentile(first.all(), percentile);
      double after = second.percentile(second.all(), percentile);
      if (Math.abs(after - before) < LEAST_CHANGE * Math.min(before, after)) {
        continue;
      }
      double whole = seconds.percentile(seconds.all(), percentile);
      if (chance(first.sharesAbove(whole), second.sharesAbove(whole)) < CHANCE) {
        reasons.add(
            "unstable: p"
                + name
                + " was "
                + duration(before)
                + " in the first half of the window and "
                + duration(after)
                + " in the second, more than chance explains; a longer warm-up or a longer window may"
                + " tell more");
      }
    }
    return reasons;
  }

  /** The probability of halves that differ so much, or more, if nothing had changed. */
  private static double chance(double[] first, double[] second) {
    boolean still =
        Arrays.stream(first).distinct().count() == 1
            && Arrays.stream(second).distinct().count() == 1;
    if (still) {
      return first[0] == second[0] ? 1 : 0;
    }
    return TTest.withDefaults()
        .with(DataDispersion.HETEROSCEDASTIC)
        .test(first, second)
        .getPValue();
  }
}
