package dev.kvbench.cli;

import dev.kvbench.result.Progress;
import dev.kvbench.result.RunResult;
import dev.kvbench.result.StepResult;
import dev.kvbench.run.RunListener;
import dev.kvbench.scenario.Scenario;
import dev.kvbench.scenario.StepSpec;
import java.net.URI;

/** Says nothing while a run goes on. */
final class NoProgress implements RunListener {

  @Override
  public void began(Scenario scenario, double plannedSeconds) {}

  @Override
  public void targetReady(int repetition, URI url) {}

  @Override
  public void filling(StepSpec.Fill step, long stored, long keys) {}

  @Override
  public void filled(RunResult.Fill fill) {}

  @Override
  public void stepBegan(StepSpec.Load step, int repetition) {}

  @Override
  public void progress(StepSpec.Load step, Progress progress) {}

  @Override
  public void stepEnded(StepResult result) {}
}
