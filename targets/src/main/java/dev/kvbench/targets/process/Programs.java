package dev.kvbench.targets.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where the programs are that commands name. */
final class Programs {

  private Programs() {}

  /**
   * The file that a command's first word names.
   *
   * @param word a name, looked for on the path, or a file, from {@code folder} on
   * @param path folders, separated as the system does
   * @return null where there is none that may be executed
   */
  static @Nullable Path find(String word, Path folder, @Nullable String path) {
    if (word.indexOf(File.separatorChar) >= 0) {
      Path file = folder.resolve(word);
      return isProgram(file) ? file : null;
    }
    for (String each : (path == null ? "" : path).split(File.pathSeparator, -1)) {
      Path file = folder.resolve(each).resolve(word);
      if (isProgram(file)) {
        return file;
      }
    }
    return null;
  }

  private static boolean isProgram(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }
}
