package dev.kvbench.render.chart;

import dev.kvbench.render.chart.Parts.Axis;
import dev.kvbench.render.chart.Parts.Box;
import dev.kvbench.render.chart.Parts.Canvas;
import dev.kvbench.render.chart.Parts.Entry;
import dev.kvbench.render.chart.Parts.Label;
import dev.kvbench.render.chart.Parts.Legend;
import dev.kvbench.render.chart.Parts.Marker;
import dev.kvbench.render.chart.Parts.Series;
import dev.kvbench.render.chart.Parts.Tick;
import dev.kvbench.result.Figures;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Response and service time by percentile. The horizontal axis counts nines, so that the slowest
 * thousandth takes as much room as the slowest tenth; it ends where too few arrivals remain to name
 * a percentile, and the maximum stands beside it. The gap between the lines is what a generator
 * that waits for answers would not have seen.
 *
 * @param canvas the sheet
 * @param plot the area between the axes
 * @param x percentiles
 * @param y times
 * @param legend what is what
 * @param series the lines
 * @param markers named percentiles and the maxima
 * @param labels their figures
 * @param shade where response times are lower bounds only, or null when all are exact
 * @param message what is said in place of the lines; empty when there are lines
 */
public record PercentileChart(
    Canvas canvas,
    Box plot,
    Axis x,
    Axis y,
    List<Entry> legend,
    List<Series> series,
    List<Marker> markers,
    List<Label> labels,
    @Nullable Box shade,
    String message) {

  private static final Box PLOT = new Box(78, 84, 780, 328);
  private static final double CURVE_RIGHT = PLOT.right() - 76;
  private static final double MAX_X = PLOT.right() - 26;

  /** Above the highest point, for its figure. */
  private static final double LABEL_ROOM = 20;

  private static final int SAMPLES = 240;
  private static final String[] NAMED = {
    "50", "90", "99", "99.9", "99.99", "99.999", "99.9999", "99.99999", "99.999999"
  };

  /** The more important first. */
  private static final List<String> WITH_FIGURE = List.of("99", "50", "99.9", "90", "99.99");

  /** How many arrivals a percentile needs, times the share above it: ln 0.025 / ln p, p → 1. */
  private static final double NEEDED_ABOVE = 3.689;

  /** Defensive copies. */
  public PercentileChart {
    legend = List.copyOf(legend);
    series = List.copyOf(series);
    markers = List.copyOf(markers);
    labels = List.copyOf(labels);
  }

  /**
   * Draws the percentiles of one step.
   *
   * @param title what the chart is called
   * @param description its figures in words
   * @param response response times in nanoseconds, those known by their age only included
   * @param service service times of right answers, in nanoseconds
   * @param censoredFrom the percentile, in percent, above which response times are lower bounds;
   *     null when all are exact
   */
  public static PercentileChart of(
      String title,
      String description,
      Histogram response,
      Histogram service,
      @Nullable Double censoredFrom) {
    double end = Math.max(1, supported(response));
    Scale x = new Scale.Linear(0, end, PLOT.left(), CURVE_RIGHT);
    TimeAxis y = times(response, service);
    double exactTo = censoredFrom == null ? end : Math.min(end, nines(censoredFrom));
    Drawing drawing = new Drawing(x, y.scale());
    // the thin line of the service time upon the wide one of the response: both show where they
    // meet
    drawing.curve("response", response, 0, exactTo, false);
    drawing.curve("response", response, exactTo, end, true);
    drawing.curve("service", service, 0, end, false);
    drawing.maximum("service", service, false);
    drawing.maximum("response", response, censoredFrom != null);
    drawing.figures(response, censoredFrom);
    Legend legend = new Legend(Parts.MARGIN);
    legend.add("response", "line", "response: due to last byte");
    if (service.getTotalCount() > 0) {
      legend.add("service", "line", "service: written to last byte");
    }
    if (censoredFrom != null) {
      legend.add("response", "bound", "lower bound");
    }
    return new PercentileChart(
        Canvas.of(376, title, description),
        PLOT,
        new Axis("percentile of arrivals", percentiles(x, end)),
        new Axis(y.title("time"), y.ticks()),
        legend.entries(),
        drawing.series,
        drawing.markers,
        drawing.labels,
        censoredFrom == null
            ? null
            : new Box(x.at(exactTo), PLOT.top(), PLOT.right(), PLOT.bottom()),
        message(response));
  }

  private static TimeAxis times(Histogram response, Histogram service) {
    double top = PLOT.top() + LABEL_ROOM;
    double least = Math.min(least(response), least(service));
    double most = Math.max(response.getMaxValue(), service.getMaxValue());
    return Double.isInfinite(least)
        ? TimeAxis.empty(PLOT.bottom(), top)
        : TimeAxis.of(least, most, PLOT.bottom(), top, 8);
  }

  private static String message(Histogram response) {
    if (response.getTotalCount() == 0) {
      return "no arrival ended in this step";
    }
    return supported(response) < nines(50) ? "too few arrivals to name a percentile" : "";
  }

  private static double least(Histogram histogram) {
    return histogram.getTotalCount() == 0
        ? Double.POSITIVE_INFINITY
        : histogram.getMinNonZeroValue() == Long.MAX_VALUE ? 1 : histogram.getMinNonZeroValue();
  }

  /** How many nines a percentile has: 1 for 90 %, 3 for 99.9 %. */
  static double nines(double percentile) {
    return -StrictMath.log10(1 - Math.min(percentile, 99.9999999) / 100);
  }

  private static double percentile(double nines) {
    return 100 - 100 * StrictMath.pow(10, -nines);
  }

  /** How many nines the arrivals support; 0 for too few. */
  private static double supported(Histogram histogram) {
    long count = histogram.getTotalCount();
    return count == 0 ? 0 : Math.max(0, StrictMath.log10(count / NEEDED_ABOVE));
  }

  private static List<Tick> percentiles(Scale x, double end) {
    List<Tick> ticks = new ArrayList<>();
    for (String name : NAMED) {
      double nines = nines(Double.parseDouble(name));
      if (nines <= end + 1e-9) {
        ticks.add(new Tick(x.at(nines), name + " %"));
      }
    }
    ticks.add(new Tick(MAX_X, "max"));
    return ticks;
  }

  private static final class Drawing {
    private final Scale x;
    private final Scale y;
    private final List<Series> series = new ArrayList<>();
    private final List<Marker> markers = new ArrayList<>();
    private final List<Label> labels = new ArrayList<>();

    Drawing(Scale x, Scale y) {
      this.x = x;
      this.y = y;
    }

    void curve(String style, Histogram histogram, double from, double to, boolean bound) {
      double end = Math.min(to, supported(histogram));
      if (from >= end) {
        return;
      }
      Path path = new Path();
      for (int i = 0; i <= SAMPLES; i++) {
        double nines = from + (end - from) * i / SAMPLES;
        path.to(x.at(nines), y.at((double) histogram.getValueAtPercentile(percentile(nines))));
      }
      series.add(new Series(style, path.toString(), false, bound));
    }

    void figures(Histogram response, @Nullable Double censoredFrom) {
      double end = supported(response);
      for (String name : WITH_FIGURE) {
        double percentile = Double.parseDouble(name);
        if (nines(percentile) > end) {
          continue;
        }
        boolean bound = censoredFrom != null && percentile > censoredFrom;
        double value = response.getValueAtPercentile(percentile);
        double left = x.at(nines(percentile));
        markers.add(new Marker("response", "dot", left, y.at(value), bound));
        // left of the point the line is lower, so a label above it meets no line
        double width = Parts.textWidth(figure(value, bound), Parts.SMALL);
        double right = Math.max(left - 3, PLOT.left() + 4 + width);
        label(right, y.at(value) - 8, figure(value, bound));
      }
    }

    void maximum(String style, Histogram histogram, boolean bound) {
      if (histogram.getTotalCount() == 0) {
        return;
      }
      double value = histogram.getMaxValue();
      markers.add(new Marker(style, "dot", MAX_X, y.at(value), bound));
      if (style.equals("response")) {
        label(PLOT.right() - 2, y.at(value) - 8, figure(value, bound));
      }
    }

    /** Labels come in the order of their weight: one that has no room is left out. */
    private void label(double right, double baseline, String text) {
      double left = right - Parts.textWidth(text, Parts.SMALL);
      for (Label other : labels) {
        double otherLeft = other.x() - Parts.textWidth(other.text(), Parts.SMALL);
        if (left < other.x() + 4
            && right > otherLeft - 4
            && Math.abs(baseline - other.y()) < Parts.SMALL + 2) {
          return;
        }
      }
      labels.add(new Label(Pixels.round(right), Pixels.round(baseline), "end", text));
    }

    private static String figure(double nanos, boolean bound) {
      return (bound ? "≥ " : "") + Figures.duration(nanos);
    }
  }
}
