package dev.kvbench.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.result.RunResult;
import dev.kvbench.result.StepResult;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** What must hold of every chart, however odd the step. */
class ChartsTest {

  private static final Map<String, String> ALL = new HashMap<>();

  @BeforeAll
  static void draw() {
    ALL.putAll(SampleRun.full().report().charts());
    EdgeCases.all()
        .forEach(
            (name, step) ->
                new SampleRun()
                    .add(step)
                    .report()
                    .charts()
                    .forEach((file, svg) -> ALL.put(name + "/" + file, svg)));
    SampleStep longName = SampleRun.valid();
    longName.name = "a-step-with-a-very-long-name-".repeat(10);
    ALL.putAll(new SampleRun().add(longName).add(SampleRun.valid()).report().charts());
  }

  @Test
  void everyChart_isWellFormedWithTitleAndDescription() {
    ALL.forEach(
        (file, svg) -> {
          Document document = SvgTexts.parse(svg);
          assertThat(document.getElementsByTagName("title").item(0).getTextContent())
              .as(file)
              .isNotBlank();
          assertThat(document.getElementsByTagName("desc").item(0).getTextContent())
              .as(file)
              .isNotBlank();
          assertThat(svg).as(file).doesNotContain("NaN").doesNotContain("Infinity");
        });
  }

  @Test
  void everyChart_keepsItsTextsOnTheSheet() {
    ALL.forEach(
        (file, svg) -> {
          Document document = SvgTexts.parse(svg);
          Element sheet = document.getDocumentElement();
          double width = Double.parseDouble(sheet.getAttribute("width"));
          double height = Double.parseDouble(sheet.getAttribute("height"));
          assertThat(SvgTexts.of(document))
              .as(file)
              .allMatch(t -> t.left() >= 0 && t.right() <= width)
              .allMatch(t -> t.top() >= 0 && t.bottom() <= height);
        });
  }

  @Test
  void everyChart_keepsItsTextsApart() {
    ALL.forEach(
        (file, svg) -> {
          List<SvgTexts.Placed> texts = SvgTexts.of(SvgTexts.parse(svg));
          for (int i = 0; i < texts.size(); i++) {
            for (int j = i + 1; j < texts.size(); j++) {
              assertThat(texts.get(i).meets(texts.get(j)))
                  .as("%s: %s and %s", file, texts.get(i), texts.get(j))
                  .isFalse();
            }
          }
        });
  }

  @Test
  void everyNumber_hasOneDecimalAtMost() {
    ALL.forEach(
        (file, svg) ->
            assertThat(svg.substring(svg.indexOf("</style>")).replaceAll(">[^<]*<", "><"))
                .as(file)
                .doesNotContainPattern("\\d\\.\\d\\d"));
  }

  @Test
  void draw_sameNames_givesEachStepChartsOfItsOwn() {
    RunResult run = Hostile.run("x/../y");
    Report report = Report.of(run, step -> new SampleStep(1).histograms());
    assertThat(report.charts().keySet())
        .containsExactly(
            "charts/overview.svg",
            "charts/x-y-1-x-y-percentiles.svg",
            "charts/x-y-1-x-y-histogram.svg",
            "charts/x-y-1-x-y-timeline.svg",
            "charts/x-y-1-x-y-2-percentiles.svg",
            "charts/x-y-1-x-y-2-histogram.svg",
            "charts/x-y-1-x-y-2-timeline.svg");
  }

  @Test
  void draw_manySteps_saysTheirFiguresInTheTableOnly() {
    SampleRun run = new SampleRun();
    for (int i = 0; i < 9; i++) {
      run.add(new SampleStep(i));
    }
    Map<String, String> charts = new LinkedHashMap<>(run.report().charts());
    assertThat(charts.get("charts/overview.svg"))
        .contains("9 steps, whose figures are in the table");
    List<StepResult> steps = run.steps();
    assertThat(charts).hasSize(1 + 3 * steps.size());
  }
}
