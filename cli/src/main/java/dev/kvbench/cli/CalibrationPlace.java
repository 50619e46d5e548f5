package dev.kvbench.cli;

import dev.kvbench.result.CalibrationFile;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where the calibrations of this user's machines are. */
final class CalibrationPlace {

  /** Names another file. */
  static final String VARIABLE = "KVBENCH_CALIBRATION";

  private CalibrationPlace() {}

  /** The file of this process's user. */
  static CalibrationFile file() {
    return new CalibrationFile(path(System.getenv(), System.getProperty("user.home")));
  }

  /**
   * Returns the file that the environment names: in {@code KVBENCH_CALIBRATION}, else in the cache
   * folder of the XDG Base Directory Specification.
   */
  static Path path(Map<String, String> environment, String home) {
    String named = environment.get(VARIABLE);
    if (isGiven(named)) {
      return Path.of(named);
    }
    String cache = environment.get("XDG_CACHE_HOME");
    // The specification has relative paths ignored.
    Path folder =
        isGiven(cache) && Path.of(cache).isAbsolute() ? Path.of(cache) : Path.of(home, ".cache");
    return folder.resolve("kvbench").resolve("calibration.json");
  }

  private static boolean isGiven(@Nullable String value) {
    return value != null && !value.isBlank();
  }
}
