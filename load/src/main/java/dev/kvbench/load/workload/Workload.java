package dev.kvbench.load.workload;

import dev.kvbench.scenario.Api;
import dev.kvbench.scenario.KeyFormat;
import dev.kvbench.scenario.KeySpec;
import dev.kvbench.scenario.PathTemplate;
import dev.kvbench.scenario.Scenario;
import dev.kvbench.scenario.StepSpec;

/**
 * What each arrival of a step asks: request number <i>n</i> is a pure function of the scenario's
 * seed, the step's name and <i>n</i>. Safe for use by many threads.
 */
public final class Workload {

  private final StepSpec.Operation operation;
  private final RequestForm form;
  private final PathTemplate path;
  private final PathTemplate openPath;
  private final boolean plainEntries;
  private final KeySpec keys;
  private final KeyFormat format;
  private final Values values;
  private final boolean sequential;
  private final boolean filled;
  private final int rangeEntries;
  private final long keySeed;
  private final long valueSeed;
  private final long entryBytes;

  private Workload(
      Scenario scenario,
      StepSpec.Operation operation,
      String stepName,
      boolean sequential,
      boolean filled,
      int rangeEntries) {
    this.operation = operation;
    Api.Call call = scenario.api().call(operation);
    if (call == null) {
      throw new IllegalArgumentException("the target's api has no " + operation);
    }
    this.form = RequestForm.of(call);
    this.path = call.path();
    this.openPath = call.path().withoutEnd();
    this.plainEntries = call.plainEntries() && path.slots().contains(PathTemplate.Slot.END);
    this.keys = scenario.keys();
    this.format = KeyFormat.of(keys.format());
    this.values = new Values(scenario.values(), scenario.seed());
    this.sequential = sequential;
    this.filled = filled;
    this.rangeEntries = rangeEntries;
    this.keySeed = Mixing.bits(scenario.seed(), stepName.hashCode());
    this.valueSeed = Mixing.bits(keySeed, 1);
    this.entryBytes = format.key(0).length() + 1L + values.size();
  }

  /**
   * Returns the workload of a measured step.
   *
   * @param filled whether every key is known to be there with a value of the scenario's size, so
   *     that a miss or another length is a wrong answer
   */
  public static Workload of(Scenario scenario, StepSpec.Load step, boolean filled) {
    boolean sequential = scenario.keys().distribution() == KeySpec.Distribution.SEQUENTIAL;
    return new Workload(
        scenario, step.operation(), step.name(), sequential, filled, step.rangeEntries());
  }

  /** Returns the workload of a fill: arrival <i>n</i> puts key <i>n</i>. */
  public static Workload fill(Scenario scenario, StepSpec.Fill step) {
    return new Workload(scenario, StepSpec.Operation.PUT, step.name(), true, false, 0);
  }

  /** Returns the seed of the step's random arrivals. */
  public long arrivalSeed() {
    return Mixing.bits(keySeed, 2);
  }

  /** Returns request number {@code index}, from 0. */
  public Request request(long index) {
    return switch (operation) {
      case PUT ->
          new Request(
              form,
              entityPath(keyNumber(index, keys.count())),
              values.value(valueSeed, index),
              false,
              Request.ANY_LENGTH);
      case GET ->
          new Request(
              form,
              entityPath(keyNumber(index, keys.count())),
              null,
              !filled,
              filled ? values.size() : Request.ANY_LENGTH);
      case RANGE -> range(keyNumber(index, keys.count() - rangeEntries + 1));
    };
  }

  private long keyNumber(long index, long count) {
    return sequential ? index % count : Mixing.below(count, keySeed, index);
  }

  private String entityPath(long key) {
    return path.path(format, key, key);
  }

  private Request range(long first) {
    long end = first + rangeEntries;
    boolean bounded = format.keepsOrder(end + 1);
    // Where no key can be written for the end, further keys of the server's own may follow.
    long length =
        filled && bounded && plainEntries ? rangeEntries * entryBytes : Request.ANY_LENGTH;
    return new Request(
        form, (bounded ? path : openPath).path(format, first, end), null, !filled, length);
  }
}
