package dev.kvbench.server;

import java.io.IOException;
import java.net.UnknownHostException;
import java.util.Iterator;
import java.util.List;

/**
 * The reference server as a process of its own:
 *
 * <pre>java -cp … dev.kvbench.server.ServerMain [--port N] [--host H] [--selectors N] [--owned]
 * </pre>
 *
 * <p>It prints one line, {@code kvbench-server listening on http://HOST:PORT}, when it accepts
 * requests, and runs until it is killed. With {@code --owned} it also ends when its standard input
 * does, so that it cannot outlive whoever started it, and ignores the terminal's Ctrl-C, which goes
 * to every process of the terminal while its owner still needs it.
 *
 * <p>Exit codes: 0 its standard input ended; 2 the options are wrong; 5 it cannot listen there.
 */
public final class ServerMain {

  private static final int WRONG_OPTIONS = 2;
  private static final int CANNOT_START = 5;

  private ServerMain() {}

  /** Runs the server with the options above. */
  public static void main(String[] args) {
    Options options;
    try {
      options = Options.parse(args);
    } catch (IllegalArgumentException e) {
      exit(WRONG_OPTIONS, String.valueOf(e.getMessage()));
      return;
    }
    ServerConfig config = options.config();
    if (options.owned()) {
      OwnedProcess.ignoreInterrupts();
    }
    KvServer server;
    try {
      server = KvServer.start(config);
    } catch (IOException e) {
      exit(CANNOT_START, whyNot(config, e));
      return;
    }
    System.out.println(
        "kvbench-server listening on http://" + inUrl(config.host()) + ":" + server.port());
    if (options.owned()) {
      OwnedProcess.awaitEndOfInput();
      server.close();
      System.exit(0);
    }
  }

  private record Options(ServerConfig config, boolean owned) {

    /**
     * @throws IllegalArgumentException with a sentence for whoever wrote the command
     */
    static Options parse(String[] args) {
      ServerConfig config = ServerConfig.DEFAULT;
      boolean owned = false;
      Iterator<String> rest = List.of(args).iterator();
      while (rest.hasNext()) {
        String option = rest.next();
        switch (option) {
          case "--owned" -> owned = true;
          case "--host" -> config = config.withHost(value(option, rest));
          case "--port" -> config = config.withPort(number(option, rest));
          case "--selectors" -> config = config.withSelectors(number(option, rest));
          default ->
              throw new IllegalArgumentException(
                  "Unknown option "
                      + option
                      + "; there are --port N, --host H, --selectors N and --owned.");
        }
      }
      return new Options(config, owned);
    }

    private static String value(String option, Iterator<String> rest) {
      if (!rest.hasNext()) {
        throw new IllegalArgumentException("The option " + option + " needs a value after it.");
      }
      return rest.next();
    }

    private static int number(String option, Iterator<String> rest) {
      String value = value(option, rest);
      try {
        return Integer.parseInt(value);
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(
            "The option " + option + " needs a whole number, not '" + value + "'.", e);
      }
    }
  }

  private static String whyNot(ServerConfig config, IOException e) {
    String where = "Cannot listen on " + inUrl(config.host()) + ":" + config.port();
    if (e instanceof UnknownHostException) {
      return where + ": there is no such host; give --host an address of this machine.";
    }
    return where
        + " ("
        + e.getMessage()
        + "): stop what listens there, or choose another --port (0 for any that is free) or --host.";
  }

  private static String inUrl(String host) {
    return host.indexOf(':') >= 0 ? "[" + host + "]" : host;
  }

  private static void exit(int code, String sentence) {
    System.err.println(sentence);
    System.exit(code);
  }
}
