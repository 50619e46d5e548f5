package dev.kvbench.run;

import dev.kvbench.result.Profiles;
import dev.kvbench.result.Progress;
import dev.kvbench.result.RunResult;
import dev.kvbench.result.StepResult;
import dev.kvbench.scenario.Scenario;
import dev.kvbench.scenario.StepSpec;
import java.net.URI;

/** Is told how a run goes, on the thread that runs it; by itself it does nothing with that. */
public interface RunListener {

  /**
   * The run begins.
   *
   * @param plannedSeconds how long the steps will take together, at the least: fills and start-ups
   *     are not in it, and an automatic warm-up may take longer
   */
  default void began(Scenario scenario, double plannedSeconds) {}

  /** The target of a repetition is ready. */
  default void targetReady(int repetition, URI url) {}

  /** A fill is under way. */
  default void filling(StepSpec.Fill step, long stored, long keys) {}

  /** A fill is over, complete or not. */
  default void filled(RunResult.Fill fill) {}

  /** A step begins. */
  default void stepBegan(StepSpec.Load step, int repetition) {}

  /** A second of a step is over. */
  default void progress(StepSpec.Load step, Progress progress) {}

  /** A step is over and judged. */
  default void stepEnded(StepResult result) {}

  /** The target of the profiled repetition is ready; its steps begin as others do. */
  default void profiling(URI url) {}

  /** A step was profiled. */
  default void profiled(Profiles.Step step) {}

  /** Something is left out of the profiles, or done otherwise than asked; a sentence says why. */
  default void remarked(String remark) {}
}
