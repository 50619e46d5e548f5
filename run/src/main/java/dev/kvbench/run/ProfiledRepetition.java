package dev.kvbench.run;

import dev.kvbench.load.engine.Fill;
import dev.kvbench.load.engine.LoadListener;
import dev.kvbench.load.engine.Measurement;
import dev.kvbench.load.engine.StepRun;
import dev.kvbench.load.engine.WarmupJudge;
import dev.kvbench.result.Ledger;
import dev.kvbench.result.Profiles;
import dev.kvbench.result.Progress;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import dev.kvbench.scenario.Scenario;
import dev.kvbench.scenario.StepSpec;
import dev.kvbench.targets.Target;
import dev.kvbench.targets.TargetException;
import dev.kvbench.targets.profile.ProfileException;
import dev.kvbench.targets.profile.Profiler;
import dev.kvbench.targets.profile.Recording;
import dev.kvbench.time.NanoClock;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/**
 * The repetition in which a profiler is attached to a fresh target. It changes what the target
 * does, so that none of its times is kept, nothing of it is judged, and its failure is none of the
 * run's: what could not be had is said in a sentence.
 */
final class ProfiledRepetition {

  /** How much longer than planned a step may take before its recording ends by itself. */
  private static final long SPARE_SECONDS = 120;

  private final Scenario scenario;
  private final Supplier<Target> targets;
  private final Stopping stopping;
  private final NanoClock clock;
  private final InstantSource wallClock;
  private final RunListener listener;
  private final List<Profiles.Step> steps = new ArrayList<>();
  private final Set<String> remarks = new LinkedHashSet<>();

  /**
   * Prepares it.
   *
   * @param targets gives a fresh target that is ready
   */
  ProfiledRepetition(
      Scenario scenario,
      Supplier<Target> targets,
      Stopping stopping,
      NanoClock clock,
      InstantSource wallClock,
      RunListener listener) {
    this.scenario = scenario;
    this.targets = targets;
    this.stopping = stopping;
    this.clock = clock;
    this.wallClock = wallClock;
    this.listener = listener;
  }

  /**
   * Runs all steps.
   *
   * @param recorder keeps what was seen
   * @param record is told what there is, after every step
   */
  void run(String variant, ProfileRecorder recorder, Consumer<Profiles> record) {
    Runnable tell =
        () -> record.accept(new Profiles(recorder.events(), steps, List.copyOf(remarks)));
    try (Profiler profiler = Profiler.unpack();
        Target target = targets.get()) {
      listener.profiling(target.url());
      target.onEnd(stopping::targetEnded);
      long pid =
          target
              .pid()
              .orElseThrow(
                  () ->
                      new ProfileException(
                          "its process is not known, as where it is on another machine or another"
                              + " user's"));
      if (!target.mayBeAttachedTo()) {
        throw new ProfileException(
            "it was running already, and kvbench touches such a process only where target.pid names"
                + " it");
      }
      Profiler.check(pid);
      boolean filled = false;
      for (StepSpec step : scenario.steps()) {
        if (step instanceof StepSpec.Fill fill) {
          filled = fill(fill, target);
        } else if (step instanceof StepSpec.Load load) {
          Profiles.Step profile = profile(load, filled, target, pid, profiler, recorder, variant);
          steps.add(profile);
          listener.profiled(profile);
          tell.run();
        }
      }
    } catch (ProfileException | TargetException e) {
      String before = steps.isEmpty() ? "The target" : "The rest of the target's steps";
      remark(before + " could not be profiled: " + e.getMessage() + ".");
    }
    tell.run();
  }

  private void remark(String remark) {
    if (remarks.add(remark)) {
      listener.remarked(remark);
    }
  }

