package dev.kvbench.server;

import dev.kvbench.server.storage.Storage;
import java.io.IOException;
import java.net.UnknownHostException;
import java.util.List;

/**
 * The reference server as a process of its own:
 *
 * <pre>java -cp … dev.kvbench.server.ServerMain [OPTION]...</pre>
 *
 * <p>with the options of {@link ServerOptions}.
 *
 * <p>It prints one line, {@code kvbench-server listening on http://HOST:PORT}, when it accepts
 * requests, and runs until it is killed. With {@code --owned} it also ends when its standard input
 * does, so that it cannot outlive whoever started it, and ignores the terminal's Ctrl-C, which goes
 * to every process of the terminal while its owner still needs it.
 *
 * <p>Exit codes: 0 its standard input ended; 2 the options are wrong; 5 it cannot listen there, or
 * cannot open its data.
 */
public final class ServerMain {

  private static final int WRONG_OPTIONS = 2;
  private static final int CANNOT_START = 5;

  private ServerMain() {}

  /** Runs the server with the options above. */
  public static void main(String[] args) {
    ServerOptions options;
    try {
      options = ServerOptions.parse(List.of(args));
    } catch (IllegalArgumentException e) {
      exit(WRONG_OPTIONS, String.valueOf(e.getMessage()));
      return;
    }
    ServerConfig config = options.config();
    if (options.owned()) {
      OwnedProcess.ignoreInterrupts();
    }
    Storage storage;
    try {
      storage = config.storage().open();
    } catch (IOException e) {
      exit(CANNOT_START, String.valueOf(e.getMessage()));
      return;
    }
    KvServer server;
    try {
      server = KvServer.start(config, storage);
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
