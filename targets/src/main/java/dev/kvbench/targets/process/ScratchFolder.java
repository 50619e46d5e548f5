package dev.kvbench.targets.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A folder of its own among the machine's temporary files, deleted with all that is in it.
 *
 * @param path the folder
 */
public record ScratchFolder(Path path) implements AutoCloseable {

  /**
   * Makes one.
   *
   * @param prefix what its name begins with
   */
  public static ScratchFolder create(String prefix) throws IOException {
    return new ScratchFolder(Files.createTempDirectory(prefix));
  }

  @Override
  public void close() {
    try (Stream<Path> paths = Files.walk(path)) {
      for (Path each : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    } catch (IOException | UncheckedIOException e) {
      // What cannot be deleted is left to the machine's own cleaning of temporary files.
    }
  }
}
