package dev.kvbench.cli;

/** The line on which a command says how far it is: drawn over in a terminal, plain elsewhere. */
final class ProgressLine {

  private static final String ERASE_LINE = "\r\u001b[K";

  private final Console console;
  private boolean open;

  ProgressLine(Console console) {
    this.console = console;
  }

  /** Draws {@code line} over the one that was drawn before; for terminals. */
  void draw(String line) {
    console.out().print(ERASE_LINE + cut(line));
    console.out().flush();
    open = true;
  }

  /** Prints {@code line}, in place of what was drawn. */
  void say(String line) {
    erase();
    console.out().println(cut(line));
  }

  /** Takes away what was drawn. */
  void erase() {
    if (open) {
      console.out().print(ERASE_LINE);
      console.out().flush();
      open = false;
    }
  }

  private String cut(String line) {
    int room = console.columns() - 1;
    return console.terminal() && line.length() > room ? line.substring(0, room - 1) + "…" : line;
  }
}
