package dev.kvbench.render.chart;

/** Coordinates as they are written: one decimal, a point, no exponent, in every locale. */
public final class Pixels {

  private Pixels() {}

  /** Rounds to one decimal; never to minus zero. */
  public static double round(double pixel) {
    return Math.round(pixel * 10) / 10.0;
  }

  /** Writes a coordinate: {@code 12}, {@code 12.5}, {@code -0.1}. */
  public static String text(double pixel) {
    long tenths = Math.round(pixel * 10);
    long size = Math.abs(tenths);
    String whole = (tenths < 0 ? "-" : "") + size / 10;
    return size % 10 == 0 ? whole : whole + "." + size % 10;
  }
}
