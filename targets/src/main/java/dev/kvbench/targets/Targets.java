package dev.kvbench.targets;

import dev.kvbench.scenario.TargetSpec;
import dev.kvbench.time.NanoClock;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/** Gets the target of a scenario ready. */
public final class Targets {

  private Targets() {}

  /**
   * Starts or finds a target and waits until it accepts connections.
   *
   * @param log file that the output of a started process is appended to
   * @throws TargetException if it cannot be started or reached
   */
  public static Target ready(TargetSpec spec, Path log, NanoClock clock) {
    return ready(spec, log, clock, () -> false);
  }

  /**
   * Starts or finds a target and waits until it accepts connections, or nobody wants it any more.
   *
   * @param log file that the output of a started process is appended to
   * @param givenUp whether nobody waits for it any more; asked again and again, on this thread
   * @throws TargetException if it cannot be started or reached, or is given up
   */
  public static Target ready(TargetSpec spec, Path log, NanoClock clock, BooleanSupplier givenUp) {
    if (spec instanceof TargetSpec.Command command) {
      return StartedServer.start(command, log, clock, givenUp);
    }
    if (spec instanceof TargetSpec.Reference reference) {
      return ReferenceServer.start(reference, log, clock, givenUp);
    }
    if (spec instanceof TargetSpec.Url url) {
      return RunningServer.find(url);
    }
    throw new IllegalArgumentException("no such target: " + spec);
  }
}
