package dev.kvbench.render;

import dev.kvbench.result.Figures;
import dev.kvbench.result.StepResult;
import java.util.ArrayList;
import java.util.List;

/** What was done in a step, in words: load, window, warm-up, draining, connections, own needs. */
final class StepCourse {

  private StepCourse() {}

  /** Returns a sentence for each part of the step, without its end. */
  static List<String> of(StepResult step) {
    StepResult.WarmupResult warmup = step.warmup();
    StepResult.Generator generator = step.generator();
    List<String> course = new ArrayList<>();
    course.add(
        StepNames.operation(step)
            + load(step)
            + ", variant "
            + PlainText.line(step.variant())
            + ", repetition "
            + step.repetition());
    course.add(
        "measured for "
            + Figures.duration(step.durationSeconds() * 1e9)
            + ": "
            + Phrases.made(step)
            + " "
            + Figures.rate(step.offeredPerSecond())
            + ", achieved "
            + achieved(step)
            + "; "
            + Figures.bytes((double) step.bytesWritten())
            + " sent, "
            + Figures.bytes((double) step.bytesRead())
            + " received");
    course.add(
        warmup.seconds() == 0
            ? "no warm-up"
            : "warm-up "
                + Figures.duration(warmup.seconds() * 1e9)
                + " ("
                + PlainText.line(warmup.mode())
                + "), "
                + Figures.count(warmup.arrivals())
                + " arrivals that count nowhere"
                + (warmup.settled() ? "" : "; the service time had not settled when it ended"));
    course.add(
        "drained for " + Figures.duration(step.drainSeconds() * 1e9) + " after the window's end");
    course.add(connections(step.connections(), warmup.seconds() > 0));
    StepResult.ArrivalCheck check = step.arrivalCheck();
    if (check != null) {
      course.add(PlainText.line(check.finding()));
    }
    Double machine = generator.machineCpuShare();
    course.add(
        "kvbench itself: pacer thread "
            + Figures.percent(generator.pacerCpuShare())
            + " of a core, "
            + (generator.ioThreads() == 1
                ? "its I/O thread "
                : "busiest of " + Figures.count(generator.ioThreads()) + " I/O threads ")
            + Figures.percent(generator.ioCpuShare())
            + (machine == null
                ? ""
                : "; all processors of the machine together "
                    + Figures.percent(machine)
                    + " busy"));
    StepResult.TargetUse target = step.target();
    if (target != null) {
      course.add(use(target));
    }
    StepResult.Standstill still = generator.standstill();
    if (still != null) {
      course.add(standstill(still, step.durationSeconds()));
    }
    return course;
  }

  private static String achieved(StepResult step) {
    StepResult.RateInterval interval = step.achievedInterval();
    if (interval == null) {
      return Phrases.achieved(step);
    }
    return Phrases.achieved(step)
        + " (95 % interval"
        + (interval.tooNarrow() ? ", " + Phrases.tooFewSeconds(interval.independentSeconds()) : "")
        + ")";
  }

  private static String use(StepResult.TargetUse target) {
    Double thread = target.busiestThreadShare();
    return "the target's process used "
        + Figures.significant(target.cores())
        + " of the "
        + Figures.count(target.processors())
        + (target.processors() == 1 ? " core" : " cores")
        + " that it may use"
        + (thread == null ? "" : ", its busiest thread " + Figures.percent(thread) + " of one");
  }

  private static String standstill(StepResult.Standstill still, double windowSeconds) {
    StringBuilder text = new StringBuilder();
    if (still.stalls() == 0) {
      text.append("kvbench was never seen to stand still for more than a millisecond");
    } else {
      text.append("kvbench stood still ")
          .append(Figures.count(still.stalls()))
          .append(still.stalls() == 1 ? " time, " : " times, longest ")
          .append(Figures.duration(still.longestMillis() * 1e6))
          .append(", about ")
          .append(Figures.duration(still.stalledMillis() * 1e6))
          .append(" in all")
          .append(
              windowSeconds > 0
                  ? " ("
                      + Phrases.share(still.stalledMillis() / 1e3 / windowSeconds)
                      + " of the window)"
                  : "");
    }
    if (still.collections() == 0) {
      text.append("; its garbage was not collected");
    } else {
      text.append("; its garbage was collected ")
          .append(Figures.count(still.collections()))
          .append(still.collections() == 1 ? " time, " : " times, ")
          .append(Figures.duration(still.collectionMillis() * 1e6))
          .append(" in all");
    }
    Double steal = still.stealShare();
    if (steal != null) {
      text.append("; the host took ")
          .append(Phrases.share(steal))
          .append(" of the machine's processor time (steal)");
    }
    return text.toString();
  }

  private static String load(StepResult step) {
    StepResult.ClosedLoop closed = step.closedLoop();
    if (closed == null) {
      return " at "
          + Figures.rate(step.askedPerSecond())
          + ", "
          + PlainText.line(step.arrivals())
          + " arrivals, "
          + PlainText.line(step.loop())
          + " loop";
    }
    Double interval = closed.expectedIntervalMicros();
    return " in a closed loop, "
        + (closed.thinkMicros() > 0
            ? "think time " + Figures.micros(closed.thinkMicros())
            : "no think time")
        + (interval == null
            ? ""
            : ", corrected for a request every "
                + Figures.micros(interval)
                + " on each connection (think time and median response time)");
  }

  private static String connections(StepResult.Connections connections, boolean warmedUp) {
    StepResult.OnDemand later = connections.onDemand();
    String first =
        Figures.count(connections.established())
            + " of "
            + Figures.count(connections.asked())
            + " connections established";
    if (later == null) {
      return connections.missing() < 1
          ? first
          : first
              + ", "
              + Figures.significant(connections.missing())
              + " of them missing on average";
    }
    return PlainText.line(later.mode())
        + " connections: "
        + (connections.asked() == 0 ? "" : first + " at first, ")
        + Figures.count(later.opened())
        + " opened in the measured window"
        + (warmedUp ? " (those that the warm-up opened are not counted)" : "")
        + "; in the whole step at most "
        + Figures.count(later.most())
        + " open at a time, of "
        + Figures.count(later.max())
        + " allowed";
  }
}
