package dev.kvbench.run;

import dev.kvbench.result.Calibration;
import dev.kvbench.result.CalibrationFile;
import dev.kvbench.result.RunResult;
import dev.kvbench.result.UnreadableResultException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a run knows of its machine's floor: the calibration of this machine, or why there is none.
 */
final class KnownFloor {

  private static final String HOW = "`kvbench calibrate` measures it in under a minute";

  private KnownFloor() {}

  /**
   * Looks into {@code file} for the machine of {@code environment}. A calibration of another
   * machine or virtual machine is not used.
   */
  static RunResult.Floor of(@Nullable CalibrationFile file, RunResult.Environment environment) {
    if (file == null) {
      return unknown("not looked for");
    }
    List<Calibration> all;
    try {
      all = file.read();
    } catch (UnreadableResultException e) {
      return unknown(Objects.requireNonNull(e.getMessage()));
    }
    Calibration.Machine machine = Calibration.Machine.of(environment);
    return all.stream()
        .filter(calibration -> calibration.machine().equals(machine))
        .findFirst()
        .map(calibration -> new RunResult.Floor(calibration, "", List.of()))
        .orElseGet(
            () ->
                unknown(
                    all.isEmpty()
                        ? HOW
                        : "there is a calibration of another machine or Java only; " + HOW));
  }

  private static RunResult.Floor unknown(String why) {
    return new RunResult.Floor(null, why, List.of());
  }
}
