package dev.kvbench.render;

import dev.kvbench.render.RunView.Picture;
import dev.kvbench.render.chart.HistogramChart;
import dev.kvbench.render.chart.OverviewChart;
import dev.kvbench.render.chart.PercentileChart;
import dev.kvbench.render.chart.TimelineChart;
import dev.kvbench.result.Figures;
import dev.kvbench.result.StepHistograms;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import dev.kvbench.result.TimeSummary;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** The charts of a run as they are drawn: each file's text, and what the report says of it. */
final class Charts {

  private static final String FOLDER = "charts/";

  /** More steps would make the overview's description longer than anyone listens to. */
  private static final int MOST_IN_WORDS = 8;

  private final Templates templates;
  private final StepNames names;
  private final Map<String, String> files = new LinkedHashMap<>();

  private final List<List<Picture>> pictures = new ArrayList<>();
  private @Nullable Picture overview;

  private Charts(Templates templates, List<StepResult> steps) {
    this.templates = templates;
    this.names = new StepNames(steps);
  }

  /** Draws the charts of {@code steps}. */
  static Charts draw(
      Templates templates,
      List<StepResult> steps,
      Function<StepResult, StepHistograms> histograms) {
    Charts charts = new Charts(templates, steps);
    charts.drawOverview(steps);
    for (StepResult step : steps) {
      charts.pictures.add(
          Phrases.wasRun(step) ? charts.drawStep(step, histograms.apply(step)) : List.of());
    }
    return charts;
  }

  /** What the steps are called. */
  StepNames names() {
    return names;
  }

  /** The chart of all steps, or null without steps. */
  @Nullable Picture overview() {
    return overview;
  }

  /** The charts of the step at {@code index}; none where it was not run. */
  List<Picture> ofStep(int index) {
    return pictures.get(index);
  }

  /** The text of each file, by its name relative to the report. */
  Map<String, String> files() {
    return Collections.unmodifiableMap(files);
  }

  private void drawOverview(List<StepResult> steps) {
    if (steps.isEmpty()) {
      return;
    }
    List<OverviewChart.Step> rows = new ArrayList<>();
    List<String> figures = new ArrayList<>();
    for (StepResult step : steps) {
      TimeSummary times = Phrases.times(step, TimeKind.RESPONSE);
      rows.add(
          new OverviewChart.Step(
              names.label(step),
              Phrases.verdict(step),
              Phrases.isUsable(step),
              nanos(times.percentilesMicros().get("50")),
              nanos(times.percentilesMicros().get("99")),
              nanos(times.percentilesMicros().get("99.9")),
              nanos(times.maxMicros()),
              times.censoredFrom()));
      figures.add(
          names.label(step)
              + ": "
              + (Phrases.wasRun(step) ? Phrases.responseTimes(step) + ", " : "")
              + Phrases.verdict(step));
    }
    String title = "Response times by step";
    String alt =
        title
            + ". "
            + (steps.size() <= MOST_IN_WORDS
                ? String.join(". ", figures)
                : steps.size() + " steps, whose figures are in the table");
    overview = add("overview.svg", "overview.svg.ftl", OverviewChart.of(title, alt, rows), alt);
  }

  private static @Nullable Double nanos(@Nullable Double micros) {
    return micros == null ? null : micros * 1000;
  }

  private List<Picture> drawStep(StepResult step, StepHistograms histograms) {
    // A picture is copied without the page around it: what must not be used says so itself.
    String label =
        names.label(step) + (Phrases.isUsable(step) ? "" : " (" + Phrases.verdict(step) + ")");
    String file = names.newFileName(step);
    TimeSummary times = Phrases.times(step, TimeKind.RESPONSE);
    Histogram right = histograms.total(TimeKind.RESPONSE);
    Histogram service = histograms.total(TimeKind.SERVICE);
    Histogram all = right.copy();
    all.add(histograms.total(TimeKind.FAILED));
    all.add(histograms.total(TimeKind.UNANSWERED));
    List<Picture> drawn = new ArrayList<>();

    String percentiles = label + ": response and service time by percentile";
    String alt =
        percentiles
            + ". Response "
            + Phrases.responseTimes(step)
            + "; service p50 "
            + Phrases.percentile(Phrases.times(step, TimeKind.SERVICE), "50")
            + ", p99 "
            + Phrases.percentile(Phrases.times(step, TimeKind.SERVICE), "99");
    drawn.add(
        add(
            file + "-percentiles.svg",
            "percentiles.svg.ftl",
            PercentileChart.of(percentiles, alt, all, service, times.censoredFrom()),
            alt));

    String spread = label + ": how the times are spread";
    String spreadAlt = spread + ". " + Figures.count(right.getTotalCount()) + " right answers";
    drawn.add(
        add(
            file + "-histogram.svg",
            "histogram.svg.ftl",
            HistogramChart.of(spread, spreadAlt, right, service),
            spreadAlt));

    String course = label + ": second by second";
    String courseAlt =
        course
            + ", by completion. "
            + (Phrases.isClosedLoop(step) ? "Begun " : "Offered ")
            + Figures.rate(step.offeredPerSecond())
            + ", achieved "
            + Figures.rate(step.achievedPerSecond())
            + ", failed "
            + Phrases.failed(step.ledger())
            + " in "
            + Figures.duration(step.durationSeconds() * 1e9);
    drawn.add(
        add(
            file + "-timeline.svg",
            "timeline.svg.ftl",
            TimelineChart.of(
                course,
                courseAlt,
                Phrases.made(step),
                first(step.seconds(), secondsDrawn(step)),
                new StepHistograms(first(histograms.seconds(), secondsDrawn(step))),
                step.durationSeconds(),
                step.resources()),
            courseAlt));
    return List.copyOf(drawn);
  }

  /**
   * How many seconds a step's course shows: those of the window, and those of the draining where it
   * took a second or longer. A shorter one would be drawn as a second in which the rate broke down.
   */
  private static int secondsDrawn(StepResult step) {
    return step.drainSeconds() < 1 ? (int) Math.ceil(step.durationSeconds()) : Integer.MAX_VALUE;
  }

  private static <T> List<T> first(List<T> list, int count) {
    return list.subList(0, Math.min(count, list.size()));
  }

  private Picture add(String file, String template, Record chart, String alt) {
    files.put(FOLDER + file, templates.fill(template, chart));
    return new Picture(FOLDER + file, alt);
  }
}
