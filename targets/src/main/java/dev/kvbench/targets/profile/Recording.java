package dev.kvbench.targets.profile;

import dev.kvbench.scenario.ProfileEvent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A recording under way in a virtual machine. */
public final class Recording {

  private final long pid;
  private final Path library;
  private final Path file;
  private final Path log;
  private final List<ProfileEvent> events;
  private final @Nullable String trouble;

  Recording(
      long pid,
      Path library,
      Path file,
      Path log,
      List<ProfileEvent> events,
      @Nullable String trouble) {
    this.pid = pid;
    this.library = library;
    this.file = file;
    this.log = log;
    this.events = List.copyOf(events);
    this.trouble = trouble;
  }

  /** What is recorded. */
  public List<ProfileEvent> events() {
    return events;
  }

  /** Why processor time is recorded with timers in place of the kernel's events, or null. */
  public @Nullable String trouble() {
    return trouble;
  }

  /**
   * Ends it.
   *
   * @return the file, in Java's own format; it is deleted with the profiler's folder
   * @throws ProfileException if the virtual machine is gone, or nothing was written
   */
  public Path stop() {
    try {
      Agent.load(pid, library, "stop,file=" + file + ",log=" + log);
    } catch (ProfileException e) {
      throw Profiler.explained(e, log);
    }
    if (!Files.isRegularFile(file)) {
      throw new ProfileException("the profiler wrote no recording");
    }
    return file;
  }
}
