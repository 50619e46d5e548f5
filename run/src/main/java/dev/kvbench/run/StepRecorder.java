package dev.kvbench.run;

import dev.kvbench.analysis.LongestIntervals;
import dev.kvbench.analysis.SecondTimes;
import dev.kvbench.load.engine.LoadListener;
import dev.kvbench.load.engine.Measurement;
import dev.kvbench.result.Counts;
import dev.kvbench.result.Progress;
import dev.kvbench.result.Resources;
import dev.kvbench.result.ResultDirectory;
import dev.kvbench.result.StepHistograms.Recording;
import dev.kvbench.result.StepLog;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import dev.kvbench.scenario.StepSpec;
import dev.kvbench.targets.resources.ResourceWatch;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Writes a step's histograms while it runs, and passes its progress on. */
final class StepRecorder implements LoadListener, AutoCloseable {

  private static final double NANOS_PER_MILLI = 1e6;
  private static final double WHOLE_SECONDS = 0.9;
  private static final int TICKS_PER_HALF_DISTANCE = 5;

  private final ResultDirectory directory;
  private final StepResult.Files files;
  private final String version;
  private final InstantSource wallClock;
  private final WindowMeter window;
  private final @Nullable ResourceWatch resources;
  private final Consumer<Progress> progress;
  private final SecondsKept seconds = new SecondsKept();
  private final List<SecondTimes> times = new ArrayList<>();
  private final Histogram response =
      new Histogram(Recording.HIGHEST_NANOS, Recording.SIGNIFICANT_DIGITS);
  private final StepLog rehearsal;
  private @Nullable StepLog log;

  StepRecorder(
      ResultDirectory directory,
      String variant,
      int repetition,
      StepSpec.Load step,
      String version,
      InstantSource wallClock,
      WindowMeter window,
      @Nullable ResourceWatch resources,
      Consumer<Progress> progress) {
    this.directory = directory;
    String base = variant + "/" + repetition + "/" + step.name();
    this.files = new StepResult.Files(base + ".hlog", base + ".hgrm");
    this.version = version;
    this.wallClock = wallClock;
    this.window = window;
    this.resources = resources;
    this.progress = progress;
    this.rehearsal = StepLog.toNowhere(version);
  }

  @Override
  public void windowBegan() {
    if (resources != null) {
      resources.windowBegan();
    }
    window.begin();
  }

  @Override
  public void windowEnded() {
    window.end();
  }

  @Override
  public void progress(Progress now) {
    progress.accept(now);
  }

  @Override
  public void second(
      StepResult.Second second,
      double startSeconds,
      double lengthSeconds,
      Map<TimeKind, Histogram> histograms) {
    if (resources != null) {
      resources.secondEnded(startSeconds + lengthSeconds);
    }
    log((long) ((startSeconds + lengthSeconds) * 1000))
        .second(startSeconds, lengthSeconds, histograms);
    Counts counts = response(histograms);
    if (lengthSeconds > WHOLE_SECONDS) {
      seconds.add(counts);
    } else {
      seconds.addToLast(counts);
    }
    SecondTimes.add(times, startSeconds, startSeconds + lengthSeconds, response);
  }

  @Override
  public void warmupSecond(Map<TimeKind, Histogram> histograms) {
    rehearsal.second(0, 1, histograms);
    Counts unused = response(histograms);
    SecondTimes.add(new ArrayList<>(), 0, 1, response);
  }

  /** Response times, arrivals without a right answer at their age. */
  private Counts response(Map<TimeKind, Histogram> histograms) {
    response.reset();
    histograms.forEach(
        (kind, histogram) -> {
          if (kind == TimeKind.RESPONSE || kind.isCensored()) {
            response.add(histogram);
          }
        });
    return Counts.of(response);
  }

  /**
   * The response times second by second, arrivals without a right answer at their age. What is left
   * of a second that was not whole is in the one before.
   */
  List<Counts> seconds() {
    return seconds.all();
  }

  /**
   * What was needed second by second, and what happened in the seconds with the longest times; null
   * where nobody looked.
   */
  @Nullable Resources resources(Measurement measured) {
    if (resources == null) {
      return null;
    }
    Resources seen = resources.resources().withStalls(measured.stalls());
    return seen.withLongest(LongestIntervals.of(times, seen, window.targetUse()));
  }

  /** Gives the files their names and returns them. */
  StepResult.Files finish(Measurement measured) {
    log(0).finish();
    Histogram low = new Histogram(3);
    measured
        .totals()
        .forEach(
            (kind, histogram) -> {
              if (kind == TimeKind.RESPONSE || kind.isCensored()) {
                low.add(histogram);
              }
            });
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(text, false, StandardCharsets.UTF_8)) {
      low.outputPercentileDistribution(out, TICKS_PER_HALF_DISTANCE, NANOS_PER_MILLI);
    }
    directory.write(files.hgrm(), text.toString(StandardCharsets.UTF_8));
    return files;
  }

  @Override
  public void close() {
    if (log != null) {
      log.close();
    }
  }

  private StepLog log(long sinceStartMillis) {
    StepLog open = log;
    if (open == null) {
      open =
          new StepLog(
              directory.root().resolve(files.hlog()),
              wallClock.millis() - sinceStartMillis,
              version);
      log = open;
    }
    return open;
  }
}
