package dev.kvbench.run;

import dev.kvbench.analysis.Floors;
import dev.kvbench.result.Calibration;
import dev.kvbench.result.Profiles;
import dev.kvbench.result.ResultDirectory;
import dev.kvbench.result.RunResult;
import dev.kvbench.result.StepResult;
import dev.kvbench.scenario.Scenario;
import dev.kvbench.targets.Target;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The result under way, written to its directory whenever something is added to it. */
final class RunRecord {

  private final Scenario scenario;
  private final ResultDirectory directory;
  private final String version;
  private final InstantSource wallClock;
  private final String startedAt;
  private final List<RunResult.Fill> fills = new ArrayList<>();
  private final List<StepResult> steps = new ArrayList<>();
  private final Set<String> notes = new LinkedHashSet<>();
  private RunResult.Environment environment;
  private RunResult.Floor floor;
  private RunResult.State state = RunResult.State.RUNNING;
  private @Nullable String endedAt;
  private @Nullable Profiles profiles;

  RunRecord(
      Scenario scenario,
      ResultDirectory directory,
      String version,
      RunResult.Environment environment,
      RunResult.Floor floor,
      InstantSource wallClock) {
    this.scenario = scenario;
    this.directory = directory;
    this.version = version;
    this.environment = environment;
    this.floor = floor;
    this.wallClock = wallClock;
    this.startedAt = now();
  }

  void target(Target target) {
    Map<String, String> facts = new LinkedHashMap<>(target.facts());
    environment =
        new RunResult.Environment(
            environment.processor(),
            environment.logicalProcessors(),
            environment.memoryBytes(),
            environment.os(),
            environment.jvm(),
            environment.jvmFlags(),
            facts);
    if (Locality.isThisMachine(target.url(), scenario.target().route())) {
      note(
          "kvbench and the target share this machine's "
              + environment.logicalProcessors()
              + " processors: each takes time from the other, and figures from separate machines"
              + " would differ.");
    }
    write();
  }

  void note(String note) {
    notes.add(note);
  }

  void fill(RunResult.Fill fill) {
    fills.add(fill);
    write();
  }

  void step(StepResult step) {
    steps.add(step);
    Calibration calibration = floor.calibration();
    String finding = calibration == null ? null : Floors.near(step, calibration);
    if (finding != null) {
      List<RunResult.NearFloor> near = new ArrayList<>(floor.near());
      near.add(new RunResult.NearFloor(step.variant(), step.name(), step.repetition(), finding));
      floor = new RunResult.Floor(calibration, floor.unknown(), near);
    }
    write();
  }

  void profiles(Profiles seen) {
    profiles = seen;
    write();
  }

  RunResult end(RunResult.State how) {
    state = how;
    endedAt = now();
    return write();
  }

  RunResult write() {
    RunResult result =
        new RunResult(
            RunResult.FORMAT,
            state,
            new RunResult.ScenarioText(
                scenario.name(),
                scenario.description(),
                scenario.source().file(),
                scenario.source().text(),
                scenario.source().overrides(),
                scenario.seed()),
            startedAt,
            endedAt,
            version,
            environment,
            fills,
            steps,
            List.copyOf(notes),
            floor,
            profiles);
    directory.writeResult(result);
    return result;
  }

  private String now() {
    return Instant.ofEpochMilli(wallClock.millis()).truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
