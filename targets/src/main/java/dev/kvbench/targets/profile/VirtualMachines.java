package dev.kvbench.targets.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which processes are Java virtual machines. Whoever is asked to load an agent gets a signal first,
 * which ends a process that is none.
 */
final class VirtualMachines {

  private VirtualMachines() {}

  /**
   * The virtual machine among a process and those that it started, as a shell does; of several the
   * one that has used the most processor time.
   *
   * @throws ProfileException if there is none, or nobody may look
   */
  static long find(long pid) {
    Optional<ProcessHandle> process = ProcessHandle.of(pid);
    if (process.isEmpty()) {
      throw new ProfileException("its process " + pid + " is gone");
    }
    return Stream.concat(process.stream(), process.get().descendants())
        .filter(VirtualMachines::isOne)
        .max(Comparator.comparing(VirtualMachines::used))
        .map(ProcessHandle::pid)
        .orElseThrow(
            () ->
                new ProfileException(
                    "its process "
                        + pid
                        + process.get().info().command().map(c -> " (" + name(c) + ")").orElse("")
                        + " is no Java virtual machine"));
  }

  private static Duration used(ProcessHandle process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  private static String name(String command) {
    return String.valueOf(Path.of(command).getFileName());
  }

  private static boolean isOne(ProcessHandle process) {
    Path maps = Path.of("/proc", Long.toString(process.pid()), "maps");
    if (!Files.exists(maps)) {
      // No Linux: a program's name must do.
      return process
          .info()
          .command()
          .map(command -> name(command).toLowerCase(Locale.ROOT))
          .filter(name -> name.equals("java") || name.equals("javaw"))
          .isPresent();
    }
    try (Stream<String> lines = Files.lines(maps)) {
      return lines.anyMatch(line -> line.endsWith("/libjvm.so"));
    } catch (IOException e) {
      throw new ProfileException("its process is another user's: " + e.getMessage());
    } catch (java.io.UncheckedIOException e) {
      return false;
    }
  }
}
