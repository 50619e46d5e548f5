package dev.kvbench.analysis;

import static dev.kvbench.result.Figures.count;
import static dev.kvbench.result.Figures.percent;
import static dev.kvbench.result.Figures.significant;

import dev.kvbench.result.StepResult;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether one of kvbench's own threads, and not the target, was what limited a step. */
final class Bottleneck {

  /** Share of a core from which on a thread is taken for the bottleneck, kvbench's or another. */
  static final double BUSY_THREAD = 0.85;

  /** Share of the processors that there are from which on they are at their limit. */
  static final double BUSY_PROCESSORS = 0.9;

  private Bottleneck() {}

  /** Why the figures are kvbench's own limit and not the target's, if so. */
  static Optional<String> own(StepFacts facts, boolean overloaded) {
    StepResult.Generator generator = facts.generator();
    double busiest = Math.max(generator.ioCpuShare(), generator.pacerCpuShare());
    // A closed loop without a think time always runs somebody to the limit.
    boolean pressed = overloaded || facts.closedLoop();
    if (busiest <= BUSY_THREAD || (pressed && isTargetAtItsLimit(facts))) {
      return Optional.empty();
    }
    return Optional.of(
        "kvbench's own "
            + (generator.ioCpuShare() >= generator.pacerCpuShare() ? "I/O" : "pacer")
            + " thread used "
            + percent(busiest)
            + " of a core while the target was not at its limit"
            + use(facts.target()));
  }

  /**
   * Whether the target could not have done more: its process has all the processors that it may
   * use, or one of its threads all of one, or the whole machine is busy.
   */
  private static boolean isTargetAtItsLimit(StepFacts facts) {
    Double machine = facts.generator().machineCpuShare();
    if (machine != null && machine >= BUSY_PROCESSORS) {
      return true;
    }
    StepResult.TargetUse target = facts.target();
    if (target == null) {
      return false;
    }
    Double thread = target.busiestThreadShare();
    return target.cores() >= BUSY_PROCESSORS * target.processors()
        || (thread != null && thread >= BUSY_THREAD);
  }

  private static String use(StepResult.@Nullable TargetUse target) {
    if (target == null) {
      return "";
    }
    Double thread = target.busiestThreadShare();
    return " (its process used "
        + significant(target.cores())
        + " of "
        + count(target.processors())
        + (target.processors() == 1 ? " core" : " cores")
        + (thread == null ? "" : ", its busiest thread " + percent(thread) + " of one")
        + ")";
  }
}
