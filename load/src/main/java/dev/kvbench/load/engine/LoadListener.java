package dev.kvbench.load.engine;

import dev.kvbench.result.Progress;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Is told how a step goes, on the thread that runs the engine. */
public interface LoadListener {

  /**
   * Is told that the measured window begins. Only the last call says so; those before it, in the
   * warm-up, let what is done then be loaded and compiled.
   */
  default void windowBegan() {}

  /** Is told that the measured window is over, and the draining begins. */
  default void windowEnded() {}

  /** Is told of every second, warm-up included. */
  void progress(Progress progress);

  /**
   * Is told of every second of the warm-up, of which nothing is to be kept. What {@link #second}
   * does is done here with nobody looking, so that it is loaded and compiled before it counts.
   *
   * @param histograms its times; not to be changed, and not to be kept
   */
  default void warmupSecond(Map<TimeKind, Histogram> histograms) {}

  /**
   * Is told of every second from the measured window's beginning until the step is drained.
   *
   * @param second its counts
   * @param startSeconds its beginning, in seconds since the window's
   * @param lengthSeconds its length; the last one may be shorter
   * @param histograms its times by the moment at which an arrival ended; not to be changed, and not
   *     to be kept: the next second uses them again
   */
  void second(
      StepResult.Second second,
      double startSeconds,
      double lengthSeconds,
      Map<TimeKind, Histogram> histograms);
}
