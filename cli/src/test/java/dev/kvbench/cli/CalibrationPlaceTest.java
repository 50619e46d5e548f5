package dev.kvbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CalibrationPlaceTest {

  private static final Path USUAL = Path.of("/home/u/.cache/kvbench/calibration.json");

  @Test
  void path_isInTheUsersCache_unlessTheEnvironmentSaysOtherwise() {
    assertThat(path(Map.of())).isEqualTo(USUAL);
    assertThat(path(Map.of("XDG_CACHE_HOME", "/var/c")))
        .isEqualTo(Path.of("/var/c/kvbench/calibration.json"));
    assertThat(path(Map.of("XDG_CACHE_HOME", "relative"))).isEqualTo(USUAL);
    assertThat(path(Map.of("XDG_CACHE_HOME", ""))).isEqualTo(USUAL);
    assertThat(path(Map.of("XDG_CACHE_HOME", "/var/c", CalibrationPlace.VARIABLE, "mine.json")))
        .isEqualTo(Path.of("mine.json"));
  }

  private static Path path(Map<String, String> environment) {
    return CalibrationPlace.path(environment, "/home/u");
  }
}
