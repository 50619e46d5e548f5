package dev.kvbench.cli;

import dev.kvbench.scenario.ServerSettings;
import dev.kvbench.scenario.StorageSpec;
import dev.kvbench.scenario.TargetSpec;
import dev.kvbench.scenario.WorkersSpec;
import dev.kvbench.server.KvServer;
import dev.kvbench.server.ServerConfig;
import dev.kvbench.server.WorkersConfig;
import dev.kvbench.server.storage.Storage;
import dev.kvbench.server.storage.StorageConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code kvbench serve}: runs the reference server by itself, until the process is ended. */
@Command(
    name = "serve",
    description = "Run the reference server by itself, until Ctrl-C.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  kvbench serve --set server.selectors=2",
      "  kvbench serve --set server.workers.threads=4 --set server.deadline=200ms",
      "  kvbench serve --set server.storage=rocksdb --data /tmp/kv",
    })
final class ServeCommand implements Callable<Integer> {

  private static final int DEFAULT_PORT = 8080;

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
      description = "Selector threads, short for --set server.selectors=N (default: 1).")
  private @Nullable Integer selectors;

  @Option(
      names = "--set",
      paramLabel = "path=value",
      description = "A setting of the server, as a scenario's target has them. May be given often.")
  private final List<String> settings = new ArrayList<>();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where the data of rocksdb is, and stays.")
  private @Nullable Path data;

  @Mixin Common common;

  private final Console console;

  ServeCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    ServerConfig config = config();
    Storage storage;
    try {
      storage = config.storage().open();
    } catch (IOException e) {
      console.err().println("kvbench: " + e.getMessage());
      return ExitCode.NO_TARGET;
    }
    try (KvServer server = KvServer.start(config, storage)) {
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

  private ServerConfig config() {
    List<String> all = new ArrayList<>();
    if (selectors != null) {
      all.add("server.selectors=" + selectors);
    }
    all.addAll(settings);
    TargetSpec.Reference asked = ServerSettings.read(all);
    try {
      return ServerConfig.DEFAULT
          .withHost(host)
          .withPort(port)
          .withSelectors(asked.selectors())
          .withWorkers(workers(asked.workers()))
          .withDeadlineNanos(asked.deadlineNanos())
          .withMaxBodyBytes(asked.maxBodyBytes())
          .withStorage(storage(asked.storage()));
    } catch (IllegalArgumentException e) {
      throw new WrongUseException(String.valueOf(e.getMessage()));
    }
  }

  private static @Nullable WorkersConfig workers(@Nullable WorkersSpec asked) {
    return asked == null
        ? null
        : new WorkersConfig(
            asked.minThreads(),
            asked.maxThreads(),
            WorkersConfig.Queue.valueOf(asked.queue().name()),
            asked.capacity(),
            WorkersConfig.Order.valueOf(asked.order().name()),
            WorkersConfig.Rejection.valueOf(asked.rejection().name()));
  }

  private StorageConfig storage(StorageSpec asked) {
    if (asked instanceof StorageSpec.RocksDb disk) {
      if (data == null) {
        throw new WrongUseException(
            "rocksdb needs a folder for its data, which stays there: --data DIR");
      }
      return new StorageConfig.RocksDb(
          data,
          disk.flushThresholdBytes(),
          disk.blockCacheBytes(),
          disk.sync() == StorageSpec.Sync.EVERY_WRITE);
    }
    if (data != null) {
      throw new WrongUseException(
          "--data is for rocksdb, and the records are kept in memory: --set server.storage=rocksdb");
    }
    return new StorageConfig.Memory();
  }
}
