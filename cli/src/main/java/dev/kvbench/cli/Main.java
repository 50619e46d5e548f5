package dev.kvbench.cli;

/** Entry point: runs a command and ends the process with its exit code. */
public final class Main {

  private Main() {}

  /** Runs the command line {@code args}. */
  public static void main(String[] args) {
    Console console = Console.ofProcess();
    System.exit(Kvbench.execute(console, args));
  }
}
