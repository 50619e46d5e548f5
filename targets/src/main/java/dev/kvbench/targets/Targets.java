package dev.kvbench.targets;

import dev.kvbench.scenario.TargetSpec;
import dev.kvbench.time.NanoClock;
import java.nio.file.Path;

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
    if (spec instanceof TargetSpec.Reference reference) {
      return ReferenceServer.start(reference, log, clock);
    }
    if (spec instanceof TargetSpec.Url url) {
      return RunningServer.find(url);
    }
    throw new IllegalArgumentException("no such target: " + spec);
  }
}
