package dev.kvbench.render;

import dev.kvbench.result.Calibration;
import dev.kvbench.result.Ledger;
import dev.kvbench.result.Profiles;
import dev.kvbench.result.Resources;
import dev.kvbench.result.RunResult;
import dev.kvbench.result.StepHistograms;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import dev.kvbench.result.TimeSummary;
import dev.kvbench.result.Verdict;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Texts that a scenario's author or a server could say to break out of being text. */
final class Hostile {

  static final List<String> TEXTS =
      List.of(
          "a | b",
          "a \\| b \\\\| c \\",
          "`code` and ``more``",
          "<script>alert(1)</script>",
          "<!-- gone",
          "</svg><script>1</script>",
          "line\nend\r\n\r\n# heading",
          "[x](javascript:alert(1))",
          "![x](http://evil.example/x.png)",
          "[x]: http://evil.example",
          "# heading",
          "- item",
          "+ item",
          "1. item",
          "12) item",
          "> quote",
          "---",
          "===",
          "***bold*** _soft_ __hard__ ~~gone~~",
          "| --- | --- |",
          "http://evil.example and www.evil.example",
          "<http://evil.example>",
          "&lt;b&gt; &#35; &amp;",
          "$x$",
          "```\nout of the block",
          "    indented",
          "\ttabbed",
          "\u001b[31mred\u001b[0m \u202eesrever\u202c \u0000 \ud800 \ufffe",
          "${7*7} <#assign x=1> <@c.sheet/>",
          "");

  private Hostile() {}

  /** Returns a run in which every text of others is {@code text}. */
  static RunResult run(String text) {
    return new RunResult(
        RunResult.FORMAT,
        RunResult.State.FINISHED,
        new RunResult.ScenarioText(text, text, text, text, List.of(text), 1),
        text,
        text,
        text,
        new RunResult.Environment(
            text, 1, 1, text, text, List.of(text), new TreeMap<>(Map.of(text, text))),
        List.of(new RunResult.Fill(text, 1, text, 1, 0, 1, text)),
        List.of(step(text), step(text)),
        List.of(text),
        floor(text),
        profiles(text));
  }

  private static Profiles profiles(String text) {
    Profiles.Event event =
        new Profiles.Event(
            text,
            text,
            text,
            10,
            10,
            List.of(
                new Profiles.Share(text, "c " + text, 6, 6),
                new Profiles.Share("a " + text, "b " + text, 4, 4)),
            List.of(new Profiles.Frame(text, 5)),
            "? " + text,
            List.of(new Profiles.Difference(text, "? " + text)));
    Profiles.Step step =
        new Profiles.Step(text, text, text, 1, 1, 1, 10, 1.0, "? " + text, List.of(event));
    return new Profiles(List.of(text), List.of(step, step), List.of(text));
  }

  private static RunResult.Floor floor(String text) {
    Calibration.Lateness late = new Calibration.Lateness(1, 1, 1);
    Calibration calibration =
        new Calibration(
            text,
            text,
            new Calibration.Machine(text, 1, text),
            late,
            late,
            new Calibration.Floor(1, 1, 1, 1, 1),
            null);
    return new RunResult.Floor(
        calibration, text, List.of(new RunResult.NearFloor(text, text, 1, text)));
  }

  private static StepResult step(String text) {
    TimeSummary times =
        new TimeSummary(
            1,
            1.0,
            1.0,
            Map.of(),
            Map.of("50", 6L),
            10.0,
            List.of(),
            Map.of(),
            Map.of(),
            List.of());
    return new StepResult(
        text,
        text,
        1,
        text,
        Verdict.DEGRADED,
        List.of(text),
        text,
        text,
        null,
        1,
        1,
        1,
        1,
        new StepResult.RateInterval(1, 1, 1, true),
        1,
        1,
        new Ledger(2, 1, 0, 0, Map.of(text, 1L), 0, 0, 0, 0, 0, 0, 0),
        1,
        1,
        new StepResult.Connections(1, 1, 0, new StepResult.OnDemand(text, 1, 1, 1)),
        new StepResult.WarmupResult(text, 1, 1, false),
        1,
        Map.of(TimeKind.RESPONSE.tag(), times),
        List.of(new StepResult.Second(0, 1, 1, 0, 0)),
        StepResult.Generator.NONE,
        null,
        new StepResult.ArrivalCheck(false, 1, 1, 0, 1.0, text),
        List.of(new StepResult.Failure(text, text, 1)),
        List.of(new StepResult.ObjectiveResult(text, text, false)),
        new StepResult.Files(text, text),
        resources(text));
  }

  private static Resources resources(String text) {
    return new Resources(
        List.of(),
        List.of(new Resources.Collection(text, 0.5, 3, true, text, text, 2, 1)),
        List.of(),
        List.of(text),
        1.0,
        List.of(new Resources.LongInterval(0, 1, null, 6, List.of(text))));
  }

  static Report report(String text) {
    return Report.of(run(text), step -> new StepHistograms(List.of()));
  }
}
