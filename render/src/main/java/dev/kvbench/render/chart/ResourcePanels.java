package dev.kvbench.render.chart;

import dev.kvbench.render.chart.Parts.Axis;
import dev.kvbench.render.chart.Parts.Box;
import dev.kvbench.render.chart.Parts.Legend;
import dev.kvbench.render.chart.Parts.Series;
import dev.kvbench.render.chart.TimelineChart.Panel;
import dev.kvbench.result.Figures;
import dev.kvbench.result.Resources;
import dev.kvbench.result.Resources.JvmUse;
import dev.kvbench.result.Resources.MachineUse;
import dev.kvbench.result.Resources.ProcessUse;
import dev.kvbench.result.Resources.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a timeline that show resources: pauses first, so that they stand right under the
 * response times, then processors, memory, and what was allocated and went to disk. A part of which
 * nothing is known, or which has nothing but zeros, is left out.
 */
final class ResourcePanels {

  private static final double HEIGHT = 84;
  private static final double NANOS_PER_MILLI = 1e6;

  /** Pauses are told in whole milliseconds; this is drawn for one that is shorter. */
  private static final double LEAST_MILLIS = 0.5;

  private final Resources resources;
  private final List<TimelinePoint> points;
  private final Scale x;
  private final List<Panel> panels = new ArrayList<>();
  private double top;

  private ResourcePanels(Resources resources, List<TimelinePoint> points, Scale x, double top) {
    this.resources = resources;
    this.points = points;
    this.x = x;
    this.top = top;
  }

  /**
   * Draws the parts, from {@code top} downwards.
   *
   * @param points the timeline's; a value is drawn for each
   * @param x the timeline's axis, in seconds
   */
  static List<Panel> of(Resources resources, List<TimelinePoint> points, Scale x, double top) {
    ResourcePanels drawing = new ResourcePanels(resources, points, x, top);
    drawing.pauses();
    drawing.lines(
        "processors",
        Figures::plain,
        new Line("used", "target", span -> of(span.target(), ProcessUse::cores)),
        new Line(
            "system", "of it in the kernel", span -> of(span.target(), ProcessUse::systemCores)),
        new Line("own", "kvbench", span -> of(span.kvbench(), ProcessUse::cores)));
    drawing.lines(
        "steal, share of the processors' time",
        Figures::percent,
        new Line("stolen", "steal", span -> of(span.machine(), MachineUse::stealShare)));
    drawing.lines(
        "memory of the target",
        Figures::bytes,
        new Line(
            "used", "resident", span -> of(span.target(), use -> (double) use.residentBytes())),
        new Line(
            "heap",
            "heap used",
            span -> of(span.targetJvm(), jvm -> (double) jvm.heapUsedBytes())));
    drawing.lines(
        "allocated by the target per second",
        Figures::bytes,
        new Line("heap", "allocated", span -> of(span.targetJvm(), JvmUse::allocatedPerSecond)));
    drawing.lines(
        "disk of the target per second",
        Figures::bytes,
        new Line("used", "written", span -> of(span.target(), ProcessUse::diskWrittenPerSecond)),
        new Line("system", "read", span -> of(span.target(), ProcessUse::diskReadPerSecond)));
    drawing.lines(
        "context switches per second",
        Counts::compact,
        new Line("used", "target", span -> of(span.target(), ProcessUse::switchesPerSecond)),
        new Line("own", "kvbench", span -> of(span.kvbench(), ProcessUse::switchesPerSecond)));
    return drawing.panels;
  }

  /** A figure over time: its colour, its name, and where it comes from. */
  private record Line(String style, String name, Function<Span, @Nullable Double> figure) {}

  private static <T> @Nullable Double of(@Nullable T use, Function<T, @Nullable Double> figure) {
    return use == null ? null : figure.apply(use);
  }

