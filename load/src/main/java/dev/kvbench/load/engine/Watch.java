package dev.kvbench.load.engine;

import dev.kvbench.result.Progress;
import dev.kvbench.result.StepHistograms.Recording;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import dev.kvbench.scenario.StepSpec;
import dev.kvbench.time.NanoClock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;

/**
 * Cuts a step into seconds: takes each second's histograms and counts, tells the listener, and ends
 * an automatic warm-up. Lives on the thread that runs the engine.
 */
final class Watch {

  /** How far ahead a window is begun, so that everybody knows of it before its first arrival. */
  static final long LEAD_NANOS = 20 * NanoClock.NANOS_PER_MILLI;

  private final StepSpec.Load step;
  private final Shared shared;
  private final Offered offered;
  private final GeneratorMeter meter;
  private final LoadListener listener;
  private final List<Double> warmupMedians = new ArrayList<>();
  private final List<Long> backlogs = new ArrayList<>();
  private final List<StepResult.Second> seconds = new ArrayList<>();
  private final Map<TimeKind, Histogram> totals = new EnumMap<>(TimeKind.class);
  private long secondStart;
  private long offeredBefore;
  private long goodBefore;
  private long failedBefore;
  private boolean settled = true;

  Watch(
      StepSpec.Load step,
      Shared shared,
      Offered offered,
      GeneratorMeter meter,
      LoadListener listener) {
    this.step = step;
    this.shared = shared;
    this.offered = offered;
    this.meter = meter;
    this.listener = listener;
    this.secondStart = shared.window().startNanos();
    for (TimeKind kind : TimeKind.values()) {
      totals.put(kind, new Histogram(Recording.HIGHEST_NANOS, Recording.SIGNIFICANT_DIGITS));
    }
    if (measuring(secondStart)) {
      meter.begin(secondStart);
    }
  }

  /** When the second under way is over: after a second, or where a window begins or ends. */
  long nextBoundary() {
    Window window = shared.window();
    long next = secondStart + NanoClock.NANOS_PER_SECOND;
    if (secondStart < window.fromNanos()) {
      return Math.min(next, window.fromNanos());
    }
    return secondStart < window.endNanos() ? Math.min(next, window.endNanos()) : next;
  }

  /** Ends the second under way. */
  void roll(long boundary) {
    Window window = shared.window();
    if (measuring(secondStart)) {
      measuredSecond(boundary);
    } else {
      warmupSecond(boundary);
    }
    secondStart = boundary;
    if (boundary == window.fromNanos()) {
      shared.arrivals().dropWarmup();
      totals.values().forEach(Histogram::reset);
      meter.begin(boundary);
    } else if (boundary == window.endNanos()) {
      meter.end(boundary);
    }
  }

  /** Ends the last second, when nothing is under way any more. */
  void finish(long nowNanos) {
    meter.end(nowNanos);
    if (measuring(secondStart) && (nowNanos > secondStart || seconds.isEmpty())) {
      measuredSecond(Math.max(nowNanos, secondStart + 1));
    }
  }

  List<StepResult.Second> seconds() {
    return seconds;
  }

  Map<TimeKind, Histogram> totals() {
    return totals;
  }

  /** Whether the service time had settled when the warm-up ended. */
  boolean isSettled() {
    return settled;
  }

  private boolean measuring(long nanos) {
    return nanos >= shared.window().fromNanos();
  }

  private void warmupSecond(long boundary) {
    StepResult.Second second = count(boundary);
    Map<TimeKind, Histogram> interval = take(shared.tally().warmup());
    meter.rehearse(boundary);
    listener.warmupSecond(interval);
    Histogram service = Objects.requireNonNull(interval.get(TimeKind.SERVICE));
    if (service.getTotalCount() > 0) {
      warmupMedians.add((double) service.getValueAtPercentile(50));
    }
    tell(Progress.Phase.WARMUP, second, interval, boundary);
    backlogs.add(second.backlog());
    if (!shared.window().isKnown()) {
      boolean settledNow = WarmupJudge.isSettled(warmupMedians);
      if (settledNow
          || WarmupJudge.isHopeless(backlogs, step.ratePerSecond())
          || boundary - shared.window().startNanos()
              >= WarmupJudge.MAX_SECONDS * NanoClock.NANOS_PER_SECOND) {
        settled = settledNow;
        shared.arrivals().measureFrom(shared.clock().nanos() + LEAD_NANOS);
      }
    }
  }

  private void measuredSecond(long boundary) {
    Window window = shared.window();
    StepResult.Second second = count(boundary);
    Map<TimeKind, Histogram> interval = take(shared.tally().measured());
    seconds.add(second);
    double start = (secondStart - window.fromNanos()) / (double) NanoClock.NANOS_PER_SECOND;
    double length = (boundary - secondStart) / (double) NanoClock.NANOS_PER_SECOND;
    listener.second(second, start, length, interval);
    boolean drain = secondStart >= window.endNanos();
    tell(drain ? Progress.Phase.DRAIN : Progress.Phase.MEASURE, second, interval, boundary);
  }

  private Map<TimeKind, Histogram> take(Account account) {
    Map<TimeKind, Histogram> interval = account.takeInterval();
    interval.forEach((kind, part) -> Objects.requireNonNull(totals.get(kind)).add(part));
    return interval;
  }

  private StepResult.Second count(long boundary) {
    Window window = shared.window();
    long due = offered.dueBefore(Math.min(boundary, window.endNanos()) - window.startNanos());
    long good = shared.tally().good();
    long failed = shared.tally().failed();
    StepResult.Second second =
        new StepResult.Second(
            seconds.size(),
            due - offeredBefore,
            good - goodBefore,
            failed - failedBefore,
            Math.max(0, due - shared.arrivals().gone()));
    offeredBefore = due;
    goodBefore = good;
    failedBefore = failed;
    return second;
  }

  private void tell(
      Progress.Phase phase,
      StepResult.Second second,
      Map<TimeKind, Histogram> interval,
      long boundary) {
    Window window = shared.window();
    Histogram response = Objects.requireNonNull(interval.get(TimeKind.RESPONSE));
    double length = (boundary - secondStart) / (double) NanoClock.NANOS_PER_SECOND;
    long total =
        window.isKnown()
            ? window.endNanos() - window.startNanos()
            : boundary - window.startNanos() + step.durationNanos();
    boolean none = response.getTotalCount() == 0;
    listener.progress(
        new Progress(
            phase,
            (boundary - window.startNanos()) / (double) NanoClock.NANOS_PER_SECOND,
            total / (double) NanoClock.NANOS_PER_SECOND,
            second.offered() / length,
            second.achieved() / length,
            none ? Double.NaN : response.getValueAtPercentile(50),
            none ? Double.NaN : response.getValueAtPercentile(99),
            shared.tally().failed(),
            second.backlog()));
  }
}
