package dev.kvbench.targets.profile;

import dev.kvbench.scenario.ProfileEvent;
import dev.kvbench.targets.process.ScratchFolder;
import dev.kvbench.targets.process.VirtualMachines;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import one.profiler.AsyncProfiler;
import org.jspecify.annotations.Nullable;

/**
 * async-profiler, ready to be attached to virtual machines: its native library lies in a scratch
 * folder of its own, with what it records, until it is closed.
 */
public final class Profiler implements AutoCloseable {

  /** A thousand samples for a second of processor time: ten times as many as is usual. */
  private static final String CPU_INTERVAL = "1ms";

  /** A sample for so much memory; the usual eighth, since what is looked at is short. */
  private static final String ALLOC_INTERVAL = "64k";

  /** Waits that are shorter are counted in part. */
  private static final String LOCK_INTERVAL = "10us";

  private final ScratchFolder scratch;
  private final Path library;
  private int recordings;

  private Profiler(ScratchFolder scratch, Path library) {
    this.scratch = scratch;
    this.library = library;
  }

  /**
   * Unpacks the library that fits this machine.
   *
   * @throws ProfileException if there is none, or it cannot be written
   */
  public static Profiler unpack() {
    String resource = resource(System.getProperty("os.name"), System.getProperty("os.arch"));
    ScratchFolder scratch = null;
    try (InputStream in = AsyncProfiler.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new ProfileException("async-profiler brings no " + resource);
      }
      scratch = ScratchFolder.create("kvbench-profile-");
      Path library = scratch.path().resolve(Path.of(resource).getFileName());
      if (library.toString().matches(".*[,%].*")) {
        throw new ProfileException(
            "the folder for temporary files has a ',' or '%' in its name: " + scratch.path());
      }
      Files.copy(in, library);
      return new Profiler(scratch, library);
    } catch (IOException | ProfileException e) {
      if (scratch != null) {
        scratch.close();
      }
      throw e instanceof ProfileException known
          ? known
          : new ProfileException("the profiler cannot be unpacked: " + e.getMessage());
    }
  }

  /**
   * Where async-profiler's jar has the library of a platform.
   *
   * @throws ProfileException if it has none
   */
  static String resource(String system, String processor) {
    String os = system.toLowerCase(Locale.ROOT);
    if (os.contains("mac")) {
      return "/macos/libasyncProfiler.so";
    }
    String cpu =
        switch (processor.toLowerCase(Locale.ROOT)) {
          case "amd64", "x86_64" -> "x64";
          case "aarch64", "arm64" -> "arm64";
          default -> "";
        };
    if (!os.contains("linux") || cpu.isEmpty()) {
      throw new ProfileException("async-profiler does not know " + system + " on " + processor);
    }
    return "/linux-" + cpu + "/libasyncProfiler.so";
  }

  /**
   * Looks whether there is anything to attach to.
   *
   * @param pid the process of a virtual machine, or of a program that started one
   * @throws ProfileException if there is not
   */
  public static void check(long pid) {
    long unused = machine(pid);
  }

  private static long machine(long pid) {
    return VirtualMachines.find(pid)
        .orElseThrow(
            () ->
                new ProfileException(
                    ProcessHandle.of(pid).isEmpty()
                        ? "its process " + pid + " is gone"
                        : "its process "
                            + pid
                            + name(pid)
                            + " is no Java virtual machine, or another user's"));
  }

  /** The name of a process's program in parentheses, where it is known. */
  private static String name(long pid) {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().command())
        .map(command -> " (" + Path.of(command).getFileName() + ")")
        .orElse("");
  }

  /**
   * Begins to record what happens in a virtual machine.
   *
   * @param pid its process, or that of a program that started it
   * @param events what to record; at least one
   * @param limitSeconds when the recording ends by itself, should nobody end it
   * @throws ProfileException if it cannot be
   */
  public Recording start(long pid, List<ProfileEvent> events, long limitSeconds) {
    long machine = machine(pid);
    recordings++;
    Path file = scratch.path().resolve("recording-" + recordings + ".jfr");
    Path log = scratch.path().resolve("recording-" + recordings + ".log");
    String common = ",timeout=" + limitSeconds + ",file=" + file + ",log=" + log + ",loglevel=warn";
    String trouble = null;
    try {
      Agent.load(machine, library, "start,jfr," + options(events, "cpu") + common);
    } catch (ProfileException e) {
      if (!events.contains(ProfileEvent.CPU)) {
        throw explained(e, log);
      }
      trouble = String.valueOf(explained(e, log).getMessage());
      startWithTimers(machine, "start,jfr," + options(events, "ctimer") + common, log);
    }
    return new Recording(machine, library, file, log, events, trouble);
  }

  private void startWithTimers(long machine, String options, Path log) {
    try {
      Agent.load(machine, library, options);
    } catch (ProfileException e) {
      throw explained(e, log);
    }
  }

  private static String options(List<ProfileEvent> events, String engine) {
    StringJoiner options = new StringJoiner(",");
    for (ProfileEvent event : events) {
      options.add(
          switch (event) {
            case CPU -> "event=" + engine + ",interval=" + CPU_INTERVAL;
            case ALLOC -> "alloc=" + ALLOC_INTERVAL;
            case LOCK -> "lock=" + LOCK_INTERVAL;
          });
    }
    return options.toString();
  }

  /** The same with what the profiler itself wrote, which the virtual machine does not pass on. */
  static ProfileException explained(ProfileException error, Path log) {
    String said = lastWords(log);
    return said == null ? error : new ProfileException("the profiler refused: " + said);
  }

  private static @Nullable String lastWords(Path log) {
    try {
      return Files.readAllLines(log).stream()
          .filter(line -> line.startsWith("[ERROR]"))
          .map(line -> line.substring("[ERROR]".length()).strip())
          .reduce((first, second) -> second)
          .orElse(null);
    } catch (IOException e) {
      return null;
    }
  }

  /** Where its library and its recordings lie. */
  Path folder() {
    return scratch.path();
  }

  @Override
  public void close() {
    scratch.close();
  }
}
