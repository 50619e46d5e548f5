package dev.kvbench.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A main class of the tests' class path, run in a JVM of its own. */
final class ServerProcess implements AutoCloseable {

  private static final int DEADLINE_SECONDS = 60;

  private final Process process;

  private ServerProcess(Process process) {
    this.process = process;
  }

  static ServerProcess start(List<String> jvmFlags, Class<?> mainClass, String... args)
      throws IOException {
    return new ServerProcess(new ProcessBuilder(command(jvmFlags, mainClass, args)).start());
  }

  private static List<String> command(List<String> jvmFlags, Class<?> mainClass, String... args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // what newer JDKs ask for, which this one has been given
    for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (flag.startsWith("--enable-native-access") || flag.startsWith("--sun-misc-unsafe")) {
        command.add(flag);
      }
    }
    command.addAll(jvmFlags);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(mainClass.getName());
    Collections.addAll(command, args);
    return command;
  }

  static ServerProcess startMain(String... args) throws IOException {
    return start(List.of("-Xmx64m"), ServerMain.class, args);
  }

  /** The server, with no more open files and connections than these. */
  static ServerProcess startWithDescriptors(int most) throws IOException {
    List<String> words = new ArrayList<>(List.of("/bin/sh", "-c"));
    words.add("ulimit -n " + most + " && exec \"$@\"");
    words.add("sh");
    words.addAll(command(List.of("-Xmx64m"), ServerMain.class));
    return new ServerProcess(new ProcessBuilder(words).start());
  }

  /** The next line of standard output, or null at its end. */
  @Nullable String readLine() throws IOException {
    return output().readLine();
  }

  /** Waits for the line that says where the server listens. */
  int awaitPort() throws IOException {
    String line = readLine();
    if (line == null) {
      throw new IOException("it never listened: " + errors());
    }
    return Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
  }

  void interrupt() throws IOException, InterruptedException {
    String pid = Long.toString(process.pid());
    new ProcessBuilder("kill", "-INT", pid).inheritIO().start().waitFor();
  }

  /** Ends the process at once, as {@code kill -9} does. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  void endInput() throws IOException {
    process.getOutputStream().close();
  }

  int awaitExitCode() throws InterruptedException {
    if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("still running after " + DEADLINE_SECONDS + " s");
    }
    return process.exitValue();
  }

  /** All of standard error, read to its end. */
  String errors() throws IOException {
    return new String(process.getErrorStream().readAllBytes(), UTF_8);
  }

  private BufferedReader output() {
    return process.inputReader(UTF_8);
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
