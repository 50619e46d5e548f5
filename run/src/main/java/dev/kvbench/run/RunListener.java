package dev.kvbench.run;

import dev.kvbench.result.Progress;
import dev.kvbench.result.RunResult;
import dev.kvbench.result.StepResult;
import dev.kvbench.scenario.Scenario;
import dev.kvbench.scenario.StepSpec;
import java.net.URI;

/** Is told how a run goes, on the thread that runs it. */
public interface RunListener {

  /**
   * The run begins.
   *
   * @param plannedSeconds how long the steps will take together, at the least: fills and start-ups
   *     are not in it, and an automatic warm-up may take longer
   */
  void began(Scenario scenario, double plannedSeconds);

  /** The target of a repetition is ready. */
  void targetReady(int repetition, URI url);

  /** A fill is under way. */
  void filling(StepSpec.Fill step, long stored, long keys);

  /** A fill is over, complete or not. */
  void filled(RunResult.Fill fill);

  /** A step begins. */
  void stepBegan(StepSpec.Load step, int repetition);

  /** A second of a step is over. */
  void progress(StepSpec.Load step, Progress progress);

  /** A step is over and judged. */
  void stepEnded(StepResult result);
}
