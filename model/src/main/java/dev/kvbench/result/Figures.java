package dev.kvbench.result;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;

/**
 * Figures as people read them, the same wherever kvbench says one: three significant digits, the
 * unit that reads best, thousands with commas. Independent of the machine's locale.
 */
public final class Figures {

  private static final int SIGNIFICANT_DIGITS = 3;

  private Figures() {}

  /** Nanoseconds in the unit that reads best: {@code 64.2 µs}, {@code 1.05 ms}, {@code 22.5 s}. */
  public static String duration(double nanos) {
    double size = Math.abs(nanos);
    if (size < 999.5) {
      return significant(nanos) + " ns";
    }
    if (size < 999.5e3) {
      return significant(nanos / 1e3) + " µs";
    }
    if (size < 999.5e6) {
      return significant(nanos / 1e6) + " ms";
    }
    return number(nanos / 1e9) + " s";
  }

  /** Microseconds as {@link #duration} writes them. */
  public static String micros(double micros) {
    return duration(micros * 1e3);
  }

  /** A rate: {@code 15,000/s}, {@code 12.5/s}. */
  public static String rate(double perSecond) {
    return number(perSecond) + "/s";
  }

  /** A whole number with commas: {@code 1,234,567}. */
  public static String count(long count) {
    return pattern("#,##0").format(count);
  }

  /** A number: from a thousand on whole and with commas, below with three significant digits. */
  public static String number(double number) {
    return Math.abs(number) >= 999.5 ? pattern("#,##0").format(number) : significant(number);
  }

  /** A share of 1 in percent: {@code 0.125 %}. */
  public static String percent(double share) {
    return significant(share * 100) + " %";
  }

  /** Bytes in the decimal unit that reads best: {@code 12.3 MB}. */
  public static String bytes(double bytes) {
    String[] units = {"B", "kB", "MB", "GB", "TB"};
    double size = bytes;
    int unit = 0;
    while (Math.abs(size) >= 999.5 && unit < units.length - 1) {
      size /= 1000;
      unit++;
    }
    return significant(size) + " " + units[unit];
  }

  /**
   * A number with three significant digits and no exponent, {@code 0.0123}, {@code 1.50}, {@code
   * 150}; a small whole number as it is, {@code 5}.
   */
  public static String significant(double number) {
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      return Double.toString(number);
    }
    if (number == Math.rint(number) && Math.abs(number) < 1000) {
      return Long.toString((long) number);
    }
    BigDecimal rounded =
        new BigDecimal(number).round(new MathContext(SIGNIFICANT_DIGITS, RoundingMode.HALF_EVEN));
    int scale = rounded.scale() + SIGNIFICANT_DIGITS - rounded.precision();
    return rounded.setScale(Math.max(0, scale), RoundingMode.UNNECESSARY).toPlainString();
  }

  /** A number with all its digits and no needless ones: {@code 99.9}, {@code 50}. */
  public static String plain(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }

  private static DecimalFormat pattern(String pattern) {
    return new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.ROOT));
  }
}
