package dev.kvbench.targets.process;

import dev.kvbench.targets.TargetException;
import dev.kvbench.time.NanoClock;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A server process that kvbench started: it writes to a log file, has a scratch folder of its own,
 * and neither it, nor what it started, nor the folder outlives {@link #close}. Its standard input
 * stays open as long as kvbench lives, so that a server which watches it ends with kvbench even
 * when that is killed.
 */
public final class ServerProcess implements AutoCloseable {

  /** In a command: the process's own scratch folder. */
  public static final String SCRATCH = "{dir}";

  /** The variable that tells a process its scratch folder, and kvbench whose process it is. */
  public static final String FOLDER_VARIABLE = "KVBENCH_TARGET_FOLDER";

  private static final long READY_NANOS = 30 * NanoClock.NANOS_PER_SECOND;
  private static final long COLLECTED_MILLIS = 1_000;
  private static final long POLL_MILLIS = 10;
  private static final int LAST_LINES = 10;

  /** A shell says so of a process that a signal ended: its number is added. */
  private static final int SIGNALLED = 128;

  private final String name;
  private final Process process;
  private final ProcessTree tree;
  private final ServerLog log;
  private final ScratchFolder scratch;
  private final NanoClock clock;
  private volatile boolean closing;
  private volatile String readyLine = "";

  private ServerProcess(
      String name,
      Process process,
      ProcessTree tree,
      ServerLog log,
      ScratchFolder scratch,
      NanoClock clock) {
    this.name = name;
    this.process = process;
    this.tree = tree;
    this.log = log;
    this.scratch = scratch;
    this.clock = clock;
  }

  /**
   * Starts a server of kvbench's own.
   *
   * @param name what messages call it
   * @param command its words; {@link #SCRATCH} in them is replaced
   * @param log file that its output is appended to
   * @throws TargetException if it cannot be started
   */
  public static ServerProcess start(String name, List<String> command, Path log, NanoClock clock) {
    return start(Launch.own(name, command), log, clock);
  }

  /**
   * Starts a process.
   *
   * @param log file that its output is appended to
   * @throws TargetException if it cannot be started
   */
  public static ServerProcess start(Launch launch, Path log, NanoClock clock) {
    ScratchFolder scratch = null;
    try {
      scratch = ScratchFolder.create("kvbench-target-");
      return start(launch.in(scratch.path()), log, scratch, clock);
    } catch (IOException e) {
      close(scratch);
      throw new TargetException("cannot start " + launch.name() + ": " + e.getMessage());
    } catch (RuntimeException e) {
      close(scratch);
      throw e;
    }
  }

  private static void close(@Nullable ScratchFolder scratch) {
    if (scratch != null) {
      scratch.close();
    }
  }

  private static ServerProcess start(
      Launch launch, Path log, ScratchFolder scratch, NanoClock clock) throws IOException {
    for (Map.Entry<String, String> file : launch.files().entrySet()) {
      Path path = scratch.path().resolve(file.getKey());
      Files.createDirectories(Objects.requireNonNull(path.getParent()));
      Files.writeString(path, file.getValue());
    }
    Path folder = Path.of(String.valueOf(launch.folder())).toAbsolutePath();
    if (!Files.isDirectory(folder)) {
      throw new TargetException(
          "cannot start " + launch.name() + ": there is no folder " + folder + " to run it in");
    }
    ProcessBuilder builder =
        new ProcessBuilder().directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().putAll(launch.environment());
    builder.environment().put(FOLDER_VARIABLE, scratch.path().toString());
    @Nullable Path leader = launch.foreign() ? sessionLeader(launch, folder, builder) : null;
    List<String> words = new ArrayList<>();
    if (leader != null) {
      words.add(leader.toString());
    }
    words.addAll(launch.words());
    ServerLog output = new ServerLog(log);
    Process process =
        builder
            .command(words)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    ProcessTree tree =
        new ProcessTree(process.toHandle(), leader != null, FOLDER_VARIABLE + "=" + scratch.path());
    // Before anybody is told of the end: those who lose their parent now are soon hard to find.
    CompletableFuture<Void> unused = process.onExit().thenRun(tree::look);
    return new ServerProcess(launch.name(), process, tree, output, scratch, clock);
  }

  /** The program that gives a command a session of its own; null where the system has none. */
  private static @Nullable Path sessionLeader(Launch launch, Path folder, ProcessBuilder builder) {
    String path = builder.environment().get("PATH");
    String program = launch.words().get(0);
    if (Programs.find(program, folder, path) == null) {
      throw new TargetException(
          "cannot start "
              + launch.name()
              + ": there is no program "
              + program
              + (program.indexOf(File.separatorChar) < 0
                  ? " on the path"
                  : " that can be executed (from the folder " + folder + ")"));
    }
    return Programs.find("setsid", folder, System.getenv("PATH"));
  }

  /**
   * Waits until the process has written a line that matches.
   *
   * @param givenUp whether nobody wants it any more
   * @throws TargetException if it ends before, takes longer than 30 s, or is given up
   */
  public Matcher awaitLine(Pattern pattern, BooleanSupplier givenUp) {
    return await(() -> newLine(pattern), READY_NANOS, givenUp);
  }

  /** What {@code pattern} finds in the lines that were written since the last look, or null. */
  public @Nullable Matcher newLine(Pattern pattern) {
    for (String line : log.newLines()) {
      Matcher matcher = pattern.matcher(line);
      if (matcher.find()) {
        readyLine = line;
        return matcher;
      }
    }
    return null;
  }

  /**
   * Waits until something is there.
   *
   * @param look gives it, or null where it is not there yet
   * @param timeoutNanos how long it may take
   * @param givenUp whether nobody wants it any more
   * @throws TargetException if the process ends before, it takes longer, or it is given up
   */
  public <T> T await(Supplier<@Nullable T> look, long timeoutNanos, BooleanSupplier givenUp) {
    long deadline = clock.nanos() + timeoutNanos;
    try {
      while (true) {
        boolean ended = process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
        T found = ended ? null : look.get();
        if (found != null) {
          return found;
        }
        if (ended) {
          throw new TargetException(name + " ended at its start, " + ending());
        }
        if (givenUp.getAsBoolean()) {
          throw new TargetException("interrupted while " + name + " started");
        }
        if (clock.nanos() > deadline) {
          throw new TargetException(
              name + " was not ready after " + timeoutNanos / 1e9 + " s" + lastWords());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TargetException("interrupted while " + name + " started");
    }
  }

  /** The process's number. */
  public long pid() {
    return process.pid();
  }

  /** Tells {@code listener} when the process ends before it is closed, and how. */
  public void onEnd(Consumer<String> listener) {
    CompletableFuture<Void> unused =
        process
            .onExit()
            .thenAccept(
                ended -> {
                  if (!closing) {
                    listener.accept(name + " ended, " + ending());
                  }
                });
  }

  /**
   * Ends the process and all that it started, forcibly what does not go by itself, and deletes its
   * scratch folder.
   */
  @Override
  public void close() {
    closing = true;
    tree.end();
    awaitCollected();
    scratch.close();
  }

  /** Waits until the system has forgotten the process, which has ended: it is nobody's leftover. */
  private void awaitCollected() {
    try {
      boolean unused = process.waitFor(COLLECTED_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String ending() {
    int code = process.exitValue();
    String how =
        code > SIGNALLED ? "killed by signal " + (code - SIGNALLED) : "with exit code " + code;
    return how + lastWords();
  }

  private String lastWords() {
    List<String> lines =
        log.lastLines(LAST_LINES).stream().filter(line -> !line.equals(readyLine)).toList();
    if (lines.isEmpty()) {
      return readyLine.isEmpty() ? "; it printed nothing" : "";
    }
    return "; it printed last: " + String.join(" / ", lines);
  }
}
