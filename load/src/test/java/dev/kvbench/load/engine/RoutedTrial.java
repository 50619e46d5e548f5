package dev.kvbench.load.engine;

import dev.kvbench.scenario.Scenario;
import dev.kvbench.scenario.ScenarioReader;
import dev.kvbench.scenario.StepSpec;
import dev.kvbench.scenario.TargetSpec;
import dev.kvbench.time.NanoClock;
import java.util.List;

/**
 * One step of the engine against a target that a scenario describes in full, held against the same
 * truths as a {@link Trial}.
 *
 * @param target the target's keys
 * @param pem what the file {@code server.pem} has in it
 * @param connections as in a scenario
 * @param timeout as in a scenario
 * @param valueBytes size of the values
 */
record RoutedTrial(String target, String pem, String connections, String timeout, int valueBytes) {

  static RoutedTrial of(String target) {
    return new RoutedTrial(target, "", "4", "10s", 4);
  }

  RoutedTrial trusting(Identity identity) {
    return new RoutedTrial(target, identity.pem(), connections, timeout, valueBytes);
  }

  RoutedTrial over(String newConnections) {
    return new RoutedTrial(target, pem, newConnections, timeout, valueBytes);
  }

  RoutedTrial within(String newTimeout) {
    return new RoutedTrial(target, pem, connections, newTimeout, valueBytes);
  }

  RoutedTrial withValuesOf(int bytes) {
    return new RoutedTrial(target, pem, connections, timeout, bytes);
  }

  /** Runs {@code step}, an operation with its settings. */
  Measurement run(String step) {
    return Trial.run(stepRun(step), Trial.SILENT);
  }

  StepRun stepRun(String step) {
    String text =
        """
        target: { %s }
        connections: %s
        timeout: %s
        keys: { count: 100 }
        values: { size: %d }
        steps:
          - %s
        """
            .formatted(target, connections, timeout, valueBytes, step);
    Scenario scenario = ScenarioReader.read("test.yaml", text, List.of(), name -> pem);
    return new StepRun(
        scenario,
        (StepSpec.Load) scenario.steps().get(0),
        false,
        ((TargetSpec.Url) scenario.target()).url(),
        NanoClock.system());
  }
}
