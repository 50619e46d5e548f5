package dev.kvbench.run;

import dev.kvbench.result.StepResult;
import dev.kvbench.targets.ProcessorTicks;
import dev.kvbench.targets.Target;
import dev.kvbench.targets.process.ProcessTimes;
import dev.kvbench.time.NanoClock;
import org.jspecify.annotations.Nullable;

/** What the machine and the target's process did in a step's measured window. */
final class WindowMeter {

  private final Target target;
  private final NanoClock clock;
  private @Nullable Look first;
  private @Nullable Look last;

  /** A look at both. */
  private record Look(
      long nanos, @Nullable ProcessorTicks machine, @Nullable ProcessTimes process) {}

  WindowMeter(Target target, NanoClock clock) {
    this.target = target;
    this.clock = clock;
    // The first look loads and compiles what it needs: not in the window.
    Look unused = look();
  }

  /** Looks when the window begins. */
  void begin() {
    first = look();
  }

  /** Looks when the window ends. */
  void end() {
    last = look();
  }

  /** Share of the machine's processor time that its host took; null where unknown. */
  @Nullable Double stealShare() {
    if (first == null || last == null || first.machine == null || last.machine == null) {
      return null;
    }
    return last.machine.stolenShareSince(first.machine);
  }

  /** What the target's process needed; null where unknown. */
  StepResult.@Nullable TargetUse targetUse() {
    if (first == null || last == null || first.process == null || last.process == null) {
      return null;
    }
    double seconds = (last.nanos - first.nanos) / (double) NanoClock.NANOS_PER_SECOND;
    return seconds > 0 ? last.process.since(first.process, seconds) : null;
  }

  private Look look() {
    return new Look(
        clock.nanos(),
        ProcessorTicks.now(),
        target.pid().isPresent() ? ProcessTimes.of(target.pid().getAsLong()) : null);
  }
}