  private void lines(String title, DoubleFunction<String> label, Line... lines) {
    Box plot = Panels.plot(top, HEIGHT);
    List<double[]> figures = Stream.of(lines).map(line -> averages(line.figure)).toList();
    double most =
        figures.stream().flatMapToDouble(Arrays::stream).filter(v -> v >= 0).max().orElse(-1);
    if (most <= 0) {
      return;
    }
    List<Double> values = Panels.fromZero(most, 3);
    Scale y = Panels.linear(values, plot);
    Legend legend = Panels.legend(title);
    List<Series> series = new ArrayList<>();
    for (int i = 0; i < lines.length; i++) {
      String path = path(figures.get(i), y);
      Panels.add(series, lines[i].style, points.size(), path);
      if (!path.isEmpty()) {
        legend.add(lines[i].style, "line", lines[i].name);
      }
    }
    add(Panels.panel(plot, Panels.axis(title, values, y, label), legend.entries(), series));
  }

  /** The mean of a figure for each point; -1 where it is not known. */
  private double[] averages(Function<Span, @Nullable Double> figure) {
    double[] sums = new double[points.size()];
    int[] counts = new int[points.size()];
    int at = 0;
    for (Span span : resources.seconds()) {
      double middle = (span.fromSeconds() + span.toSeconds()) / 2;
      while (at < points.size() && points.get(at).toSecond() <= middle) {
        at++;
      }
      Double value = figure.apply(span);
      if (at < points.size() && middle >= points.get(at).fromSecond() && value != null) {
        sums[at] += value;
        counts[at]++;
      }
    }
    for (int i = 0; i < sums.length; i++) {
      sums[i] = counts[i] == 0 ? -1 : sums[i] / counts[i];
    }
    return sums;
  }

  private String path(double[] figures, Scale y) {
    Path path = new Path();
    for (int i = 0; i < figures.length; i++) {
      if (figures[i] < 0) {
        path.lift();
      } else {
        path.to(x.at(points.get(i).fromSecond()), y.at(figures[i]));
        path.to(x.at(points.get(i).toSecond()), y.at(figures[i]));
      }
    }
    return path.toString();
  }

  private void pauses() {
    double end = points.get(points.size() - 1).toSecond();
    Map<Double, Double> target = new TreeMap<>();
    Map<Double, Double> own = new TreeMap<>();
    for (Resources.Collection each : resources.collections()) {
      if (each.pause() && each.endSeconds() >= 0 && each.startSeconds() < end) {
        boolean ofTarget = each.process().equals(Resources.TARGET);
        put(ofTarget ? target : own, each.startSeconds(), each.millis());
      }
    }
    for (Resources.Stall stall : resources.stalls()) {
      if (stall.startSeconds() >= 0 && stall.startSeconds() < end) {
        put(own, stall.startSeconds(), stall.millis());
      }
    }
    if (target.isEmpty() && own.isEmpty()) {
      return;
    }
    Box plot = Panels.plot(top, HEIGHT);
    double most =
        Stream.concat(target.values().stream(), own.values().stream())
            .mapToDouble(Double::doubleValue)
            .max()
            .orElse(LEAST_MILLIS);
    TimeAxis y =
        TimeAxis.logarithmic(
            LEAST_MILLIS * NANOS_PER_MILLI, most * NANOS_PER_MILLI, plot.bottom(), plot.top(), 4);
    String title = y.title("pauses");
    Legend legend = Panels.legend(title);
    List<Series> series = new ArrayList<>();
    stems(series, legend, "own", "kvbench: stalls, collections", own, y.scale(), plot);
    stems(series, legend, "pause", "target: collections", target, y.scale(), plot);
    add(Panels.panel(plot, new Axis(title, y.ticks()), legend.entries(), series));
  }

  /** The longest of those that fall on the same pixel is drawn. */
  private void put(Map<Double, Double> stems, double seconds, double millis) {
    double pixel = Math.rint(x.at(Math.max(0, seconds)));
    stems.merge(pixel, Math.max(LEAST_MILLIS, millis), Math::max);
  }

  private static void stems(
      List<Series> series,
      Legend legend,
      String style,
      String name,
      Map<Double, Double> stems,
      Scale y,
      Box plot) {
    if (stems.isEmpty()) {
      return;
    }
    Path path = new Path();
    stems.forEach(
        (pixel, millis) ->
            path.lift().to(pixel, plot.bottom()).to(pixel, y.at(millis * NANOS_PER_MILLI)));
    series.add(new Series(style + " stem", path.toString(), false, false));
    legend.add(style, "line", name);
  }

  private void add(Panel panel) {
    panels.add(panel);
    top += HEIGHT + Panels.GAP;
  }
}
