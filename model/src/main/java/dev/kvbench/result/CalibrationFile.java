package dev.kvbench.result;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The file with the calibrations of a user's machines, one for each. It is written aside and moved
 * into place.
 */
public final class CalibrationFile {

  private static final String FORMAT = "kvbench-calibration/1";

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private final Path file;

  /** The file {@code file}, which need not be there. */
  public CalibrationFile(Path file) {
    this.file = file;
  }

  /** What is in the file. */
  private record Content(String format, List<Calibration> calibrations) {}

  /** The file itself. */
  public Path path() {
    return file;
  }

  /**
   * Reads all calibrations; none where there is no file.
   *
   * @throws UnreadableResultException if the file cannot be read, or is none of ours
   */
  public List<Calibration> read() {
    if (!Files.exists(file)) {
      return List.of();
    }
    try {
      Content content = JSON.readValue(Files.readString(file), Content.class);
      if (content == null || !FORMAT.equals(content.format())) {
        throw new UnreadableResultException(file + " does not have the format " + FORMAT);
      }
      List<@Nullable Calibration> found = new ArrayList<>(content.calibrations());
      for (Calibration calibration : found) {
        check(calibration);
      }
      return content.calibrations();
    } catch (IOException | JacksonException | NullPointerException e) {
      throw new UnreadableResultException("cannot read " + file + ": " + e.getMessage());
    }
  }

  /**
   * Stores a calibration in place of the one of the same machine.
   *
   * @throws UnreadableResultException if there is a file that is none of ours
   * @throws UncheckedIOException if the file cannot be written
   */
  public void store(Calibration calibration) {
    List<Calibration> all = new ArrayList<>(read());
    all.removeIf(other -> other.machine().equals(calibration.machine()));
    all.add(calibration);
    Path aside = file.resolveSibling(file.getFileName() + ".part");
    try {
      Files.createDirectories(aside.toAbsolutePath().getParent());
      String text = JSON.writeValueAsString(new Content(FORMAT, all)).replace("\r\n", "\n") + "\n";
      Files.writeString(aside, text, StandardCharsets.UTF_8);
      Files.move(aside, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  /** Refuses what no measurement gives, before anybody compares with it. */
  private void check(@Nullable Calibration calibration) {
    if (calibration == null
        || calibration.machine() == null
        || calibration.date() == null
        || calibration.floor() == null
        || !(calibration.floor().serviceP50Micros() > 0)
        || !(calibration.floor().responseP50Micros() > 0)) {
      throw new UnreadableResultException(file + " holds a calibration without a floor");
    }
  }
}
