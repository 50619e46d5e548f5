package dev.kvbench.render.chart;

import dev.kvbench.render.chart.Parts.Axis;
import dev.kvbench.render.chart.Parts.Box;
import dev.kvbench.render.chart.Parts.Entry;
import dev.kvbench.render.chart.Parts.Legend;
import dev.kvbench.render.chart.Parts.Series;
import dev.kvbench.render.chart.Parts.Tick;
import java.util.List;
import java.util.function.DoubleFunction;

/** What the parts of a timeline have in common: where they lie, and how their axes look. */
final class Panels {

  static final double LEFT = 78;
  static final double RIGHT = 780;
  static final double GAP = 50;

  /** From so many points on, lines are drawn thin. */
  private static final int DENSE_FROM = 90;

  /** Keeps the highest line off the panel's edge. */
  private static final double HEADROOM = 1.06;

  private Panels() {}

  static Box plot(double top, double height) {
    return new Box(LEFT, top, RIGHT, top + height);
  }

  /** Round values from 0 to above {@code most}. */
  static List<Double> fromZero(double most, int ticks) {
    return Ticks.fromZero(most * HEADROOM, ticks);
  }

  static Scale linear(List<Double> values, Box plot) {
    return new Scale.Linear(0, values.get(values.size() - 1), plot.bottom(), plot.top());
  }

  static Axis axis(String title, List<Double> values, Scale y, DoubleFunction<String> label) {
    return new Axis(title, values.stream().map(v -> new Tick(y.at(v), label.apply(v))).toList());
  }

  /** Beside the panel's title. */
  static Legend legend(String title) {
    return new Legend(Parts.MARGIN + Parts.textWidth(title, Parts.SMALL) + 16);
  }

  /** Adds a line, unless it has no points. */
  static void add(List<Series> series, String style, int points, String path) {
    if (!path.isEmpty()) {
      series.add(new Series(style + (points > DENSE_FROM ? " dense" : ""), path, false, false));
    }
  }

  static TimelineChart.Panel panel(Box plot, Axis y, List<Entry> legend, List<Series> series) {
    return new TimelineChart.Panel(plot, y, legend, series, "");
  }
}
