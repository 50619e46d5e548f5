package dev.kvbench.render.chart;

import java.util.ArrayList;
import java.util.List;

/** Round values for axes: 1, 2 or 5 times a power of ten. */
public final class Ticks {

  private static final int[] ONE_TWO_FIVE = {1, 2, 5};
  private static final int[] ONE = {1};

  private Ticks() {}

  /**
   * Returns the round step that divides {@code span} into at most {@code most} parts.
   *
   * @param span above 0
   * @param most at least 1
   */
  public static double step(double span, int most) {
    return ceil(span / most);
  }

  /**
   * Returns the multiples of {@link #step} from 0 to the first that is not below {@code max}; for a
   * {@code max} of 0 or less, 0 and 1.
   */
  public static List<Double> fromZero(double max, int most) {
    if (!(max > 0)) {
      return List.of(0.0, 1.0);
    }
    double step = step(max, most);
    long parts = (long) Math.ceil(max / step - 1e-9);
    List<Double> ticks = new ArrayList<>();
    for (long i = 0; i <= parts; i++) {
      ticks.add(round(i * step));
    }
    return List.copyOf(ticks);
  }

  /**
   * Returns at most {@code most} round values for a logarithmic axis: 1, 2 and 5 of each decade,
   * else each decade, else every second, third … one.
   */
  public static List<Double> logarithmic(double from, double to, int most) {
    int first = exponent(from);
    int last = exponent(to);
    List<Double> ticks = decades(ONE_TWO_FIVE, 1, first, last, from, to);
    for (int stride = 1; ticks.size() > most && stride <= last - first + 1; stride++) {
      ticks = decades(ONE, stride, first, last, from, to);
    }
    return ticks;
  }

  private static List<Double> decades(
      int[] mantissas, int stride, int first, int last, double from, double to) {
    List<Double> ticks = new ArrayList<>();
    for (int exponent = first; exponent <= last; exponent++) {
      if (Math.floorMod(exponent, stride) != 0) {
        continue;
      }
      for (int mantissa : mantissas) {
        double tick = power(mantissa, exponent);
        if (tick >= from * (1 - 1e-9) && tick <= to * (1 + 1e-9)) {
          ticks.add(tick);
        }
      }
    }
    return List.copyOf(ticks);
  }

  /** Returns the largest round value that is not above {@code value}, which is above 0. */
  public static double floor(double value) {
    int exponent = exponent(value);
    for (int i = ONE_TWO_FIVE.length - 1; i >= 0; i--) {
      double tick = power(ONE_TWO_FIVE[i], exponent);
      if (tick <= value * (1 + 1e-9)) {
        return tick;
      }
    }
    return power(5, exponent - 1);
  }

  /** Returns the smallest round value that is not below {@code value}, which is above 0. */
  public static double ceil(double value) {
    int exponent = exponent(value);
    for (int mantissa : ONE_TWO_FIVE) {
      double tick = power(mantissa, exponent);
      if (tick >= value * (1 - 1e-9)) {
        return tick;
      }
    }
    return power(1, exponent + 1);
  }

  private static int exponent(double value) {
    return (int) Math.floor(StrictMath.log10(value) + 1e-9);
  }

  /** Keeps a tick free of the digits that multiplying by a power of ten leaves behind. */
  private static double power(int mantissa, int exponent) {
    return Double.parseDouble(mantissa + "e" + exponent);
  }

  private static double round(double value) {
    return value == 0 ? 0 : Double.parseDouble(String.format(java.util.Locale.ROOT, "%.9e", value));
  }
}
