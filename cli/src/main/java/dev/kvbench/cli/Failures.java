package dev.kvbench.cli;

import dev.kvbench.result.UnreadableResultException;
import dev.kvbench.run.TargetUnavailableException;
import dev.kvbench.scenario.Nearest;
import dev.kvbench.scenario.ScenarioException;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.util.Collection;
import java.util.List;
import picocli.CommandLine;

/** Which error ends with which exit code, and how each is said. */
final class Failures {

  private Failures() {}

  /**
   * Says in a line what was wrong with the command's words, and in another where to look.
   *
   * @return the exit code
   */
  static int misuse(CommandLine.ParameterException error, Console console) {
    String command = error.getCommandLine().getCommandSpec().qualifiedName();
    String what = error.getMessage();
    List<String> near = List.of();
    if (error instanceof CommandLine.UnmatchedArgumentException unmatched) {
      String first = unmatched.getUnmatched().get(0);
      boolean commands = !error.getCommandLine().getSubcommands().isEmpty();
      what =
          (unmatched.isUnknownOption()
                  ? "there is no option '"
                  : commands ? "there is no command '" : "nothing is expected like '")
              + first
              + "'";
      near = Nearest.nearest(first, known(error.getCommandLine(), unmatched.isUnknownOption()));
    }
    console.err().println(command + ": " + what);
    console
        .err()
        .println(
            "    "
                + (near.isEmpty() ? "" : "did you mean " + String.join(" or ", near) + "? ")
                + "'"
                + command
                + " --help' shows what there is");
    return ExitCode.WRONG_USE;
  }

  /** The options that a command has, or the commands beneath it. */
  private static Collection<String> known(CommandLine command, boolean options) {
    return options
        ? command.getCommandSpec().optionsMap().keySet()
        : command.getSubcommands().keySet();
  }

  /**
   * Says what went wrong, in the words of the error.
   *
   * @param debug whether to show the stack trace too
   * @return the exit code
   */
  static int report(Throwable error, Console console, boolean debug) {
    if (debug) {
      error.printStackTrace(console.err());
    }
    if (error instanceof ScenarioException || error instanceof WrongUseException) {
      console.err().println(error.getMessage());
      return ExitCode.WRONG_USE;
    }
    if (error instanceof UnreadableResultException || error instanceof UncheckedIOException) {
      console.err().println("kvbench: " + error.getMessage());
      return ExitCode.WRONG_USE;
    }
    if (error instanceof TargetUnavailableException) {
      console.err().println("kvbench: " + error.getMessage());
      return ExitCode.NO_TARGET;
    }
    if (error instanceof InvalidPathException) {
      console.err().println("kvbench: that is no name of a file: " + error.getMessage());
      return ExitCode.WRONG_USE;
    }
    if (error instanceof OutOfMemoryError) {
      console
          .err()
          .println(
              "kvbench: the memory of its virtual machine is used up; what was asked for is too"
                  + " large for it (KVBENCH_JAVA_OPTIONS=-Xmx2g gives it more)");
      return ExitCode.INVALID;
    }
    console
        .err()
        .println(
            "kvbench: this is a mistake of kvbench's own, and no figure of this run should be"
                + " used: "
                + error
                + (debug ? "" : " (" + Common.DEBUG + " shows where)"));
    return ExitCode.INVALID;
  }
}
