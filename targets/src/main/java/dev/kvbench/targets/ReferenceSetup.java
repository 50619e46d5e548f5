package dev.kvbench.targets;

import dev.kvbench.scenario.StorageSpec;
import dev.kvbench.scenario.TargetSpec;
import dev.kvbench.scenario.WorkersSpec;
import dev.kvbench.targets.process.ServerProcess;
import dev.kvbench.time.NanoClock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How a reference server is started as a scenario asks for it, and what a report says of that. */
final class ReferenceSetup {

  private static final int NATIVE_ACCESS_FLAGS_SINCE = 24;
  private static final long MIB = 1 << 20;
  private static final Pattern COLLECTOR = Pattern.compile("-XX:[+-]Use\\w+GC");
  private static final String DATA_FOLDER = ServerProcess.SCRATCH + "/data";

  private ReferenceSetup() {}

  /**
   * The flags of its virtual machine; those of the scenario come last, and so have the last word.
   */
  static List<String> jvmFlags(TargetSpec.Reference spec) {
    List<String> flags = new ArrayList<>();
    if (spec.jvmFlags().stream().noneMatch(flag -> COLLECTOR.matcher(flag).matches())) {
      flags.add("-XX:+UseSerialGC");
    }
    flags.add("-XX:-UsePerfData");
    flags.add("-Xms" + spec.heapBytes() / MIB + "m");
    flags.add("-Xmx" + spec.heapBytes() / MIB + "m");
    if (Runtime.version().feature() >= NATIVE_ACCESS_FLAGS_SINCE) {
      flags.add("--enable-native-access=ALL-UNNAMED");
      flags.add("--sun-misc-unsafe-memory-access=allow");
    }
    flags.addAll(spec.jvmFlags());
    return flags;
  }

  /** The words of its command line, as {@code ServerMain} reads them. */
  static List<String> arguments(TargetSpec.Reference spec) {
    List<String> words = new ArrayList<>();
    add(words, "--port", 0);
    add(words, "--selectors", spec.selectors());
    WorkersSpec workers = spec.workers();
    if (workers != null) {
      add(words, "--workers", workers.minThreads() + "-" + workers.maxThreads());
      add(words, "--queue", word(workers.queue()));
      add(words, "--queue-capacity", workers.capacity());
      add(words, "--order", word(workers.order()));
      add(words, "--rejection", word(workers.rejection()));
    }
    add(words, "--deadline-nanos", spec.deadlineNanos());
    add(words, "--max-body-bytes", spec.maxBodyBytes());
    if (spec.storage() instanceof StorageSpec.RocksDb disk) {
      add(words, "--storage", "rocksdb");
      add(words, "--data", DATA_FOLDER);
      add(words, "--flush-threshold-bytes", disk.flushThresholdBytes());
      add(words, "--block-cache-bytes", disk.blockCacheBytes());
      add(words, "--sync", word(disk.sync()));
    }
    words.add("--owned");
    return words;
  }

  /** What a report says of it, in labelled facts. */
  static Map<String, String> facts(TargetSpec.Reference spec) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("selectors", Integer.toString(spec.selectors()));
    facts.put("workers", workers(spec.workers()));
    if (spec.workers() != null) {
      facts.put("deadline", deadline(spec.deadlineNanos()));
    }
    facts.put("storage", storage(spec.storage()));
    facts.put("body limit", size(spec.maxBodyBytes()));
    facts.put("jvm flags", String.join(" ", jvmFlags(spec)));
    return facts;
  }

  private static String workers(@Nullable WorkersSpec workers) {
    if (workers == null) {
      return "none: the selectors do the requests";
    }
    String threads =
        workers.minThreads() == workers.maxThreads()
            ? Integer.toString(workers.maxThreads())
            : workers.minThreads() + " to " + workers.maxThreads();
    String queue =
        workers.queue() == WorkersSpec.Queue.SYNCHRONOUS
            ? "no queue (synchronous)"
            : word(workers.queue())
                + " queue of "
                + workers.capacity()
                + ", "
                + word(workers.order());
    return threads + ", " + queue + ", rejection " + word(workers.rejection());
  }

  private static String deadline(long nanos) {
    if (nanos == 0) {
      return "none";
    }
    boolean whole = nanos % NanoClock.NANOS_PER_MILLI == 0;
    long unit = whole ? NanoClock.NANOS_PER_MILLI : NanoClock.NANOS_PER_MICRO;
    return nanos / unit + (whole ? " ms" : " µs") + " for a worker";
  }

  private static String storage(StorageSpec storage) {
    if (storage instanceof StorageSpec.RocksDb disk) {
      return "rocksdb, flush threshold "
          + size(disk.flushThresholdBytes())
          + ", block cache "
          + size(disk.blockCacheBytes())
          + ", sync "
          + word(disk.sync());
    }
    return "memory";
  }

  private static String size(long bytes) {
    for (int unit = 2; unit >= 0; unit--) {
      long factor = 1L << (10 * (unit + 1));
      if (bytes >= factor && bytes % factor == 0) {
        return bytes / factor + " " + List.of("KiB", "MiB", "GiB").get(unit);
      }
    }
    return bytes + " B";
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static void add(List<String> words, String option, Object value) {
    words.add(option);
    words.add(value.toString());
  }
}
