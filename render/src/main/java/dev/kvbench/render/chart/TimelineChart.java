package dev.kvbench.render.chart;

import dev.kvbench.render.chart.Parts.Axis;
import dev.kvbench.render.chart.Parts.Box;
import dev.kvbench.render.chart.Parts.Canvas;
import dev.kvbench.render.chart.Parts.Entry;
import dev.kvbench.render.chart.Parts.Legend;
import dev.kvbench.render.chart.Parts.Series;
import dev.kvbench.render.chart.Parts.Tick;
import dev.kvbench.result.Resources;
import dev.kvbench.result.StepHistograms;
import dev.kvbench.result.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A step second by second, by completion: rates above, response times of right answers below,
 * between them the backlog if there was one, and under them on the same axis what was needed
 * meanwhile. Long steps are thinned out: a point then stands for several seconds, with their mean
 * rate, the percentiles of all their answers, and the largest maximum and backlog.
 *
 * @param canvas the sheet
 * @param panels the parts, from the top
 * @param x seconds or minutes of the window, for all panels
 * @param drainFrom from where on the step drained after the end of its window, for all panels, or
 *     null when it did not
 */
public record TimelineChart(Canvas canvas, List<Panel> panels, Axis x, @Nullable Double drainFrom) {

  private static final double TOP = 68;
  private static final double PANEL_HEIGHT = 132;
  private static final double BACKLOG_HEIGHT = 64;
  private static final int MINUTES_FROM_SECONDS = 600;
  private static final int[] SECOND_STEPS = {1, 2, 5, 10, 20, 30, 60};
  private static final int[] MINUTE_STEPS = {1, 2, 5, 10, 20, 30, 60, 120, 240, 480};
  private static final int MOST_TICKS = 13;

  /**
   * One part of the chart.
   *
   * @param plot the area between the axes
   * @param y the quantity
   * @param legend what is what
   * @param series the lines
   * @param message what is said in place of the lines; empty when there are any
   */
  public record Panel(Box plot, Axis y, List<Entry> legend, List<Series> series, String message) {
    /** Defensive copies. */
    public Panel {
      legend = List.copyOf(legend);
      series = List.copyOf(series);
    }
  }

  /** Defensive copy. */
  public TimelineChart {
    panels = List.copyOf(panels);
  }

  /**
   * Draws a step's course.
   *
   * @param title what the chart is called
   * @param description its figures in words
   * @param made the word for the arrivals per second: whether they were offered or begun
   * @param seconds rates and backlog, second by second
   * @param histograms times, second by second
   * @param windowSeconds length of the measured window; later seconds are of the draining
   * @param resources what was needed meanwhile, drawn below; null where nobody looked
   */
  public static TimelineChart of(
      String title,
      String description,
      String made,
      List<StepResult.Second> seconds,
      StepHistograms histograms,
      double windowSeconds,
      @Nullable Resources resources) {
    List<TimelinePoint> points = TimelinePoint.of(seconds, histograms);
    int length = points.isEmpty() ? 1 : points.get(points.size() - 1).toSecond();
    double end = Math.max(length, Math.min(windowSeconds, length + 1));
    Lines lines =
        new Lines(made, points, new Scale.Linear(0, end, Panels.LEFT, Panels.RIGHT), windowSeconds);
    List<Panel> panels = new ArrayList<>();
    panels.add(lines.rates(TOP));
    double below = TOP + PANEL_HEIGHT + Panels.GAP;
    if (points.stream().anyMatch(point -> point.backlog() > 0)) {
      panels.add(lines.backlog(below));
      below += BACKLOG_HEIGHT + Panels.GAP;
    }
    panels.add(lines.times(below));
    if (resources != null && !points.isEmpty()) {
      panels.addAll(
          ResourcePanels.of(resources, points, lines.x, below + PANEL_HEIGHT + Panels.GAP));
    }
    double bottom = panels.get(panels.size() - 1).plot().bottom();
    int grouped = points.isEmpty() ? 1 : points.get(0).toSecond();
    boolean minutes = end > MINUTES_FROM_SECONDS;
    String unit = minutes ? "minutes" : "seconds";
    return new TimelineChart(
        Canvas.of((int) bottom + 48, title, description),
        panels,
        new Axis(
            unit
                + " since the window began, by completion"
                + (grouped > 1 ? "; a point for " + grouped + " seconds" : ""),
            ticks(lines.x, end, minutes)),
        end - windowSeconds > end / 1000 ? lines.x.at(windowSeconds) : null);
  }