  private boolean fill(StepSpec.Fill step, Target target) {
    Fill fill = new Fill(scenario, step, target.url(), clock);
    stopping.begin(fill::stop);
    long keys = scenario.keys().count();
    Fill.Outcome outcome = fill.run(stored -> listener.filling(step, stored, keys));
    stopping.over();
    if (outcome.failure() != null) {
      throw new ProfileException("the fill is incomplete: " + outcome.failure());
    }
    return true;
  }

  private Profiles.Step profile(
      StepSpec.Load step,
      boolean filled,
      Target target,
      long pid,
      Profiler profiler,
      ProfileRecorder recorder,
      String variant) {
    listener.stepBegan(step, scenario.repetitions() + 1);
    Recording recording =
        profiler.start(pid, scenario.profile().events(), longestSeconds(step) + SPARE_SECONDS);
    if (recording.trouble() != null) {
      remark(
          "Processor time was sampled with timers, because the kernel's events could not be had: "
              + recording.trouble()
              + ".");
    }
    StepRun stepRun = new StepRun(scenario, step, filled, target.url(), clock);
    Window window = new Window(new WindowMeter(target, clock), step);
    stopping.begin(stepRun::stop);
    Measurement measured = stepRun.run(window);
    stopping.over();
    String cut = stopping.interruption() != null ? stopping.interruption() : stopping.obstacle();
    if (cut != null) {
      throw new ProfileException(cut);
    }
    if (!measured.wasRun() || measured.windowSeconds() <= 0) {
      String why = measured.connectFailure();
      throw new ProfileException(
          "no connection could be opened in " + step.name() + (why == null ? "" : ": " + why));
    }
    Profiles.Step seen =
        recorder.record(
            variant,
            step.name(),
            step.operation().name().toLowerCase(Locale.ROOT),
            window.of(measured),
            recording.stop());
    remarkOnTimers(seen);
    return seen;
  }

  /** Where the kernel gives no events, the profiler takes timers by itself, and says so. */
  private void remarkOnTimers(Profiles.Step step) {
    for (Profiles.Event event : step.events()) {
      if (event.engine() != null && !event.engine().equals("perf_events")) {
        remark(
            "Processor time was sampled with timers ("
                + event.engine()
                + "), because the kernel does not allow its own events to be used: what is done in"
                + " the kernel is seen as the call that went into it.");
      }
    }
  }

  private static long longestSeconds(StepSpec.Load step) {
    double warmup = step.warmup().auto() ? WarmupJudge.MAX_SECONDS : step.warmup().nanos() / 1e9;
    return (long) Math.ceil(warmup + step.durationNanos() / 1e9);
  }

  /** Notes when the measured window began and ended, and passes the progress on. */
  private final class Window implements LoadListener {
    private final WindowMeter meter;
    private final StepSpec.Load step;
    private long fromMillis;
    private long toMillis;

    Window(WindowMeter meter, StepSpec.Load step) {
      this.meter = meter;
      this.step = step;
    }

    @Override
    public void windowBegan() {
      meter.begin();
      fromMillis = wallClock.millis();
    }

    @Override
    public void windowEnded() {
      toMillis = wallClock.millis();
      meter.end();
    }

    @Override
    public void progress(Progress progress) {
      listener.progress(step, progress);
    }

    @Override
    public void second(
        StepResult.Second second,
        double startSeconds,
        double lengthSeconds,
        Map<TimeKind, Histogram> histograms) {
      // A profiled target's times are nobody's.
    }

    ProfileRecorder.Window of(Measurement measured) {
      Ledger ledger = measured.ledger();
      long others =
          ledger.wrong() + ledger.status().values().stream().mapToLong(Long::longValue).sum();
      double seconds = measured.windowSeconds();
      StepResult.TargetUse use = meter.targetUse();
      return new ProfileRecorder.Window(
          fromMillis,
          toMillis > fromMillis ? toMillis : wallClock.millis(),
          seconds,
          ledger.scheduled() / seconds,
          measured.goodInWindow() / seconds,
          measured.goodInWindow() + others,
          use == null ? null : use.cores() * seconds);
    }
  }
}
