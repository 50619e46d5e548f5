package dev.kvbench.server.law;

import dev.kvbench.server.OwnedProcess;
import dev.kvbench.time.NanoClock;
import java.io.IOException;
import java.util.Arrays;

/**
 * A server of a known law as a process of its own:
 *
 * <pre>java -cp … dev.kvbench.server.law.LawServerMain LAW [VALUES]</pre>
 *
 * <p>The laws and their values, with commas between them, are those of {@link Rule#of}. It prints
 * one line, {@code kvbench-law-server listening on http://HOST:PORT}, and runs until its standard
 * input ends.
 *
 * <p>Exit codes: 0 its standard input ended; 2 there is no such law; 5 it cannot listen.
 */
public final class LawServerMain {

  private static final int WRONG_OPTIONS = 2;
  private static final int CANNOT_START = 5;

  private LawServerMain() {}

  /** Runs the server that the words above ask for. */
  public static void main(String[] args) {
    Rule rule;
    try {
      if (args.length == 0) {
        throw new IllegalArgumentException("The name of a law is needed.");
      }
      rule = Rule.of(args[0], args.length > 1 ? values(args[1]) : new long[0]);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(WRONG_OPTIONS);
      return;
    }
    OwnedProcess.ignoreInterrupts();
    try {
      LawServer server = new LawServer(rule, NanoClock.system());
      Thread serving = new Thread(server::run, "reader");
      serving.setDaemon(true);
      serving.start();
      System.out.println("kvbench-law-server listening on http://127.0.0.1:" + server.port());
      OwnedProcess.awaitEndOfInput();
      System.exit(0);
    } catch (IOException e) {
      System.err.println("Cannot listen on the loopback interface: " + e.getMessage());
      System.exit(CANNOT_START);
    }
  }

  private static long[] values(String text) {
    return Arrays.stream(text.split(",", -1)).mapToLong(Long::parseLong).toArray();
  }
}
