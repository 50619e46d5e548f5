package dev.kvbench.render.chart;

import dev.kvbench.result.Figures;

/** Counts as axes have room for them. */
final class Counts {

  private Counts() {}

  /** Writes {@code 500}, {@code 15k}, {@code 2.5M}. */
  static String compact(double count) {
    if (count >= 1e6) {
      return Figures.significant(count / 1e6) + "M";
    }
    return count >= 1e4 ? Figures.significant(count / 1e3) + "k" : Figures.number(count);
  }
}
