package dev.kvbench.load.engine;

import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Is told how a step goes, once a second, on the thread that runs the engine. */
public interface LoadListener {

  /** What a step is doing. */
  enum Phase {
    /** The unmeasured window. */
    WARMUP,
    /** The measured window. */
    MEASURE,
    /** Behind the window: what is under way comes to its end. */
    DRAIN
  }

  /**
   * The last second of a step under way.
   *
   * @param phase what the step is doing
   * @param elapsedSeconds since the step's start
   * @param totalSeconds how long warm-up and window will take, as far as is known
   * @param offeredPerSecond arrivals due in the last second
   * @param achievedPerSecond right answers in the last second
   * @param p50Nanos median response time of the last second's right answers; NaN if there were none
   * @param p99Nanos 99th percentile of the same
   * @param failed arrivals so far that ended without a right answer, warm-up included
   * @param backlog arrivals that are due and have no connection
   */
  record Progress(
      Phase phase,
      double elapsedSeconds,
      double totalSeconds,
      double offeredPerSecond,
      double achievedPerSecond,
      double p50Nanos,
      double p99Nanos,
      long failed,
      long backlog) {}

  /** Is told of every second, warm-up included. */
  void progress(Progress progress);

  /**
   * Is told of every second from the measured window's beginning until the step is drained.
   *
   * @param second its counts
   * @param startSeconds its beginning, in seconds since the window's
   * @param lengthSeconds its length; the last one may be shorter
   * @param histograms its times by the moment at which an arrival ended; not to be changed
   */
  void second(
      StepResult.Second second,
      double startSeconds,
      double lengthSeconds,
      Map<TimeKind, Histogram> histograms);
}
