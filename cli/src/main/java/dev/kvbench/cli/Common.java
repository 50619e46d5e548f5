package dev.kvbench.cli;

import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Options that every command has. */
final class Common {

  static final String DEBUG = "--debug";

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and end.")
  @SuppressWarnings("unused") // that it is there is all that matters
  private boolean help;

  @Option(names = DEBUG, description = "Show the stack trace of an error.")
  @SuppressWarnings("unused") // asked of the parse result, since an error may come before any field
  private boolean debug;

  /** Whether the command that was parsed, at whatever depth, asks for stack traces. */
  static boolean isDebug(CommandLine.ParseResult parsed) {
    for (CommandLine.ParseResult at = parsed; at != null; at = at.subcommand()) {
      if (at.hasMatchedOption(DEBUG)) {
        return true;
      }
    }
    return false;
  }
}
