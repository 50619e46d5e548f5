package dev.kvbench.targets.resources;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A process that a test started, and ends. */
final class Child implements AutoCloseable {

  private final Process process;
  private final BufferedReader out;

  private Child(Process process) {
    this.process = process;
    this.out = process.inputReader(StandardCharsets.UTF_8);
  }

  static Child start(String... command) throws IOException {
    return new Child(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  /** Starts {@link ChurningProgram} with flags of its virtual machine, and waits until it runs. */
  static Child churning(String... flags) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx64m");
    command.add("-XX:+UseSerialGC");
    command.addAll(List.of(flags));
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(ChurningProgram.class.getName());
    Child child = start(command.toArray(String[]::new));
    String line = child.out.readLine();
    if (!"ready".equals(line)) {
      child.close();
      throw new IOException("it said " + line);
    }
    return child;
  }

  long pid() {
    return process.pid();
  }

  /** Has a {@link ChurningProgram} collect its garbage, and waits until it has. */
  void collect() throws IOException {
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
    String unused = out.readLine();
  }

  /** Has the kernel stop it, so that it answers nobody; it can still be ended. */
  void freeze() throws IOException, InterruptedException {
    int unused = new ProcessBuilder("kill", "-STOP", Long.toString(pid())).start().waitFor();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
