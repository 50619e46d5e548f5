package dev.kvbench.render.chart;

import dev.kvbench.render.chart.Parts.Axis;
import dev.kvbench.render.chart.Parts.Box;
import dev.kvbench.render.chart.Parts.Canvas;
import dev.kvbench.render.chart.Parts.Entry;
import dev.kvbench.render.chart.Parts.Label;
import dev.kvbench.render.chart.Parts.Legend;
import dev.kvbench.render.chart.Parts.Marker;
import dev.kvbench.result.Figures;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All steps of a run on one axis of response times: a row a step, from its median over p99 and
 * p99.9 to its maximum, thinner the rarer. Steps whose percentiles are not to be used are grey.
 *
 * @param canvas the sheet
 * @param plot the area of the rows
 * @param x times
 * @param legend what is what
 * @param rows the steps, from the top
 * @param message what is said in place of the rows; empty when there are figures
 */
public record OverviewChart(
    Canvas canvas, Box plot, Axis x, List<Entry> legend, List<Row> rows, String message) {

  private static final double TOP = 76;
  private static final double ROW_HEIGHT = 40;
  private static final double VERDICT_WIDTH = 104;
  private static final double LEAST_NAME_WIDTH = 60;
  private static final double MOST_NAME_WIDTH = 230;

  /** Room beside the outermost marks, for their figures. */
  private static final double FIGURE_WIDTH = 64;

  /**
   * What is drawn of one step; times in nanoseconds, null where they are not known.
   *
   * @param name what the step is called
   * @param verdict the word for it
   * @param usable whether its percentiles may be used
   * @param p50 its median
   * @param p99 its 99th percentile
   * @param p999 its 99.9th percentile
   * @param max its maximum
   * @param censoredFrom the percentile above which these are lower bounds; null when all are exact
   */
  public record Step(
      String name,
      String verdict,
      boolean usable,
      @Nullable Double p50,
      @Nullable Double p99,
      @Nullable Double p999,
      @Nullable Double max,
      @Nullable Double censoredFrom) {}

  /**
   * One drawn step.
   *
   * @param y its middle, in pixels
   * @param name its name, shortened to the room
   * @param fullName its name
   * @param verdict the word for it
   * @param usable whether its percentiles may be used
   * @param spans lines between neighbouring marks, the widest first
   * @param markers the marks
   * @param labels their figures
   */
  public record Row(
      double y,
      Label name,
      String fullName,
      Label verdict,
      boolean usable,
      List<Span> spans,
      List<Marker> markers,
      List<Label> labels) {
    /** Defensive copies. */
    public Row {
      spans = List.copyOf(spans);
      markers = List.copyOf(markers);
      labels = List.copyOf(labels);
    }
  }

  /**
   * A horizontal line.
   *
   * @param from its left end
   * @param to its right end
   * @param width how thick it is
   */
  public record Span(double from, double to, double width) {}

  /** Defensive copies. */
  public OverviewChart {
    legend = List.copyOf(legend);
    rows = List.copyOf(rows);
  }

  /** Draws {@code steps} in their order. */
  public static OverviewChart of(String title, String description, List<Step> steps) {
    double nameWidth = LEAST_NAME_WIDTH;
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (Step step : steps) {
      nameWidth = Math.max(nameWidth, Parts.textWidth(step.name(), Parts.NORMAL));
      for (Double nanos : new Double[] {step.p50(), step.p99(), step.p999(), step.max()}) {
        least = nanos == null ? least : Math.min(least, nanos);
        most = nanos == null ? most : Math.max(most, nanos);
      }
    }
    nameWidth = Math.min(nameWidth, MOST_NAME_WIDTH);
    double bottom = TOP + ROW_HEIGHT * Math.max(2, steps.size());
    Box plot =
        new Box(Parts.MARGIN + nameWidth + 12, TOP, Parts.WIDTH - 12 - VERDICT_WIDTH, bottom);
    boolean none = Double.isInfinite(least);
    TimeAxis x =
        none
            ? TimeAxis.empty(plot.left(), plot.right())
            : TimeAxis.logarithmic(
                least,
                most,
                plot.left() + FIGURE_WIDTH,
                plot.right() - FIGURE_WIDTH,
                (int) ((plot.right() - plot.left() - 2 * FIGURE_WIDTH) / 62));
    List<Row> rows = new ArrayList<>();
    for (Step step : steps) {
      double y = TOP + ROW_HEIGHT * rows.size() + ROW_HEIGHT / 2 + 5;
      rows.add(row(step, y, x.scale(), plot, nameWidth));
    }
    Legend legend = new Legend(Parts.MARGIN);
    legend.add("response", "dot", "p50").add("response", "diamond", "p99");
    legend.add("response", "triangle", "p99.9").add("response", "bar", "max");
    if (steps.stream().anyMatch(step -> step.censoredFrom() != null)) {
      legend.add("response", "hollow", "lower bound");
    }
    if (steps.stream().anyMatch(step -> !step.usable())) {
      legend.add("unusable", "dot", "percentiles not to be used");
    }
    return new OverviewChart(
        Canvas.of((int) bottom + 48, title, description),
        plot,
        new Axis(x.title("response time"), x.ticks()),
        legend.entries(),
        rows,
        none ? "no times were measured" : "");
  }

  private static Row row(Step step, double y, Scale x, Box plot, double nameWidth) {
    String style = step.usable() ? "response" : "unusable";
    List<Span> spans = new ArrayList<>();
    List<Marker> markers = new ArrayList<>();
    List<Label> labels = new ArrayList<>();
    Mark[] marks = {
      new Mark("dot", 50, step.p50(), 7),
      new Mark("diamond", 99, step.p99(), 4),
      new Mark("triangle", 99.9, step.p999(), 2),
      new Mark("bar", 100, step.max(), 2)
    };
    double from = Double.NaN;
    double width = 0;
    for (Mark mark : marks) {
      if (mark.nanos == null) {
        continue;
      }
      double at = x.at(mark.nanos);
      if (!Double.isNaN(from)) {
        spans.add(new Span(from, at, width));
      }
      boolean bound = step.censoredFrom() != null && mark.percentile > step.censoredFrom();
      markers.add(new Marker(style, mark.shape, at, y, bound));
      String text = (bound ? "≥ " : "") + Figures.duration(mark.nanos);
      switch (mark.shape) {
        case "dot" -> labels.add(new Label(Pixels.round(at - 9), y + 4, "end", text));
        case "diamond" -> labels.add(new Label(at, y - 10, "middle", text));
        case "bar" -> labels.add(new Label(Pixels.round(at + 9), y + 4, "start", text));
        default -> {}
      }
      from = at;
      width = mark.widthAfter;
    }
    return new Row(
        y,
        new Label(Parts.MARGIN, y + 4, "start", Parts.fit(step.name(), nameWidth, Parts.NORMAL)),
        step.name(),
        new Label(Pixels.round(plot.right() + 12), y + 4, "start", step.verdict()),
        step.usable(),
        spans,
        markers,
        labels);
  }

  private record Mark(String shape, double percentile, @Nullable Double nanos, double widthAfter) {}
}