  private static List<Tick> ticks(Scale x, double end, boolean minutes) {
    int unit = minutes ? 60 : 1;
    int[] steps = minutes ? MINUTE_STEPS : SECOND_STEPS;
    int step = steps[steps.length - 1];
    for (int i = steps.length - 1; i >= 0 && end / unit / steps[i] <= MOST_TICKS; i--) {
      step = steps[i];
    }
    List<Tick> ticks = new ArrayList<>();
    for (long at = 0; at * unit <= end; at += step) {
      ticks.add(new Tick(x.at((double) at * unit), Long.toString(at)));
    }
    return ticks;
  }

  /** The panels' lines: steps that hold a value from the point's first second to its end. */
  private record Lines(String made, List<TimelinePoint> points, Scale x, double windowSeconds) {

    Panel rates(double top) {
      Box plot = Panels.plot(top, PANEL_HEIGHT);
      double most =
          points.stream()
              .mapToDouble(p -> Math.max(p.offered(), Math.max(p.achieved(), p.failed())))
              .max()
              .orElse(0);
      List<Double> values = Panels.fromZero(most, 5);
      Scale y = Panels.linear(values, plot);
      String title = "arrivals per second";
      Legend legend = Panels.legend(title);
      List<Series> series = new ArrayList<>();
      List<TimelinePoint> due =
          points.stream().filter(p -> p.fromSecond() < windowSeconds).toList();
      add(series, "offered", steps(due, y, TimelinePoint::offered));
      legend.add("offered", "line", made);
      if (points.stream().anyMatch(p -> p.failed() > 0)) {
        add(series, "failed", steps(points, y, TimelinePoint::failed));
      }
      add(series, "achieved", steps(points, y, TimelinePoint::achieved));
      legend.add("achieved", "line", "achieved");
      if (series.size() == 3) {
        legend.add("failed", "line", "failed");
      }
      if (!points.isEmpty() && points.get(points.size() - 1).toSecond() > windowSeconds) {
        legend.add("shade", "zone", "draining");
      }
      return new Panel(
          plot,
          Panels.axis(title, values, y, Counts::compact),
          legend.entries(),
          series,
          points.isEmpty() ? "nothing was recorded of this step" : "");
    }

    Panel backlog(double top) {
      Box plot = Panels.plot(top, BACKLOG_HEIGHT);
      double most = points.stream().mapToDouble(TimelinePoint::backlog).max().orElse(0);
      List<Double> values = Panels.fromZero(most, 2);
      Scale y = Panels.linear(values, plot);
      List<Series> series = new ArrayList<>();
      add(series, "backlog", steps(points, y, TimelinePoint::backlog));
      return new Panel(
          plot,
          Panels.axis("backlog: arrivals due without a connection", values, y, Counts::compact),
          List.of(),
          series,
          "");
    }

    Panel times(double top) {
      Box plot = Panels.plot(top, PANEL_HEIGHT);
      double least =
          points.stream().mapToDouble(TimelinePoint::p50).filter(v -> v >= 0).min().orElse(1);
      double most = points.stream().mapToDouble(TimelinePoint::max).max().orElse(-1);
      TimeAxis y =
          most < 0
              ? TimeAxis.empty(plot.bottom(), plot.top())
              : TimeAxis.logarithmic(least, most, plot.bottom(), plot.top(), 6);
      String title = y.title("response time of right answers");
      Legend legend = Panels.legend(title);
      List<Series> series = new ArrayList<>();
      add(series, "max", steps(points, y.scale(), TimelinePoint::max));
      add(series, "p99", steps(points, y.scale(), TimelinePoint::p99));
      add(series, "p50", steps(points, y.scale(), TimelinePoint::p50));
      legend.add("p50", "line", "p50");
      if (points.stream().anyMatch(p -> p.p99() >= 0)) {
        legend.add("p99", "line", "p99");
      }
      legend.add("max", "line", "max");
      return new Panel(
          plot,
          new Axis(title, y.ticks()),
          legend.entries(),
          series,
          most < 0 ? "no right answer came in this step" : "");
    }

    private void add(List<Series> series, String style, String path) {
      Panels.add(series, style, points.size(), path);
    }

    /** A value below 0 is one that is not there. */
    private String steps(
        List<TimelinePoint> drawn, Scale y, ToDoubleFunction<TimelinePoint> figure) {
      Path path = new Path();
      for (TimelinePoint point : drawn) {
        double value = figure.applyAsDouble(point);
        if (value < 0) {
          path.lift();
        } else {
          path.to(x.at(point.fromSecond()), y.at(value));
          path.to(x.at(point.toSecond()), y.at(value));
        }
      }
      return path.toString();
    }
  }
}
