package dev.kvbench.scenario;

import java.util.List;
import java.util.OptionalInt;

/**
 * One benchmark as its author asked for it: the target, the data, and the steps in their order.
 * Complete and valid by construction of {@link ScenarioReader}; defaults are filled in.
 *
 * @param name the scenario's name, which names its result directories: {@code [a-z0-9-]+}
 * @param description a sentence for people; empty when the author gave none
 * @param target what is loaded
 * @param api how the target is asked for its operations
 * @param keys the key space that fills and steps draw from
 * @param values the values that are put
 * @param connections the connections of a step
 * @param ioThreads how many threads write requests and read answers; empty where kvbench chooses
 * @param timeoutNanos how long after its writing a request is given up
 * @param seed the one seed that every random choice of the run derives from
 * @param repetitions how often the steps are run, each time on a fresh target; at least 1
 * @param profile what is profiled once the repetitions are over
 * @param steps the steps in the order in which they run, with distinct names; at least one
 * @param source the text that this scenario was read from, with the overrides that were applied
 */
public record Scenario(
    String name,
    String description,
    TargetSpec target,
    Api api,
    KeySpec keys,
    ValueSpec values,
    ConnectionSpec connections,
    OptionalInt ioThreads,
    long timeoutNanos,
    long seed,
    int repetitions,
    ProfileSpec profile,
    List<StepSpec> steps,
    Source source) {

  /** Defensive copy of the steps. */
  public Scenario {
    steps = List.copyOf(steps);
  }

  /**
   * Where a scenario came from, kept for the result file.
   *
   * @param file the file's name as the user gave it, or the name of a bundled scenario
   * @param text the file's text, unchanged
   * @param overrides the {@code path=value} settings applied on top, in order
   */
  public record Source(String file, String text, List<String> overrides) {
    /** Defensive copy of the overrides. */
    public Source {
      overrides = List.copyOf(overrides);
    }
  }
}
