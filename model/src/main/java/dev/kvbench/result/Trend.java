package dev.kvbench.result;

import java.util.List;

/** The least-squares line through figures of successive seconds. */
public final class Trend {

  private Trend() {}

  /**
   * Returns the slope of the line: by how much the figures rise from one to the next.
   *
   * @param figures at equal distances, in any unit
   * @return 0 where there are fewer than two
   */
  public static double slope(List<? extends Number> figures) {
    int count = figures.size();
    if (count < 2) {
      return 0;
    }
    double meanX = (count - 1) / 2.0;
    double meanY = figures.stream().mapToDouble(Number::doubleValue).average().orElse(0);
    double covariance = 0;
    double variance = 0;
    for (int x = 0; x < count; x++) {
      covariance += (x - meanX) * (figures.get(x).doubleValue() - meanY);
      variance += (x - meanX) * (x - meanX);
    }
    return covariance / variance;
  }
}
