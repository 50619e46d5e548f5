package dev.kvbench.targets.process;

import dev.kvbench.targets.TargetException;
import dev.kvbench.time.NanoClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server process that kvbench started: it writes to a log file, has a scratch folder of its own,
 * and neither outlives {@link #close}. Its standard input stays open as long as kvbench lives, so
 * that a server which watches it ends with kvbench even when that is killed.
 */
public final class ServerProcess implements AutoCloseable {

  /** In a command: the process's own scratch folder. */
  public static final String SCRATCH = "{dir}";

  private static final long READY_NANOS = 30 * NanoClock.NANOS_PER_SECOND;
  private static final long POLL_MILLIS = 10;
  private static final long STOP_SECONDS = 5;
  private static final int LAST_LINES = 5;

  private final String name;
  private final Process process;
  private final Path log;
  private final long logStart;
  private final ScratchFolder scratch;
  private final NanoClock clock;
  private volatile boolean closing;
  private volatile String readyLine = "";

  private ServerProcess(
      String name,
      Process process,
      Path log,
      long logStart,
      ScratchFolder scratch,
      NanoClock clock) {
    this.name = name;
    this.process = process;
    this.log = log;
    this.logStart = logStart;
    this.scratch = scratch;
    this.clock = clock;
  }

  /**
   * Starts a process.
   *
   * @param name what messages call it
   * @param command its words; {@link #SCRATCH} in them is replaced
   * @param log file that its output is appended to
   * @throws TargetException if it cannot be started
   */
  public static ServerProcess start(String name, List<String> command, Path log, NanoClock clock) {
    ScratchFolder scratch = null;
    try {
      scratch = ScratchFolder.create("kvbench-target-");
      List<String> words = new ArrayList<>();
      for (String word : command) {
        words.add(word.replace(SCRATCH, scratch.path().toString()));
      }
      long logStart = Files.exists(log) ? Files.size(log) : 0;
      Process process =
          new ProcessBuilder(words)
              .directory(scratch.path().toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      return new ServerProcess(name, process, log, logStart, scratch, clock);
    } catch (IOException e) {
      if (scratch != null) {
        scratch.close();
      }
      throw new TargetException("cannot start " + name + ": " + e.getMessage());
    }
  }

  /**
   * Waits until the process has written a line that matches.
   *
   * @throws TargetException if it ends before, or takes longer than 30 s
   */
  public Matcher awaitLine(Pattern pattern) {
    long deadline = clock.nanos() + READY_NANOS;
    try {
      while (true) {
        boolean ended = process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
        Matcher matcher = pattern.matcher(output());
        if (matcher.find()) {
          readyLine = matcher.group();
          return matcher;
        }
        if (ended) {
          throw new TargetException(name + " ended at its start, " + ending());
        }
        if (clock.nanos() > deadline) {
          throw new TargetException(
              name + " was not ready after " + READY_NANOS / 1e9 + " s" + lastWords());
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

  /** Ends the process, forcibly if it does not go by itself, and deletes its scratch folder. */
  @Override
  public void close() {
    closing = true;
    process.destroy();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    scratch.close();
  }

  private String ending() {
    int code = process.exitValue();
    String how = code > 128 ? "killed by signal " + (code - 128) : "with exit code " + code;
    return how + lastWords();
  }

  private String lastWords() {
    List<String> lines =
        output().lines().filter(line -> !line.isBlank() && !line.equals(readyLine)).toList();
    if (lines.isEmpty()) {
      return readyLine.isEmpty() ? "; it printed nothing" : "";
    }
    return "; it printed last: "
        + String.join(" / ", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
  }

  private String output() {
    try {
      byte[] all = Files.readAllBytes(log);
      int from = (int) Math.min(logStart, all.length);
      return new String(all, from, all.length - from, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }
}
