package dev.kvbench.cli;

import dev.kvbench.result.ResultDirectory;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
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
  private static final int MOST_IN_A_SECOND = 100;
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
    try {
      if (asked == null) {
        folder = createUnused(folder);
      } else {
        Files.createDirectories(folder);
      }
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

  /** Makes {@code folder}, or one with a number behind it where another run was as quick. */
  private static Path createUnused(Path folder) throws IOException {
    Files.createDirectories(DEFAULT_PARENT);
    for (int i = 1; ; i++) {
      Path candidate = i == 1 ? folder : folder.resolveSibling(folder.getFileName() + "-" + i);
      try {
        return Files.createDirectory(candidate);
      } catch (FileAlreadyExistsException e) {
        if (i > MOST_IN_A_SECOND) {
          throw e;
        }
      }
    }
  }

  private static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof FileAlreadyExistsException) {
      return "there is a file of that name";
    }
    return String.valueOf(e.getMessage());
  }
}
