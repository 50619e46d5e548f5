package dev.kvbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CalibrationFileTest {

  @TempDir private Path folder;

  @Test
  void store_keepsOneForEachMachine_theNewest() throws IOException {
    CalibrationFile file = new CalibrationFile(folder.resolve("a/b/calibration.json"));
    assertThat(file.read()).isEmpty();
    file.store(calibration("x", 17, 1));
    file.store(calibration("y", 17, 2));
    file.store(calibration("x", 25, 3));
    file.store(calibration("x", 17, 4));
    assertThat(file.read())
        .containsExactly(calibration("y", 17, 2), calibration("x", 25, 3), calibration("x", 17, 4));
    try (Stream<Path> files = Files.list(folder.resolve("a/b"))) {
      assertThat(files).containsExactly(file.path());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{ \"format\": \"kvbench-calibration/9\", \"calibrations\": [] }",
        "{ \"format\": \"kvbench-calibration/1\", \"calibrations\": null }",
        "{ \"format\": \"kvbench-calibration/1\", \"calibrations\": [ null ] }",
        "{ \"format\": \"kvbench-calibration/1\", \"calibrations\": [ { \"date\": \"x\" } ] }"
      })
  void read_ofWhatIsNoneOfOurs_isRefused_andStoreDoesNotReplaceIt(String text) throws IOException {
    Path path = Files.writeString(folder.resolve("calibration.json"), text);
    CalibrationFile file = new CalibrationFile(path);
    assertThatThrownBy(file::read)
        .isInstanceOf(UnreadableResultException.class)
        .hasMessageContaining("calibration.json");
    assertThatThrownBy(() -> file.store(calibration("x", 17, 1)))
        .isInstanceOf(UnreadableResultException.class);
    assertThat(path).hasContent(text);
  }

  private static Calibration calibration(String processor, int java, double micros) {
    Calibration.Lateness late = new Calibration.Lateness(1, 2, 3);
    return new Calibration(
        "2026-01-02",
        "test",
        new Calibration.Machine(processor, 2, "Java " + java),
        late,
        late,
        new Calibration.Floor(1_000, micros, micros, micros, micros),
        new Calibration.Highest(1_000, 10, 2_000.0));
  }
}
