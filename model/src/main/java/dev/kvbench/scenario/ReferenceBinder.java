package dev.kvbench.scenario;

import dev.kvbench.scenario.StorageSpec.Sync;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes the settings of the reference server. */
final class ReferenceBinder {

  /** What only the reference server has. */
  static final List<String> KEYS =
      List.of("server", "selectors", "workers", "deadline", "storage", "body-limit", "heap", "jvm");

  private static final String NONE = "none";
  private static final int MOST_FLAGS = 100;
  private static final int LONGEST_FLAG = 1000;
  private static final String FLAGS_HINT = "write a list of flags:  jvm: [-XX:+UseG1GC]";

  private static final Map<String, Sync> SYNCS = Words.of(Sync.values());
  private static final Map<String, StorageSpec> ENGINES = engines();

  /** What the server's command has by itself, or gets from settings that are checked. */
  private static final Map<Pattern, String> FOREIGN_FLAGS =
      Map.of(
          Pattern.compile("-Xm[sx].*|-XX:(Max|Initial|Min)HeapSize=.*"),
          "set the size of the heap with heap: 256MiB",
          Pattern.compile("-cp|-classpath|--class-path.*|-jar|-m|--module.*"),
          "leave it out: kvbench says itself which program is run");

  private ReferenceBinder() {}

  /** The words for the engines, each with its usual settings. */
  static Map<String, StorageSpec> engines() {
    Map<String, StorageSpec> words = new LinkedHashMap<>();
    words.put("memory", new StorageSpec.Memory());
    words.put("rocksdb", new StorageSpec.RocksDb(64L << 20, 32L << 20, Sync.NONE));
    return words;
  }

  /** The server that the section describes; its defaults where that says nothing. */
  static TargetSpec.Reference bind(Section section) {
    TargetSpec.Reference usual = TargetSpec.Reference.DEFAULT;
    return new TargetSpec.Reference(
        Math.toIntExact(
            section.get("selectors", (long) usual.selectors(), Values.wholeNumber(1, 1024))),
        workers(section),
        section.get("deadline", usual.deadlineNanos(), ReferenceBinder::deadline),
        storage(section),
        Math.toIntExact(
            section.get("body-limit", (long) usual.maxBodyBytes(), Values.size("0B", "1GiB"))),
        section.get("heap", usual.heapBytes(), Values.size("32MiB", "1024GiB")),
        flags(section));
  }

  private static @Nullable WorkersSpec workers(Section section) {
    if (section.value("workers") instanceof YamlNode.Mapping) {
      return WorkersBinder.bind(section.child("workers", Vocabulary.WORKERS));
    }
    String unused =
        section.get(
            "workers",
            NONE,
            node -> {
              if (isWord(node, NONE)) {
                return NONE;
              }
              throw Values.bad(
                  node,
                  "none or a map",
                  "write  workers: none  or  workers: { threads: 4, queue: linked, capacity: 1024 }");
            });
    return null;
  }

  private static long deadline(YamlNode node) throws BadValueException {
    if (isWord(node, NONE)) {
      return 0;
    }
    try {
      return Values.duration("1us", "1h").parse(node);
    } catch (BadValueException e) {
      throw new BadValueException(e.message(), e.hint() + "; or none");
    }
  }

  private static boolean isWord(YamlNode node, String word) {
    return node instanceof YamlNode.Scalar scalar && scalar.text().equals(word);
  }

  private static StorageSpec storage(Section section) {
    StorageSpec usual = TargetSpec.Reference.DEFAULT.storage();
    if (!(section.value("storage") instanceof YamlNode.Mapping)) {
      return section.get("storage", usual, Values.oneOf(ENGINES));
    }
    Section own = section.child("storage", Vocabulary.STORAGE);
    if (own.isMissing("engine")) {
      own.report(
          own.placeOf("engine"),
          "engine",
          own.pathOf("engine") + " is missing",
          "write  storage: { engine: rocksdb }");
    }
    StorageSpec engine = own.get("engine", usual, Values.oneOf(ENGINES));
    List<String> others = own.present().stream().filter(key -> !key.equals("engine")).toList();
    if (engine instanceof StorageSpec.RocksDb disk) {
      return new StorageSpec.RocksDb(
          own.get("flush-threshold", disk.flushThresholdBytes(), Values.size("64KiB", "16GiB")),
          own.get("block-cache", disk.blockCacheBytes(), Values.size("0B", "1024GiB")),
          own.get("sync", disk.sync(), Values.oneOf(SYNCS)));
    }
    if (own.has("engine") && own.isSound("engine") && !others.isEmpty()) {
      own.report(
          own.placeOfKey(others.get(0)),
          others.get(0),
          "memory has no settings, so it cannot have " + String.join(", ", others),
          "leave them out, or have engine: rocksdb");
    }
    return engine;
  }

  private static List<String> flags(Section section) {
    List<String> flags = new ArrayList<>();
    List<YamlNode> items =
        section.get(
            "jvm",
            List.of(),
            node -> {
              if (node instanceof YamlNode.Sequence list && list.items().size() <= MOST_FLAGS) {
                return list.items();
              }
              throw Values.bad(node, "a list of at most " + MOST_FLAGS + " flags", FLAGS_HINT);
            });
    for (YamlNode item : items) {
      try {
        flags.add(flag(item));
      } catch (BadValueException e) {
        section.report(
            item.place(),
            "jvm",
            "a flag of " + section.pathOf("jvm") + " " + e.message(),
            e.hint());
      }
    }
    return flags;
  }

  private static String flag(YamlNode node) throws BadValueException {
    String flag = Values.text(node, FLAGS_HINT);
    if (!flag.startsWith("-")
        || flag.length() < 2
        || flag.length() > LONGEST_FLAG
        || flag.chars().anyMatch(Character::isISOControl)) {
      throw Values.bad(node, "one flag that begins with -", FLAGS_HINT);
    }
    for (Map.Entry<Pattern, String> foreign : FOREIGN_FLAGS.entrySet()) {
      if (foreign.getKey().matcher(flag).matches()) {
        throw new BadValueException("cannot be " + flag, foreign.getValue());
      }
    }
    return flag;
  }
}
