package dev.kvbench.render;

import dev.kvbench.result.Calibration;
import dev.kvbench.result.Figures;
import dev.kvbench.result.RunResult;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import dev.kvbench.result.TimeSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the report's template sees of a run: ready texts, in the order in which they are printed.
 *
 * @param title the scenario's name
 * @param description its author's sentence; may be empty
 * @param state what must be said of the run's end; empty when it came to its end
 * @param headlines the findings, a sentence for each step
 * @param made the word for the steps' requests per second, whether offered or begun
 * @param summary the steps' main figures
 * @param floor what kvbench and the machine need by themselves, in a line; empty where nobody
 *     looked
 * @param nearFloor the steps that are near it
 * @param overview the chart of all steps, or null without steps
 * @param doubts what speaks against which step
 * @param notes what must be said of the run as a whole
 * @param objectives how each objective came out
 * @param steps the steps in full
 * @param profiles what was seen inside the target; null where nobody asked
 * @param fills what was stored before
 * @param facts machine, target and program, each with its name
 * @param scenario what was asked
 */
record RunView(
    String title,
    String description,
    String state,
    List<Headline> headlines,
    String made,
    List<Summary> summary,
    String floor,
    List<NearFloor> nearFloor,
    @Nullable Picture overview,
    List<Doubts> doubts,
    List<String> notes,
    List<Objective> objectives,
    List<StepView> steps,
    ProfileView.@Nullable Section profiles,
    List<FillLine> fills,
    List<Fact> facts,
    ScenarioLines scenario) {

  /** A step in one sentence. */
  record Headline(String subject, String finding, String verdict) {}

  /** A row of the first table. */
  record Summary(
      String step,
      String offered,
      String achieved,
      String p50,
      String p99,
      String p999,
      String max,
      String failed,
      String verdict) {}

  /** A step near the floor. */
  record NearFloor(String step, String finding) {}

  /** A chart: its file relative to the report, and what it shows in words. */
  record Picture(String file, String alt) {}

  /** What speaks against one step. */
  record Doubts(String step, String verdict, List<String> reasons) {}

  /** A row of the objectives. */
  record Objective(String step, String objective, String measured, String outcome) {}

  /** A row of the fills. */
  record FillLine(
      String variant, String repetition, String name, String stored, String took, String failure) {}

  /** A named fact. */
  record Fact(String name, String value) {}

  /**
   * The scenario as it was read.
   *
   * @param fence more backticks than stand together anywhere in {@code text}
   */
  record ScenarioLines(
      String file, String seed, List<String> overrides, String fence, String text) {}

  static RunView of(RunResult result, Charts charts) {
    StepNames names = charts.names();
    List<Headline> headlines = new ArrayList<>();
    List<Summary> summary = new ArrayList<>();
    List<Doubts> doubts = new ArrayList<>();
    List<Objective> objectives = new ArrayList<>();
    List<StepView> steps = new ArrayList<>();
    List<NearFloor> nearFloor = new ArrayList<>();
    for (StepResult step : result.steps()) {
      String label = names.label(step);
      headlines.add(
          new Headline(names.subject(step), Phrases.finding(step), Phrases.verdict(step)));
      summary.add(summary(label, step));
      if (!step.reasons().isEmpty()) {
        doubts.add(new Doubts(label, Phrases.verdict(step), step.reasons()));
      }
      for (StepResult.ObjectiveResult o : step.objectives()) {
        objectives.add(
            new Objective(label, o.objective(), o.measured(), o.met() ? "met" : "MISSED"));
      }
      nearFloor(result, step).forEach(finding -> nearFloor.add(new NearFloor(label, finding)));
      steps.add(StepView.of(label, step, charts.ofStep(steps.size())));
    }
    return new RunView(
        result.scenario().name(),
        result.scenario().description(),
        stateNote(result.state()),
        headlines,
        Phrases.made(result.steps()),
        summary,
        result.floor() == null ? "" : CalibrationText.line(result.floor()),
        nearFloor,
        charts.overview(),
        doubts,
        result.notes(),
        objectives,
        steps,
        ProfileView.section(result.profiles()),
        result.fills().stream().map(RunView::fill).toList(),
        facts(result),
        scenario(result.scenario()));
  }

  /** Returns what must be said of a run's end; nothing where it came to its end. */
  static String stateNote(RunResult.State state) {
    return switch (state) {
      case FINISHED -> "";
      case RUNNING ->
          "RUNNING: this run was killed, or still runs. What it had measured until then is below.";
      case INTERRUPTED ->
          "INTERRUPTED: this run was ended by its user. What it had measured until then is below.";
      case ABORTED ->
          "ABORTED: this run could not go on. What it had measured until then is below.";
    };
  }

  /** Returns what is said of a step that is near the floor; nothing where it is not. */
  static List<String> nearFloor(RunResult result, StepResult step) {
    RunResult.Floor floor = result.floor();
    return floor == null
        ? List.of()
        : floor.near().stream()
            .filter(near -> near.isOf(step))
            .map(near -> PlainText.line(near.finding()))
            .toList();
  }

  private static Summary summary(String label, StepResult step) {
    if (!Phrases.wasRun(step)) {
      String none = Phrases.NONE;
      String asked = Phrases.asked(step);
      return new Summary(label, asked, none, none, none, none, none, none, Phrases.verdict(step));
    }
    TimeSummary times = Phrases.times(step, TimeKind.RESPONSE);
    return new Summary(
        label,
        Figures.rate(step.offeredPerSecond()),
        Phrases.achieved(step),
        Phrases.percentile(times, "50"),
        Phrases.percentile(times, "99"),
        Phrases.percentile(times, "99.9"),
        Phrases.max(times),
        Phrases.failed(step.ledger()),
        Phrases.verdict(step));
  }

  private static FillLine fill(RunResult.Fill fill) {
    return new FillLine(
        fill.variant(),
        Integer.toString(fill.repetition()),
        fill.name(),
        Figures.count(fill.stored()) + " of " + Figures.count(fill.keys()),
        Figures.duration(fill.seconds() * 1e9),
        fill.failure() == null ? "" : fill.failure());
  }

  private static List<Fact> facts(RunResult result) {
    RunResult.Environment machine = result.environment();
    List<Fact> facts = new ArrayList<>();
    facts.add(new Fact("Processor", machine.processor()));
    facts.add(new Fact("Logical processors", Figures.count(machine.logicalProcessors())));
    facts.add(new Fact("Memory", Figures.bytes((double) machine.memoryBytes())));
    facts.add(new Fact("Operating system", machine.os()));
    facts.add(new Fact("Virtual machine of kvbench", machine.jvm()));
    facts.add(new Fact("Its flags", String.join(" ", machine.jvmFlags())));
    RunResult.Floor floor = result.floor();
    Calibration calibration = floor == null ? null : floor.calibration();
    if (calibration != null) {
      facts.add(
          new Fact(
              "Highest rate against a server that does nothing",
              CalibrationText.highest(calibration)));
    }
    facts.add(new Fact("kvbench", result.kvbench()));
    facts.add(new Fact("Started", result.startedAt()));
    facts.add(new Fact("Ended", result.endedAt() == null ? Phrases.NONE : result.endedAt()));
    for (Map.Entry<String, String> fact : machine.target().entrySet()) {
      facts.add(new Fact("Target: " + fact.getKey(), fact.getValue()));
    }
    return facts;
  }

  private static ScenarioLines scenario(RunResult.ScenarioText scenario) {
    String text = PlainText.block(scenario.text());
    int longest = 0;
    int run = 0;
    for (int i = 0; i < text.length(); i++) {
      run = text.charAt(i) == '`' ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    return new ScenarioLines(
        scenario.file(),
        Long.toString(scenario.seed()),
        scenario.overrides(),
        "`".repeat(Math.max(3, longest + 1)),
        text);
  }
}
