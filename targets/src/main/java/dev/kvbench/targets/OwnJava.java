package dev.kvbench.targets;

import dev.kvbench.targets.process.ServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command that starts a server of kvbench's own: the same Java and class path as kvbench's. */
final class OwnJava {

  private OwnJava() {}

  /**
   * Returns the command's words.
   *
   * @param flags of the virtual machine
   * @param mainClass by its name, since servers are not seen from here
   * @param arguments of the program
   */
  static List<String> command(List<String> flags, String mainClass, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.add("-Djava.io.tmpdir=" + ServerProcess.SCRATCH);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(mainClass);
    command.addAll(arguments);
    return command;
  }
}
