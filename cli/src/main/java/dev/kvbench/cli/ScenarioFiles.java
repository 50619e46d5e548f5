package dev.kvbench.cli;

import dev.kvbench.scenario.Nearest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Finds scenarios: files by their path, bundled ones by their name. */
final class ScenarioFiles {

  /** The bundled scenarios, in the order in which they are listed. */
  static final List<String> BUNDLED = List.of("quickstart");

  private static final int MAX_BYTES = 1 << 20;

  private ScenarioFiles() {}

  /**
   * A scenario's text.
   *
   * @param name the file, or the bundled scenario's name, as it is shown in messages
   */
  record ScenarioText(String name, String text) {}

  /**
   * Returns the scenario that {@code nameOrPath} means: the bundled one of that name, else the
   * file.
   *
   * @throws WrongUseException if there is neither, or the file cannot be read
   */
  static ScenarioText find(String nameOrPath) {
    if (BUNDLED.contains(nameOrPath)) {
      return new ScenarioText(nameOrPath, bundled(nameOrPath));
    }
    Path file = Path.of(nameOrPath);
    if (Files.isDirectory(file)) {
      throw new WrongUseException(nameOrPath + " is a folder; a scenario is a YAML file");
    }
    if (!Files.exists(file)) {
      throw unknown(nameOrPath);
    }
    try {
      byte[] bytes;
      try (InputStream in = Files.newInputStream(file)) {
        bytes = in.readNBytes(MAX_BYTES + 1);
      }
      if (bytes.length > MAX_BYTES) {
        throw new WrongUseException(
            nameOrPath + " is longer than a scenario may be: at most " + MAX_BYTES + " bytes");
      }
      return new ScenarioText(
          nameOrPath,
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      throw new WrongUseException(nameOrPath + " is no text in UTF-8; a scenario is a YAML file");
    } catch (IOException e) {
      throw new WrongUseException("cannot read " + nameOrPath + ": " + e.getMessage());
    }
  }

  /** Returns the text of a bundled scenario. */
  static String bundled(String name) {
    try (InputStream in = ScenarioFiles.class.getResourceAsStream("scenarios/" + name + ".yaml")) {
      if (in == null) {
        throw new IllegalStateException("the scenario " + name + " was not packed");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("cannot read the bundled scenario " + name, e);
    }
  }

  private static WrongUseException unknown(String nameOrPath) {
    List<String> near = Nearest.nearest(nameOrPath, BUNDLED);
    String advice =
        near.isEmpty()
            ? "bundled are: " + String.join(", ", BUNDLED)
            : "did you mean " + String.join(" or ", near) + "?";
    return new WrongUseException(
        "there is no scenario '" + nameOrPath + "', neither bundled nor as a file; " + advice);
  }
}
