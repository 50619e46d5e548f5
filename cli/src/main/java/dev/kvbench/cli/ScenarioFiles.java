package dev.kvbench.cli;

import dev.kvbench.scenario.Nearest;
import dev.kvbench.scenario.ReferencedFiles;
import dev.kvbench.scenario.Scenario;
import dev.kvbench.scenario.ScenarioReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds scenarios: files by their path, bundled ones by their name. */
final class ScenarioFiles {

  /** The bundled scenarios, in the order in which they are listed. */
  static final List<String> BUNDLED = List.of("quickstart", "nginx-webdav");

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

  /**
   * Reads a scenario, with the files that it names.
   *
   * @param overrides settings on top of it
   * @throws dev.kvbench.scenario.ScenarioException with everything that is wrong
   */
  static Scenario read(ScenarioText text, List<String> overrides) {
    Path folder = BUNDLED.contains(text.name()) ? null : Path.of(text.name()).getParent();
    return ScenarioReader.read(text.name(), text.text(), overrides, new Beside(folder));
  }

  /**
   * The files beside a scenario.
   *
   * @param own the scenario's own folder; null for the one that kvbench was started in
   */
  private record Beside(@Nullable Path own) implements ReferencedFiles {

    @Override
    public String read(String name) throws IOException {
      return readReferenced(own == null ? Path.of(name) : own.resolve(name));
    }

    @Override
    public String folder() {
      return own == null ? "" : own.toString();
    }
  }

  private static String readReferenced(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException(
          Files.isDirectory(file) ? "it is a folder" : "there is no file " + file);
    }
    if (Files.size(file) > ReferencedFiles.MAX_BYTES) {
      throw new IOException(
          "it has " + Files.size(file) + " bytes, more than " + ReferencedFiles.MAX_BYTES);
    }
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (java.nio.charset.MalformedInputException e) {
      throw new IOException("it is no text in UTF-8", e);
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
