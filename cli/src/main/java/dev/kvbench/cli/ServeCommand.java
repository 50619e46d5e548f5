package dev.kvbench.cli;

import dev.kvbench.server.KvServer;
import dev.kvbench.server.ServerConfig;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code kvbench serve}: runs the reference server by itself, until the process is ended. */
@Command(
    name = "serve",
    description = "Run the reference server by itself, until Ctrl-C. Its data is in memory.")
final class ServeCommand implements Callable<Integer> {

  private static final int DEFAULT_PORT = 8080;
  private static final int MOST_SELECTORS = 1024;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "" + DEFAULT_PORT,
      description = "Port; 0 takes a free one (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "Address to listen on (default: ${DEFAULT-VALUE}, this machine only).")
  private String host;

  @Option(
      names = "--selectors",
      paramLabel = "N",
      defaultValue = "1",
      description = "Selector threads (default: ${DEFAULT-VALUE}).")
  private int selectors;

  @Mixin Common common;

  private final Console console;

  ServeCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (selectors > MOST_SELECTORS) {
      throw new WrongUseException(
          "--selectors " + selectors + " is too many: at most " + MOST_SELECTORS);
    }
    ServerConfig config;
    try {
      config = new ServerConfig(host, port, selectors);
    } catch (IllegalArgumentException e) {
      throw new WrongUseException(String.valueOf(e.getMessage()));
    }
    try (KvServer server = KvServer.start(config)) {
      console.out().println("listening on http://" + host + ":" + server.port() + " (Ctrl-C ends)");
      new CountDownLatch(1).await();
      return ExitCode.GOOD;
    } catch (IOException e) {
      console
          .err()
          .println(
              "kvbench: cannot listen on "
                  + host
                  + ":"
                  + port
                  + ": "
                  + e.getMessage()
                  + ". Give another port with --port; 0 takes a free one.");
      return ExitCode.NO_TARGET;
    }
  }
}
