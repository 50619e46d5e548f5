package dev.kvbench.targets.resources;

import dev.kvbench.targets.process.StatLine;
import dev.kvbench.targets.resources.MemberLook.DiskLook;
import dev.kvbench.targets.resources.MemberLook.ThreadLook;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import oshi.PlatformEnum;
import oshi.SystemInfo;
import oshi.software.os.OSProcess;
import oshi.software.os.OperatingSystem;

/** Where the figures of a process come from. Each reader is used by one thread. */
interface ProcessReader {

  /**
   * Looks at a process now.
   *
   * @return null where it is gone, or may not be looked at
   */
  @Nullable MemberLook look(long pid);

  /** The reader for this machine's operating system. */
  static ProcessReader ofThisMachine() {
    return SystemInfo.getCurrentPlatform() == PlatformEnum.LINUX
        ? new Linux(Path.of("/proc"))
        : new Elsewhere();
  }

  /**
   * Reads {@code /proc} itself: a look by oshi costs many times as much, knows the context switches
   * of a process's first thread only, and no thread's processor time beside them.
   */
  final class Linux implements ProcessReader {

    /** Looking at more threads than this would cost more than a percent of a core. */
    static final int MOST_THREADS = 400;

    private static final long BYTES_PER_KB = 1024;

    /** None of the files is longer. */
    private static final int LONGEST = 8_192;

    private final Path proc;
    private final byte[] buffer = new byte[LONGEST];

    /** Reads below {@code proc}, which is laid out as in proc(5). */
    Linux(Path proc) {
      this.proc = proc;
    }

    @Override
    public @Nullable MemberLook look(long pid) {
      Path folder = proc.resolve(Long.toString(pid));
      try {
        StatLine stat = stat(folder);
        String status = text(folder.resolve("status"));
        int threads = (int) number(status, "Threads:");
        return new MemberLook(
            stat.userMillis(),
            stat.systemMillis(),
            number(status, "VmRSS:") * BYTES_PER_KB,
            threads,
            threads <= MOST_THREADS ? threads(folder) : Map.of(),
            null,
            disk(folder));
      } catch (IOException | RuntimeException e) {
        return null;
      }
    }

    private StatLine stat(Path folder) throws IOException {
      return StatLine.of(text(folder.resolve("stat")));
    }

    private Map<Long, ThreadLook> threads(Path folder) {
      Map<Long, ThreadLook> threads = new HashMap<>();
      try (DirectoryStream<Path> tasks = Files.newDirectoryStream(folder.resolve("task"))) {
        for (Path task : tasks) {
          try {
            String status = text(task.resolve("status"));
            threads.put(
                Long.parseLong(task.getFileName().toString()),
                new ThreadLook(
                    stat(task).cpuMillis(),
                    number(status, "\nvoluntary_ctxt_switches:"),
                    number(status, "\nnonvoluntary_ctxt_switches:")));
          } catch (IOException | RuntimeException e) {
            // The thread has ended.
          }
        }
      } catch (IOException e) {
        // The process has.
      }
      return threads;
    }

    /** Read at once into a buffer that is kept: there are two files for every thread. */
    private String text(Path file) throws IOException {
      try (FileInputStream in = new FileInputStream(file.toFile())) {
        int length = in.readNBytes(buffer, 0, buffer.length);
        return new String(buffer, 0, length, StandardCharsets.ISO_8859_1);
      }
    }

    private @Nullable DiskLook disk(Path folder) {
      try {
        String io = text(folder.resolve("io"));
        return new DiskLook(number(io, "\nread_bytes:"), number(io, "\nwrite_bytes:"));
      } catch (IOException e) {
        return null; // Another user's.
      }
    }

    /** The number behind {@code name}; 0 where the name is not there, as of a kernel's thread. */
    private static long number(String text, String name) {
      int at = text.indexOf(name);
      if (at < 0) {
        return 0;
      }
      int from = at + name.length();
      while (from < text.length() && !Character.isDigit(text.charAt(from))) {
        from++;
      }
      int to = from;
      while (to < text.length() && Character.isDigit(text.charAt(to))) {
        to++;
      }
      return Long.parseLong(text, from, to, 10);
    }
  }

  /** Asks oshi. */
  final class Elsewhere implements ProcessReader {

    private final OperatingSystem system = new SystemInfo().getOperatingSystem();

    @Override
    public @Nullable MemberLook look(long pid) {
      OSProcess process = system.getProcess((int) pid);
      if (process == null) {
        return null;
      }
      long switches = process.getContextSwitches();
      return new MemberLook(
          process.getUserTime(),
          process.getKernelTime(),
          process.getResidentSetSize(),
          process.getThreadCount(),
          Map.of(),
          switches > 0 ? switches : null,
          new DiskLook(process.getBytesRead(), process.getBytesWritten()));
    }
  }
}
