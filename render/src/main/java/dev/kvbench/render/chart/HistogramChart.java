package dev.kvbench.render.chart;

import dev.kvbench.render.chart.Parts.Axis;
import dev.kvbench.render.chart.Parts.Box;
import dev.kvbench.render.chart.Parts.Canvas;
import dev.kvbench.render.chart.Parts.Entry;
import dev.kvbench.render.chart.Parts.Label;
import dev.kvbench.render.chart.Parts.Legend;
import dev.kvbench.render.chart.Parts.Series;
import dev.kvbench.render.chart.Parts.Tick;
import dev.kvbench.result.Figures;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * How the times of right answers are spread: shares of equally wide bins of a logarithmic axis,
 * with the named percentiles marked.
 *
 * @param canvas the sheet
 * @param plot the area between the axes
 * @param x times
 * @param y shares
 * @param legend what is what
 * @param series the bins of response and service time
 * @param marks the named percentiles: where, and how high the line reaches
 * @param message what is said in place of the bins; empty when there are any
 */
public record HistogramChart(
    Canvas canvas,
    Box plot,
    Axis x,
    Axis y,
    List<Entry> legend,
    List<Series> series,
    List<Label> marks,
    String message) {

  private static final Box PLOT = new Box(78, 136, 696, 340);
  private static final double MARK_TOP = 88;
  private static final double MARK_ROW = 14;
  private static final int LEAST_BINS = 16;
  private static final int MOST_BINS = 80;

  /** Rice's rule has 2; times are spread over a part of the axis only. */
  private static final double BINS_PER_ROOT = 3.5;

  /** A bin must be far wider than the 0.1 % to which times are kept, or it would be jagged. */
  private static final double LEAST_BIN_RATIO = 1.02;

  /** Defensive copies. */
  public HistogramChart {
    legend = List.copyOf(legend);
    series = List.copyOf(series);
    marks = List.copyOf(marks);
  }

  /**
   * Draws the spread of one step's times.
   *
   * @param title what the chart is called
   * @param description its figures in words
   * @param response response times of right answers, in nanoseconds
   * @param service service times of right answers, in nanoseconds
   */
  public static HistogramChart of(
      String title, String description, Histogram response, Histogram service) {
    double least = Math.min(least(response), least(service));
    double most = Math.max(response.getMaxValue(), service.getMaxValue());
    boolean none = response.getTotalCount() == 0;
    TimeAxis x =
        none
            ? TimeAxis.empty(PLOT.left(), PLOT.right())
            : TimeAxis.close(least, most, PLOT.left(), PLOT.right(), 9);
    Bins bins = Bins.over((Scale.Log) x.scale(), response.getTotalCount());
    double[] responses = bins.shares(response);
    double[] services = bins.shares(service);
    double highest = 0;
    for (int i = 0; i < responses.length; i++) {
      highest = Math.max(highest, Math.max(responses[i], services[i]));
    }
    List<Double> shares = Ticks.fromZero(highest, 5);
    Scale y = new Scale.Linear(0, shares.get(shares.size() - 1), PLOT.bottom(), PLOT.top());
    List<Series> series = new ArrayList<>();
    Legend legend = new Legend(Parts.MARGIN);
    if (!none) {
      series.add(new Series("response", bins.outline(responses, y), true, false));
      legend.add("response", "area", "response time");
    }
    if (service.getTotalCount() > 0) {
      series.add(new Series("service", bins.outline(services, y), false, false));
      legend.add("service", "line", "service time");
    }
    return new HistogramChart(
        Canvas.of(388, title, description),
        PLOT,
        new Axis(x.title("time of right answers"), x.ticks()),
        new Axis(
            "share of right answers in a bin",
            none
                ? List.of()
                : shares.stream().map(v -> new Tick(y.at(v), Figures.percent(v))).toList()),
        legend.entries(),
        series,
        marks(response, x.scale()),
        none ? "no right answer came in this step" : "");
  }

  private static double least(Histogram histogram) {
    return histogram.getTotalCount() == 0
        ? Double.POSITIVE_INFINITY
        : Math.max(1, histogram.getMinValue());
  }

  /**
   * Places the marks in rows that fall to the right: so no mark's line crosses a label, which all
   * lie right of their own line and above the lines of later ones.
   */
  private static List<Label> marks(Histogram response, Scale x) {
    List<Label> marks = new ArrayList<>();
    if (response.getTotalCount() == 0) {
      return marks;
    }
    int row = 0;
    double takenTo = 0;
    for (String name : new String[] {"50", "99", "99.9", "max"}) {
      double percentile = name.equals("max") ? 100 : Double.parseDouble(name);
      if (response.getTotalCount() * (1 - percentile / 100) < 3.689 && percentile < 100) {
        continue;
      }
      double nanos = response.getValueAtPercentile(percentile);
      String text = (percentile < 100 ? "p" : "") + name + " " + Figures.duration(nanos);
      double at = x.at(nanos);
      row = at >= takenTo ? 0 : row + 1;
      takenTo = Math.max(takenTo, at + 4 + Parts.textWidth(text, Parts.SMALL) + 6);
      marks.add(new Label(at, MARK_TOP + row * MARK_ROW, "start", text));
    }
    return marks;
  }

  /** Equally wide bins of a logarithmic scale. */
  private record Bins(Scale.Log scale, int count) {

    static Bins over(Scale.Log scale, long count) {
      double finest = StrictMath.log(scale.to() / scale.from()) / StrictMath.log(LEAST_BIN_RATIO);
      double readable = BINS_PER_ROOT * StrictMath.cbrt((double) count);
      double most = Math.min(MOST_BINS, Math.min(finest, readable));
      return new Bins(scale, (int) Math.max(LEAST_BINS, most));
    }

    double[] shares(Histogram histogram) {
      double[] shares = new double[count];
      double perBin = StrictMath.log(scale.to() / scale.from()) / count;
      for (var value : histogram.recordedValues()) {
        double nanos =
            Math.max(
                scale.from(), (double) histogram.medianEquivalentValue(value.getValueIteratedTo()));
        int bin = (int) (StrictMath.log(nanos / scale.from()) / perBin);
        shares[Math.min(count - 1, bin)] +=
            (double) value.getCountAddedInThisIterationStep() / histogram.getTotalCount();
      }
      return shares;
    }

    String outline(double[] shares, Scale y) {
      double width = (scale.pixelTo() - scale.pixelFrom()) / count;
      Path path = new Path();
      boolean inside = false;
      for (int i = 0; i < count; i++) {
        double left = scale.pixelFrom() + i * width;
        if (shares[i] > 0) {
          path.to(left, inside ? y.at(shares[i]) : y.at(0));
          path.to(left, y.at(shares[i])).to(left + width, y.at(shares[i]));
        } else if (inside) {
          path.to(left, y.at(0)).lift();
        }
        inside = shares[i] > 0;
      }
      return (inside ? path.to(scale.pixelTo(), y.at(0)) : path).toString();
    }
  }
}
