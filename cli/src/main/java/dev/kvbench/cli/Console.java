package dev.kvbench.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Where commands print: UTF-8 whatever the machine's locale, since figures carry µ and ≥.
 *
 * @param out results and progress
 * @param err errors
 * @param terminal whether {@code out} is a terminal that a line can be drawn over on
 * @param columns the terminal's width in characters
 */
record Console(PrintStream out, PrintStream err, boolean terminal, int columns) {

  private static final int DEFAULT_COLUMNS = 100;

  Console {
    // Nothing is drawn there, and messages repeat what others wrote.
    err = new PrintStream(new HarmlessOutput(err), true, StandardCharsets.UTF_8);
  }

  /** The process's own output; the start script says whether it is a terminal. */
  static Console ofProcess() {
    return new Console(
        stream(FileDescriptor.out),
        stream(FileDescriptor.err),
        Boolean.getBoolean("kvbench.terminal"),
        Math.max(40, Integer.getInteger("kvbench.columns", DEFAULT_COLUMNS)));
  }

  private static PrintStream stream(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
  }
}
