package dev.kvbench.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * kvbench in a process of its own, which bears a mark that all that comes of it inherits, with a
 * folder of its own for temporary files.
 */
final class KvbenchProcess implements AutoCloseable {

  private static final String VARIABLE = "KVBENCH_TEST_MARK";

  private final Process process;
  private final Path temporary;
  private final Path output;
  private final String mark;

  private KvbenchProcess(Process process, Path temporary, Path output, String mark) {
    this.process = process;
    this.temporary = temporary;
    this.output = output;
    this.mark = mark;
  }

  /** Starts it; runs that are given the same folder meet there. */
  static KvbenchProcess start(Path temporary, String... words) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Djava.io.tmpdir=" + Files.createDirectories(temporary));
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Main.class.getName());
    command.addAll(List.of(words));
    String mark = UUID.randomUUID().toString();
    Path output = temporary.resolveSibling("printed-" + mark);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().put(VARIABLE, mark);
    return new KvbenchProcess(builder.start(), temporary, output, mark);
  }

  /** Waits until something is so, or kvbench has ended. */
  void awaitThat(BooleanSupplier moment) {
    while (process.isAlive() && !moment.getAsBoolean()) {
      Thread.onSpinWait();
    }
  }

  boolean hasPrinted(String text) {
    return printed().contains(text);
  }

  String printed() {
    try {
      return Files.readString(output, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  void signal(String signal) throws IOException, InterruptedException {
    int code =
        new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
    if (code != 0 && process.isAlive()) {
      throw new AssertionError("kill says " + code);
    }
  }

  int awaitExit() throws InterruptedException {
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      throw new AssertionError("still running: " + printed());
    }
    return process.exitValue();
  }

  /** The processes that kvbench has started, and those that they have, as many as there are now. */
  List<Long> offspring() {
    List<Long> found = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path each : all) {
        long pid = Long.parseLong(each.getFileName().toString());
        if (pid != process.pid() && bearsMark(each)) {
          found.add(pid);
        }
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return found;
  }

  private boolean bearsMark(Path process) {
    try {
      return new String(Files.readAllBytes(process.resolve("environ")), StandardCharsets.ISO_8859_1)
          .contains(VARIABLE + "=" + mark);
    } catch (IOException e) {
      return false; // gone, or another user's
    }
  }

  /** What is in the folder for temporary files, but for what the virtual machine keeps there. */
  List<Path> temporaryFiles() {
    try (Stream<Path> files = Files.list(temporary)) {
      return files.filter(file -> !file.getFileName().toString().startsWith("hsperf")).toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Ends everything, whatever the test came to. */
  @Override
  public void close() {
    process.destroyForcibly();
    offspring().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
  }
}
