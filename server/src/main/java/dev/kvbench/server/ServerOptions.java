package dev.kvbench.server;

import dev.kvbench.server.storage.StorageConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the words of the server's command line say. They are written by programs, so that each has
 * one form: numbers are whole, times are in nanoseconds, sizes in bytes.
 *
 * <ul>
 *   <li>{@code --port N}, {@code --host H}, {@code --selectors N}
 *   <li>{@code --workers MIN-MAX}, {@code --queue array|linked|synchronous}, {@code
 *       --queue-capacity N}, {@code --order fifo|lifo}, {@code --rejection
 *       abort|caller-runs|discard-oldest}: the first makes workers, the others are about them
 *   <li>{@code --deadline-nanos N}, {@code --max-body-bytes N}
 *   <li>{@code --storage memory|rocksdb}; of the latter {@code --data FOLDER}, {@code
 *       --flush-threshold-bytes N}, {@code --block-cache-bytes N}, {@code --sync none|every-write}
 *   <li>{@code --owned}: the process ends with its standard input
 * </ul>
 *
 * @param config the server that they describe; {@link ServerConfig#DEFAULT} where they say nothing
 * @param owned whether the process belongs to whoever holds its standard input
 */
record ServerOptions(ServerConfig config, boolean owned) {

  private static final String OWNED = "--owned";
  private static final String WORKERS = "--workers";
  private static final String QUEUE = "--queue";
  private static final String CAPACITY = "--queue-capacity";
  private static final String ORDER = "--order";
  private static final String REJECTION = "--rejection";

  private static final String STORAGE = "--storage";
  private static final String DATA = "--data";
  private static final String FLUSH_THRESHOLD = "--flush-threshold-bytes";
  private static final String BLOCK_CACHE = "--block-cache-bytes";
  private static final String SYNC = "--sync";

  private static final List<String> OF_WORKERS = List.of(QUEUE, CAPACITY, ORDER, REJECTION);
  private static final List<String> OF_ROCKSDB = List.of(DATA, FLUSH_THRESHOLD, BLOCK_CACHE, SYNC);

  private static final Map<String, BiFunction<ServerConfig, Value, ServerConfig>> OPTIONS =
      Map.of(
          "--host", (config, value) -> config.withHost(value.text()),
          "--port", (config, value) -> config.withPort(value.wholeNumber()),
          "--selectors", (config, value) -> config.withSelectors(value.wholeNumber()),
          "--deadline-nanos", (config, value) -> config.withDeadlineNanos(value.longNumber()),
          "--max-body-bytes", (config, value) -> config.withMaxBodyBytes(value.wholeNumber()));

  /**
   * Reads the words.
   *
   * @throws IllegalArgumentException with a sentence for whoever wrote them
   */
  static ServerOptions parse(List<String> words) {
    ServerConfig config = ServerConfig.DEFAULT;
    Map<String, Value> others = new TreeMap<>();
    boolean owned = false;
    Iterator<String> rest = words.iterator();
    while (rest.hasNext()) {
      String option = rest.next();
      BiFunction<ServerConfig, Value, ServerConfig> known = OPTIONS.get(option);
      if (option.equals(OWNED)) {
        owned = true;
      } else if (known != null) {
        config = known.apply(config, Value.of(option, rest));
      } else if (others().contains(option)) {
        others.put(option, Value.of(option, rest));
      } else {
        throw new IllegalArgumentException(
            "Unknown option " + option + "; there are " + known() + ".");
      }
    }
    return new ServerOptions(
        config.withWorkers(workers(others)).withStorage(storage(others)), owned);
  }

  private static String known() {
    Map<String, Object> sorted = new TreeMap<>(OPTIONS);
    sorted.put(OWNED, "");
    others().forEach(option -> sorted.put(option, ""));
    return String.join(", ", sorted.keySet());
  }

  private static List<String> others() {
    List<String> others = new ArrayList<>(OF_WORKERS);
    others.addAll(OF_ROCKSDB);
    others.add(WORKERS);
    others.add(STORAGE);
    return others;
  }

  private static void refuse(Map<String, Value> values, List<String> options, String why) {
    for (String option : options) {
      if (values.containsKey(option)) {
        throw new IllegalArgumentException("The option " + option + why);
      }
    }
  }

  private static StorageConfig storage(Map<String, Value> values) {
    Value engine = values.get(STORAGE);
    if (engine == null || engine.oneOf(Engine.values()) == Engine.MEMORY) {
      refuse(values, OF_ROCKSDB, " is about RocksDB, and needs --storage rocksdb.");
      return new StorageConfig.Memory();
    }
    Value folder = values.get(DATA);
    if (folder == null) {
      throw new IllegalArgumentException("RocksDB needs a folder for its data: --data FOLDER.");
    }
    Value flush = values.get(FLUSH_THRESHOLD);
    Value cache = values.get(BLOCK_CACHE);
    Value sync = values.get(SYNC);
    StorageConfig.RocksDb usual = StorageConfig.RocksDb.in(Path.of(folder.text()));
    return new StorageConfig.RocksDb(
        usual.folder(),
        flush == null ? usual.flushThresholdBytes() : flush.longNumber(),
        cache == null ? usual.blockCacheBytes() : cache.longNumber(),
        sync != null && sync.oneOf(Sync.values()) == Sync.EVERY_WRITE);
  }

  private static @Nullable WorkersConfig workers(Map<String, Value> values) {
    Value threads = values.get(WORKERS);
    if (threads == null) {
      refuse(
          values,
          OF_WORKERS,
          " is about workers, and there are none without " + WORKERS + " MIN-MAX.");
      return null;
    }
    int[] range = threads.range();
    WorkersConfig.Queue queue = WorkersConfig.Queue.LINKED;
    Value kind = values.get(QUEUE);
    if (kind != null) {
      queue = kind.oneOf(WorkersConfig.Queue.values());
    }
    Value room = values.get(CAPACITY);
    int usual = queue == WorkersConfig.Queue.SYNCHRONOUS ? 0 : WorkersConfig.DEFAULT_CAPACITY;
    int capacity = room == null ? usual : room.wholeNumber();
    Value order = values.get(ORDER);
    Value rejection = values.get(REJECTION);
    return new WorkersConfig(
        range[0],
        range[1],
        queue,
        capacity,
        order == null ? WorkersConfig.Order.FIFO : order.oneOf(WorkersConfig.Order.values()),
        rejection == null
            ? WorkersConfig.Rejection.ABORT
            : rejection.oneOf(WorkersConfig.Rejection.values()));
  }

  private enum Engine {
    MEMORY,
    ROCKSDB
  }

  private enum Sync {
    NONE,
    EVERY_WRITE
  }

  /** The word behind an option. */
  private record Value(String option, String text) {

    static Value of(String option, Iterator<String> rest) {
      if (!rest.hasNext()) {
        throw new IllegalArgumentException("The option " + option + " needs a value after it.");
      }
      return new Value(option, rest.next());
    }

    int wholeNumber() {
      try {
        return Integer.parseInt(text);
      } catch (NumberFormatException e) {
        throw wrong("a whole number", e);
      }
    }

    long longNumber() {
      try {
        return Long.parseLong(text);
      } catch (NumberFormatException e) {
        throw wrong("a whole number", e);
      }
    }

    /** Two whole numbers with a {@code -} between them. */
    int[] range() {
      int dash = text.indexOf('-');
      try {
        return new int[] {
          Integer.parseInt(text.substring(0, Math.max(dash, 0))),
          Integer.parseInt(text.substring(dash + 1))
        };
      } catch (NumberFormatException e) {
        throw wrong("two whole numbers, as in 1-4", e);
      }
    }

    <E extends Enum<E>> E oneOf(E[] constants) {
      StringBuilder words = new StringBuilder();
      for (E constant : constants) {
        String word = constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
        if (word.equals(text)) {
          return constant;
        }
        words.append(words.length() == 0 ? "" : " or ").append(word);
      }
      throw wrong(words.toString(), null);
    }

    private IllegalArgumentException wrong(String expected, @Nullable Exception cause) {
      return new IllegalArgumentException(
          "The option " + option + " needs " + expected + ", not '" + text + "'.", cause);
    }
  }
}
