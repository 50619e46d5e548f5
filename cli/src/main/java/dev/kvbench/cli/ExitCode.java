package dev.kvbench.cli;

import dev.kvbench.result.RunResult;
import dev.kvbench.result.Verdict;

/** The exit codes, the same for every command; the first that applies. */
final class ExitCode {

  /** Everything is as it should be. */
  static final int GOOD = 0;

  /** An objective was missed. */
  static final int MISSED = 1;

  /** The command or the scenario is wrong. */
  static final int WRONG_USE = 2;

  /** The measurement is INVALID. */
  static final int INVALID = 3;

  /** The target could not be started or reached. */
  static final int NO_TARGET = 5;

  /** Interrupted; what was measured is saved. */
  static final int INTERRUPTED = 130;

  private ExitCode() {}

  /** Returns the code of a run that came to its end or was interrupted. */
  static int of(RunResult result) {
    if (result.state() == RunResult.State.INTERRUPTED) {
      return INTERRUPTED;
    }
    if (result.steps().stream().anyMatch(step -> step.verdict() == Verdict.INVALID)) {
      return INVALID;
    }
    boolean missed =
        result.steps().stream()
            .flatMap(step -> step.objectives().stream())
            .anyMatch(objective -> !objective.met());
    if (missed) {
      return MISSED;
    }
    boolean unfilled = result.fills().stream().anyMatch(fill -> fill.failure() != null);
    return unfilled ? INVALID : GOOD;
  }
}
