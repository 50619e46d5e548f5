package dev.kvbench.load.engine;

import dev.kvbench.result.Trend;
import java.util.List;

/**
 * Decides when an automatic warm-up is over: between 5 and 60 seconds, when the trend of the
 * service time over the last 10 seconds, or as many as there are, lies inside ±2 %.
 *
 * <p>The trend is the slope of the least-squares line through the seconds' medians, times the
 * length it was taken over, by their mean.
 */
public final class WarmupJudge {

  /** No automatic warm-up is shorter. */
  public static final int MIN_SECONDS = 5;

  /** No automatic warm-up is longer. */
  public static final int MAX_SECONDS = 60;

  private static final int TREND_SECONDS = 10;
  private static final double SETTLED = 0.02;

  private WarmupJudge() {}

  /**
   * Whether no warm-up will help: the backlog has grown in each of the last seconds, and is more
   * than a second's arrivals.
   *
   * @param backlogs the backlog at the end of each second so far
   */
  static boolean isHopeless(List<Long> backlogs, double ratePerSecond) {
    int count = backlogs.size();
    if (count < MIN_SECONDS || backlogs.get(count - 1) < ratePerSecond) {
      return false;
    }
    for (int i = count - MIN_SECONDS + 1; i < count; i++) {
      if (backlogs.get(i) <= backlogs.get(i - 1)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether the service time has settled.
   *
   * @param medians the median service time of each second so far, in any unit
   */
  static boolean isSettled(List<Double> medians) {
    int count = Math.min(TREND_SECONDS, medians.size());
    if (medians.size() < MIN_SECONDS) {
      return false;
    }
    List<Double> last = medians.subList(medians.size() - count, medians.size());
    double meanY = last.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    double trend = Trend.slope(last) * (count - 1);
    return meanY > 0 && Math.abs(trend) <= SETTLED * meanY;
  }
}
