package dev.kvbench.targets.resources;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The numbers in the performance file that HotSpot shares with tools such as jstat, read as a file:
 * safepoints are told nowhere else without a recording. Its form is that of OpenJDK's {@code
 * perfMemory.hpp} and {@code jdk.internal.jvmstat}, version 2, unchanged since JDK 5.
 */
final class PerfCounters {

  static final String SAFEPOINTS = "sun.rt.safepoints";
  static final String SAFEPOINT_TICKS = "sun.rt.safepointTime";
  static final String TICKS_PER_SECOND = "sun.os.hrt.frequency";

  private static final int MAGIC = 0xcafec0c0;
  private static final int ORDER_AT = 4;
  private static final int MAJOR_AT = 5;
  private static final int MAJOR = 2;
  private static final int ENTRY_OFFSET_AT = 24;
  private static final int ENTRIES_AT = 28;
  private static final int NAME_OFFSET = 4;
  private static final int VECTOR_LENGTH = 8;
  private static final int TYPE = 12;
  private static final int DATA_OFFSET = 16;

  private PerfCounters() {}

  /** The file of a virtual machine; null where it has none, as with {@code -XX:-UsePerfData}. */
  static @Nullable Path fileOf(long pid) {
    Optional<String> user = ProcessHandle.of(pid).flatMap(process -> process.info().user());
    if (user.isEmpty()) {
      return null;
    }
    // As the process itself sees its temporary folder; on Linux that is /tmp whatever was set.
    Path seen = Path.of("/proc", Long.toString(pid), "root", "tmp");
    Path folder =
        Files.isDirectory(seen) ? seen : Path.of(System.getProperty("java.io.tmpdir", "/tmp"));
    Path file = folder.resolve("hsperfdata_" + user.get()).resolve(Long.toString(pid));
    return Files.isReadable(file) ? file : null;
  }

  /**
   * Reads the whole numbers of a file by their names.
   *
   * @throws IOException if it cannot be read, or is no such file
   */
  static Map<String, Long> read(Path file) throws IOException {
    try {
      return parse(ByteBuffer.wrap(Files.readAllBytes(file)));
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      throw new IOException(file + " is no performance file of a virtual machine", e);
    }
  }

  private static Map<String, Long> parse(ByteBuffer bytes) throws IOException {
    if (bytes.getInt(0) != MAGIC || bytes.get(MAJOR_AT) != MAJOR) {
      throw new IOException("not a performance file that is known here");
    }
    bytes.order(bytes.get(ORDER_AT) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    Map<String, Long> numbers = new HashMap<>();
    int entry = bytes.getInt(ENTRY_OFFSET_AT);
    int entries = bytes.getInt(ENTRIES_AT);
    for (int i = 0; i < entries; i++) {
      int length = bytes.getInt(entry);
      if (length <= 0) {
        break;
      }
      if (bytes.get(entry + TYPE) == 'J' && bytes.getInt(entry + VECTOR_LENGTH) == 0) {
        numbers.put(
            text(bytes, entry + bytes.getInt(entry + NAME_OFFSET)),
            bytes.getLong(entry + bytes.getInt(entry + DATA_OFFSET)));
      }
      entry += length;
    }
    return numbers;
  }

  private static String text(ByteBuffer bytes, int from) {
    StringBuilder text = new StringBuilder();
    for (int at = from; bytes.get(at) != 0; at++) {
      text.append((char) bytes.get(at));
    }
    return text.toString();
  }
}
