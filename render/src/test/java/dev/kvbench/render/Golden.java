package dev.kvbench.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Files that seal what is rendered. {@code -Dgolden.update=true} writes them anew; the difference
 * is then read like any other change.
 */
final class Golden {

  private static final Path FOLDER = Path.of("src/test/resources/dev/kvbench/render/golden");

  private Golden() {}

  /** Compares {@code text} with the file {@code name}. */
  static void check(String name, String text) {
    Path file = FOLDER.resolve(name);
    try {
      if (Boolean.getBoolean("golden.update")) {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
      }
      assertThat(text).as(name).isEqualTo(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
