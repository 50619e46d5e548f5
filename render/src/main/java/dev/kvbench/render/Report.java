package dev.kvbench.render;

import dev.kvbench.result.ResultDirectory;
import dev.kvbench.result.RunResult;
import dev.kvbench.result.StepHistograms;
import dev.kvbench.result.StepResult;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * A run's report: a Markdown text, and the charts that it shows. A pure function of what was
 * measured: the same result gives the same bytes, wherever and whenever it is rendered.
 *
 * @param markdown the text
 * @param charts the charts, by file name relative to the text ({@code charts/….svg}), in the order
 *     in which the text shows them
 */
public record Report(String markdown, Map<String, String> charts) {

  /** Keeps the charts' order and makes them unmodifiable. */
  public Report {
    charts = Collections.unmodifiableMap(new LinkedHashMap<>(charts));
  }

  /**
   * Renders a result.
   *
   * @param result what was measured
   * @param histograms gives the histograms of a step that was run
   */
  public static Report of(RunResult result, Function<StepResult, StepHistograms> histograms) {
    Templates templates = Templates.bundled();
    Charts charts = Charts.draw(templates, result.steps(), histograms);
    String markdown = templates.fill("report.md.ftl", RunView.of(result, charts));
    return new Report(markdown, charts.files());
  }

  /**
   * Renders the result in {@code directory} and writes the report and its charts beside it.
   *
   * @return what was written
   * @throws dev.kvbench.result.UnreadableResultException if the result or a histogram cannot be
   *     read; then nothing is written
   * @throws java.io.UncheckedIOException if a file cannot be written
   */
  public static Report renderInto(ResultDirectory directory) {
    Report report = of(directory.readResult(), directory::readHistograms);
    report.charts().forEach(directory::write);
    directory.write(ResultDirectory.REPORT_FILE, report.markdown());
    return report;
  }
}
