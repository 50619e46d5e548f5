package dev.kvbench.cli;

import dev.kvbench.result.ResultDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The folder that a run's result goes to: always a new or empty one, so that nothing is lost. */
final class OutputFolder {

  private static final Path DEFAULT_PARENT = Path.of("kvbench-results");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private OutputFolder() {}

  /**
   * Makes the folder.
   *
   * @param asked where the user wants it, or null
   * @throws WrongUseException if it cannot be made or written, or holds something already
   */
  static ResultDirectory make(@Nullable Path asked, String scenarioName, Instant now) {
    Path folder =
        asked != null ? asked : DEFAULT_PARENT.resolve(scenarioName + "-" + TIME.format(now));
    if (asked == null) {
      folder = unused(folder);
    }
    try {
      Files.createDirectories(folder);
      try (Stream<Path> content = Files.list(folder)) {
        if (content.findAny().isPresent()) {
          throw new WrongUseException(
              folder + " is not empty; give another folder with --out, or empty this one");
        }
      }
      Path probe = Files.createTempFile(folder, "probe", ".part");
      Files.delete(probe);
    } catch (IOException e) {
      throw new WrongUseException(
          "cannot write to " + folder + " (" + reason(e) + "); give another folder with --out");
    }
    return new ResultDirectory(folder);
  }

  private static Path unused(Path folder) {
    Path candidate = folder;
    for (int i = 2; Files.exists(candidate); i++) {
      candidate = folder.resolveSibling(folder.getFileName() + "-" + i);
    }
    return candidate;
  }

  private static String reason(IOException e) {
    if (e instanceof java.nio.file.AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof java.nio.file.FileAlreadyExistsException) {
      return "there is a file of that name";
    }
    return String.valueOf(e.getMessage());
  }
}
