package dev.kvbench.cli;

import static dev.kvbench.result.Figures.count;
import static dev.kvbench.result.Figures.duration;
import static dev.kvbench.result.Figures.rate;
import static dev.kvbench.result.Figures.significant;

import dev.kvbench.result.Profiles;
import dev.kvbench.result.Progress;
import dev.kvbench.result.RunResult;
import dev.kvbench.result.StepResult;
import dev.kvbench.run.ArrivalWords;
import dev.kvbench.run.RunListener;
import dev.kvbench.scenario.Scenario;
import dev.kvbench.scenario.StepSpec;
import java.net.URI;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Says how a run goes: in a terminal on one line that is drawn over every second, elsewhere on
 * plain lines, fewer of them.
 */
final class PrintedProgress implements RunListener {

  private static final int PLAIN_EVERY = 5;

  private final Console console;
  private final ProgressLine line;
  private int repetitions = 1;
  private int seconds;

  PrintedProgress(Console console) {
    this.console = console;
    this.line = new ProgressLine(console);
  }

  @Override
  public void began(Scenario scenario, double plannedSeconds) {
    repetitions = scenario.repetitions();
    line.say(
        scenario.name()
            + ": "
            + scenario.steps().size()
            + (scenario.steps().size() == 1 ? " step" : " steps")
            + (repetitions > 1 ? ", " + repetitions + " repetitions" : "")
            + (hasAutomaticWarmup(scenario) ? ", at least " : ", about ")
            + Math.round(plannedSeconds)
            + " s and the time to start and fill");
  }

  @Override
  public void targetReady(int repetition, URI url) {
    line.say((repetitions > 1 ? "repetition " + repetition + ": " : "") + "target ready at " + url);
  }

  @Override
  public void filling(StepSpec.Fill step, long stored, long keys) {
    seconds++;
    String text = label(step.name()) + count(stored) + " of " + count(keys) + " keys stored";
    if (console.terminal()) {
      line.draw(text);
    } else if (seconds % (2 * PLAIN_EVERY) == 0) {
      line.say(text);
    }
  }

  @Override
  public void filled(RunResult.Fill fill) {
    seconds = 0;
    line.say(
        label(fill.name())
            + count(fill.stored())
            + (fill.stored() < fill.keys() ? " of " + count(fill.keys()) : "")
            + " keys in "
            + significant(fill.seconds())
            + " s"
            + (fill.failure() == null ? "" : "; incomplete: " + fill.failure()));
  }

  @Override
  public void stepBegan(StepSpec.Load step, int repetition) {
    seconds = 0;
    String text =
        label(step.name())
            + (step.isClosed() ? "loop " : rate(step.meanRatePerSecond()) + " ")
            + ArrivalWords.of(step)
            + ", "
            + (step.warmup().auto()
                ? "automatic warm-up"
                : step.warmup().nanos() == 0
                    ? "no warm-up"
                    : duration(step.warmup().nanos()) + " warm-up")
            + ", "
            + duration(step.durationNanos());
    if (console.terminal()) {
      line.draw(text);
    } else {
      line.say(text);
    }
  }

  @Override
  public void progress(StepSpec.Load step, Progress now) {
    seconds++;
    if (console.terminal()) {
      String full = line(step, now, true);
      line.draw(full.length() < console.columns() ? full : line(step, now, false));
    } else if (seconds % PLAIN_EVERY == 0) {
      line.say(line(step, now, true));
    }
  }

  @Override
  public void stepEnded(StepResult result) {
    line.say(
        label(result.name())
            + result.verdict()
            + (result.reasons().isEmpty() ? "" : ": " + result.reasons().get(0)));
  }

  @Override
  public void profiling(URI url) {
    line.say("once more for the profiles, which count for nothing else: target ready at " + url);
  }

  @Override
  public void profiled(Profiles.Step step) {
    line.say(
        label(step.name())
            + "profiled: "
            + step.events().stream()
                .map(event -> event.event() + " " + count(event.samples()) + " samples")
                .collect(Collectors.joining(", ")));
  }

  @Override
  public void remarked(String remark) {
    line.say("profiles: " + remark);
  }

  private static boolean hasAutomaticWarmup(Scenario scenario) {
    return scenario.steps().stream()
        .anyMatch(step -> step instanceof StepSpec.Load load && load.warmup().auto());
  }

  private static String line(StepSpec.Load step, Progress now, boolean wide) {
    String phase =
        switch (now.phase()) {
          case WARMUP -> "warm-up";
          case MEASURE -> "measure";
          case DRAIN -> "drain";
        };
    return label(step.name())
        + String.format(
            Locale.ROOT,
            "%-7s %3.0f of %.0f s",
            phase,
            Math.min(now.elapsedSeconds(), now.totalSeconds()),
            now.totalSeconds())
        + (wide
            ? (step.isClosed() ? "  begun " : "  offered ")
                + rate(now.offeredPerSecond())
                + "  achieved "
            : "  ")
        + rate(now.achievedPerSecond())
        + "  p50 "
        + time(now.p50Nanos())
        + "  p99 "
        + time(now.p99Nanos())
        + "  errors "
        + count(now.failed())
        + "  backlog "
        + count(now.backlog());
  }

  private static String time(double nanos) {
    return Double.isNaN(nanos) ? "–" : duration(nanos);
  }

  private static String label(String step) {
    return String.format(Locale.ROOT, "%-8s ", step);
  }
}
