package dev.kvbench.run;

import dev.kvbench.load.engine.Fill;
import dev.kvbench.load.engine.StepRun;
import dev.kvbench.load.engine.WarmupJudge;
import dev.kvbench.result.CalibrationFile;
import dev.kvbench.result.ResultDirectory;
import dev.kvbench.result.RunResult;
import dev.kvbench.result.StepResult;
import dev.kvbench.scenario.Scenario;
import dev.kvbench.scenario.StepSpec;
import dev.kvbench.targets.Machine;
import dev.kvbench.targets.Target;
import dev.kvbench.targets.TargetException;
import dev.kvbench.targets.Targets;
import dev.kvbench.targets.resources.ResourceWatch;
import dev.kvbench.time.NanoClock;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs a scenario to its end: for each repetition a fresh target, its fills and steps in their
 * order. The result file is written anew after every step, so that a run which is killed leaves the
 * steps it came to.
 *
 * <p>{@link #run} works on the calling thread; {@link #interrupt} may be called from any.
 */
public final class ScenarioRun {

  private static final String VARIANT = "default";
  private static final String TARGET_LOG = "target.log";

  private final Scenario scenario;
  private final ResultDirectory directory;
  private final String version;
  private final NanoClock clock;
  private final InstantSource wallClock;
  private final RunListener listener;
  private final RunRecord record;
  private final StepAssessor assessor;
  private boolean watched = true;
  private final Stopping stopping = new Stopping();

  /** Prepares a run that does not ask for the machine's floor. */
  public ScenarioRun(
      Scenario scenario,
      ResultDirectory directory,
      String version,
      NanoClock clock,
      InstantSource wallClock,
      RunListener listener) {
    this(scenario, directory, version, clock, wallClock, listener, null);
  }

  /**
   * Prepares a run.
   *
   * @param directory where the result goes; made if it is not there
   * @param version of the program, for the result
   * @param listener is told how it goes
   * @param calibrations where this machine's floor may be known; null if nobody wants it
   */
  public ScenarioRun(
      Scenario scenario,
      ResultDirectory directory,
      String version,
      NanoClock clock,
      InstantSource wallClock,
      RunListener listener,
      @Nullable CalibrationFile calibrations) {
    this.scenario = scenario;
    this.directory = directory;
    this.version = version;
    this.clock = clock;
    this.wallClock = wallClock;
    this.listener = listener;
    RunResult.Environment environment = Machine.environment(Map.of());
    this.record =
        new RunRecord(
            scenario,
            directory,
            version,
            environment,
            KnownFloor.of(calibrations, environment),
            wallClock);
    this.assessor = new StepAssessor(VARIANT, scenario.connections());
  }

  /** Has nobody look at resources: what is measured is kvbench itself, and not a target. */
  ScenarioRun unwatched() {
    watched = false;
    return this;
  }

  /**
   * Runs.
   *
   * @return the result, as it is in the directory
   * @throws TargetUnavailableException if a target could not be started or reached; what came
   *     before is in the directory
   */
  public RunResult run() {
    record.write();
    listener.began(scenario, plannedSeconds());
    for (int repetition = 1; repetition <= scenario.repetitions(); repetition++) {
      if (stopping.interruption() != null) {
        break;
      }
      try {
        repeat(repetition);
      } catch (TargetException e) {
        if (stopping.interruption() != null) {
          break;
        }
        String message = Objects.requireNonNull(e.getMessage());
        record.note(message);
        record.end(RunResult.State.ABORTED);
        throw new TargetUnavailableException(message, e);
      }
    }
    if (scenario.profile().isWanted() && stopping.interruption() == null) {
      profile();
    }
    return record.end(
        stopping.interruption() == null ? RunResult.State.FINISHED : RunResult.State.INTERRUPTED);
  }

  /** Ends the run soon, with what was measured until then. */
  public void interrupt(String reason) {
    stopping.interrupt(reason);
  }

  private Target ready() {
    stopping.newTarget();
    return Targets.ready(
        scenario.target(),
        directory.root().resolve(TARGET_LOG),
        clock,
        () -> stopping.interruption() != null);
  }

  private void repeat(int repetition) {
    try (Target target = ready();
        @Nullable ResourceWatch resources =
            watched ? ResourceWatch.open(target.pid(), target.mayBeAttachedTo(), clock) : null) {
      record.target(target);
      listener.targetReady(repetition, target.url());
      target.onEnd(stopping::targetEnded);
      boolean filled = false;
      for (StepSpec step : scenario.steps()) {
        String obstacle = stopping.obstacle();
        if (step instanceof StepSpec.Fill fill && obstacle == null) {
          filled = fill(fill, repetition, target);
        } else if (step instanceof StepSpec.Load load) {
          if (stopping.interruption() != null) {
            break;
          }
          StepResult result =
              obstacle == null
                  ? load(load, repetition, filled, target, resources)
                  : assessor.notRun(load, repetition, obstacle);
          record.step(result);
          listener.stepEnded(result);
        }
      }
    }
  }

  /** Runs the steps once more, for their profiles alone. */
  private void profile() {
    ProfiledRepetition repetition =
        new ProfiledRepetition(scenario, this::ready, stopping, clock, wallClock, listener);
    repetition.run(VARIANT, new ProfileRecorder(scenario.profile(), directory), record::profiles);
  }

  private boolean fill(StepSpec.Fill step, int repetition, Target target) {
    Fill fill = new Fill(scenario, step, target.url(), clock);
    stopping.begin(fill::stop);
    long keys = scenario.keys().count();
    Fill.Outcome outcome = fill.run(stored -> listener.filling(step, stored, keys));
    stopping.over();
    RunResult.Fill result =
        new RunResult.Fill(
            VARIANT,
            repetition,
            step.name(),
            keys,
            outcome.stored(),
            outcome.seconds(),
            outcome.failure());
    if (outcome.failure() == null && !outcome.failures().isEmpty()) {
      record.note(
          "Every key was stored, but some were put more than once (repetition %d, %s): %s."
              .formatted(repetition, step.name(), said(outcome.failures())));
    }
    record.fill(result);
    listener.filled(result);
    if (outcome.failure() != null && stopping.interruption() == null) {
      stopping.targetEnded("the fill is incomplete: " + outcome.failure());
    }
    return outcome.failure() == null;
  }

  private static String said(List<StepResult.Failure> failures) {
    return failures.stream()
        .map(failure -> failure.count() + " × " + failure.message())
        .collect(Collectors.joining("; "));
  }

  private StepResult load(
      StepSpec.Load step,
      int repetition,
      boolean filled,
      Target target,
      @Nullable ResourceWatch resources) {
    listener.stepBegan(step, repetition);
    StepRun stepRun = new StepRun(scenario, step, filled, target.url(), clock);
    stopping.begin(stepRun::stop);
    WindowMeter window = new WindowMeter(target, clock);
    try (StepRecorder recorder =
        new StepRecorder(
            directory,
            VARIANT,
            repetition,
            step,
            version,
            wallClock,
            window,
            resources,
            progress -> listener.progress(step, progress))) {
      var measured = stepRun.run(recorder);
      stopping.over();
      if (!measured.wasRun()) {
        String cause = measured.connectFailure();
        return assessor.notRun(
            step,
            repetition,
            "no connection could be opened" + (cause == null ? "" : ": " + cause));
      }
      return assessor.result(
          step,
          repetition,
          measured,
          window,
          stopping.obstacle() != null,
          recorder.seconds(),
          recorder.finish(measured),
          recorder.resources(measured));
    }
  }

  private double plannedSeconds() {
    List<StepSpec> steps = scenario.steps();
    double once = 0;
    for (StepSpec step : steps) {
      if (step instanceof StepSpec.Load load) {
        double warmup =
            load.warmup().auto() ? WarmupJudge.MIN_SECONDS : load.warmup().nanos() / 1e9;
        once += warmup + load.durationNanos() / 1e9;
      }
    }
    return once * (scenario.repetitions() + (scenario.profile().isWanted() ? 1 : 0));
  }
}
