package dev.kvbench.run;

import dev.kvbench.result.ResultDirectory;
import dev.kvbench.result.RunResult;
import dev.kvbench.scenario.Scenario;
import dev.kvbench.scenario.ScenarioReader;
import dev.kvbench.time.NanoClock;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whole runs within a larger one, one after the other: an interrupt ends the one under way, and
 * every one after it at once.
 */
final class InnerRuns {

  private final String version;
  private final NanoClock clock;
  private final InstantSource wallClock;
  private @Nullable ScenarioRun running;
  private @Nullable String interruption;

  InnerRuns(String version, NanoClock clock, InstantSource wallClock) {
    this.version = version;
    this.clock = clock;
    this.wallClock = wallClock;
  }

  /**
   * Runs a scenario.
   *
   * @param scenario its text
   * @param folder where its result goes
   */
  RunResult run(String scenario, Path folder, RunListener listener) {
    Scenario read = ScenarioReader.read("kvbench", scenario, List.of());
    ScenarioRun run =
        new ScenarioRun(read, new ResultDirectory(folder), version, clock, wallClock, listener)
            .unwatched();
    begin(run);
    try {
      return run.run();
    } finally {
      begin(null);
    }
  }

  /** Ends all runs soon. */
  synchronized void interrupt(String reason) {
    interruption = reason;
    if (running != null) {
      running.interrupt(reason);
    }
  }

  synchronized boolean isInterrupted() {
    return interruption != null;
  }

  private synchronized void begin(@Nullable ScenarioRun run) {
    running = run;
    if (run != null && interruption != null) {
      run.interrupt(interruption);
    }
  }
}
