package dev.kvbench.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A whole run as {@code result.json} holds it.
 *
 * @param format {@link #FORMAT}
 * @param state how far the run came
 * @param scenario what was asked
 * @param startedAt when the run began, ISO 8601 in UTC
 * @param endedAt when it ended, likewise; null while it runs
 * @param kvbench version of the program that measured
 * @param environment the machine and the target
 * @param fills what was stored before the measured steps
 * @param steps the measured steps, in the order in which they ran
 * @param notes what else must be said of the run as a whole
 * @param floor what kvbench and the machine need by themselves; null in results of versions that
 *     did not look
 * @param profiles what was seen inside the target; null where nobody asked for profiles
 */
public record RunResult(
    String format,
    State state,
    ScenarioText scenario,
    String startedAt,
    @Nullable String endedAt,
    String kvbench,
    Environment environment,
    List<Fill> fills,
    List<StepResult> steps,
    List<String> notes,
    @Nullable Floor floor,
    @Nullable Profiles profiles) {

  /** The version of the format: the part behind the slash grows when old readers would misread. */
  public static final String FORMAT = "kvbench-result/1";

  /** Defensive copies. */
  public RunResult {
    fills = List.copyOf(fills);
    steps = List.copyOf(steps);
    notes = List.copyOf(notes);
  }

  /** How far a run came. */
  public enum State {
    /** Still running, or killed before it could say otherwise. */
    RUNNING,
    /** Ended by the user; what was measured until then is here. */
    INTERRUPTED,
    /** Ended before all its steps were run, because it could not go on. */
    ABORTED,
    /** All steps were run. */
    FINISHED
  }

  /**
   * The scenario as it was read.
   *
   * @param name its name
   * @param description its author's sentence; may be empty
   * @param file the file, or the bundled scenario's name
   * @param text the file's text
   * @param overrides settings applied on top, in order
   * @param seed the seed of every random choice
   */
  public record ScenarioText(
      String name,
      String description,
      String file,
      String text,
      List<String> overrides,
      long seed) {}

  /**
   * The machine and the target.
   *
   * @param processor model name of the processor
   * @param logicalProcessors processors that kvbench could use
   * @param memoryBytes main memory
   * @param os name and version of the operating system
   * @param jvm name and version of the virtual machine that kvbench ran on
   * @param jvmFlags its flags
   * @param target what was loaded, in labelled facts: {@code kind}, {@code url}, {@code command} …
   */
  public record Environment(
      String processor,
      int logicalProcessors,
      long memoryBytes,
      String os,
      String jvm,
      List<String> jvmFlags,
      Map<String, String> target) {
    /** Keeps the order of the facts. */
    public Environment {
      target = Collections.unmodifiableMap(new LinkedHashMap<>(target));
    }
  }

  /**
   * One fill.
   *
   * @param variant the setting of the target
   * @param repetition 1 for the first
   * @param name the step's name
   * @param keys how many keys were to be stored
   * @param stored how many puts were acknowledged
   * @param seconds how long it took
   * @param failure what the first failure said, or null when all were stored
   */
  public record Fill(
      String variant,
      int repetition,
      String name,
      long keys,
      long stored,
      double seconds,
      @Nullable String failure) {}

  /**
   * What kvbench and the machine need by themselves, as far as it was known when the run began.
   *
   * @param calibration of this machine and virtual machine; null where there is none
   * @param unknown why there is none, and how to get one; empty where there is
   * @param near the steps that are near the floor
   */
  public record Floor(@Nullable Calibration calibration, String unknown, List<NearFloor> near) {
    /** Defensive copy. */
    public Floor {
      near = List.copyOf(near);
    }
  }

  /**
   * A step whose figures are near the floor.
   *
   * @param variant the step's
   * @param name the step's
   * @param repetition the step's
   * @param finding in words, with figures
   */
  public record NearFloor(String variant, String name, int repetition, String finding) {

    /** Whether this is about {@code step}. */
    public boolean isOf(StepResult step) {
      return variant.equals(step.variant())
          && name.equals(step.name())
          && repetition == step.repetition();
    }
  }
}
