package dev.kvbench.render.chart;

import dev.kvbench.render.chart.Parts.Tick;
import dev.kvbench.result.Figures;
import java.util.List;

/**
 * An axis of times: logarithmic where the times span more than half a decade, else linear from 0.
 *
 * @param scale from nanoseconds to pixels
 * @param ticks round times with their units
 * @param logarithmic whether equal ratios take equal space
 */
record TimeAxis(Scale scale, List<Tick> ticks, boolean logarithmic) {

  private static final double LOGARITHMIC_FROM_RATIO = 5;
  private static final double HEADROOM = 1.15;

  /** Among 1, 2, 5, 10 … there are two within any such ratio. */
  private static final double TWO_TICKS_RATIO = 5;

  /**
   * Fits an axis to times.
   *
   * @param minNanos the least that is drawn
   * @param maxNanos the most
   * @param most at most how many ticks
   */
  static TimeAxis of(double minNanos, double maxNanos, double pixelFrom, double pixelTo, int most) {
    return maxNanos > Math.max(1, minNanos) * LOGARITHMIC_FROM_RATIO
        ? logarithmic(minNanos, maxNanos, pixelFrom, pixelTo, most)
        : linear(maxNanos, pixelFrom, pixelTo, most);
  }

  /** Returns an axis for no times: it has no ticks. */
  static TimeAxis empty(double pixelFrom, double pixelTo) {
    return new TimeAxis(new Scale.Log(1, 10, pixelFrom, pixelTo), List.of(), false);
  }

  /** Fits a logarithmic axis to times, however little they span. */
  static TimeAxis logarithmic(
      double minNanos, double maxNanos, double pixelFrom, double pixelTo, int most) {
    double from = Ticks.floor(Math.max(1, minNanos) / HEADROOM);
    double to = Ticks.ceil(Math.max(1, maxNanos) * HEADROOM);
    return logarithmicFrom(from, to, pixelFrom, pixelTo, most);
  }

  /** Fits a logarithmic axis closely: it need not end at ticks, but has two at least. */
  static TimeAxis close(
      double minNanos, double maxNanos, double pixelFrom, double pixelTo, int most) {
    double from = Math.max(1, minNanos) / HEADROOM;
    double to = Math.max(1, maxNanos) * HEADROOM;
    double widen = Math.max(1, StrictMath.sqrt(TWO_TICKS_RATIO * from / to));
    return logarithmicFrom(from / widen, to * widen, pixelFrom, pixelTo, most);
  }

  private static TimeAxis logarithmicFrom(
      double from, double to, double pixelFrom, double pixelTo, int most) {
    Scale scale = new Scale.Log(from, to, pixelFrom, pixelTo);
    return new TimeAxis(scale, ticks(scale, Ticks.logarithmic(from, to, most)), true);
  }

  private static TimeAxis linear(double maxNanos, double pixelFrom, double pixelTo, int most) {
    List<Double> values = Ticks.fromZero(Math.max(1, maxNanos) * HEADROOM, most);
    Scale scale = new Scale.Linear(0, values.get(values.size() - 1), pixelFrom, pixelTo);
    return new TimeAxis(scale, ticks(scale, values), false);
  }

  /** Returns {@code quantity} with a word on the scale. */
  String title(String quantity) {
    return logarithmic ? quantity + " (log scale)" : quantity;
  }

  private static List<Tick> ticks(Scale scale, List<Double> nanos) {
    return nanos.stream()
        .map(value -> new Tick(scale.at(value), value == 0 ? "0" : Figures.duration(value)))
        .toList();
  }
}
