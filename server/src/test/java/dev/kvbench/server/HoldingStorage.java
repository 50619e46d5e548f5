package dev.kvbench.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kvbench.server.storage.MemoryStorage;
import dev.kvbench.server.storage.RecordCursor;
import dev.kvbench.server.storage.Storage;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * A storage that is slow when a test wants it to be: reading a key that begins with {@code held}
 * lasts until {@link #letGo}. It notes what was read, in which order and by which threads.
 */
final class HoldingStorage implements Storage {

  /** A reading of a key. */
  record Reading(String key, String thread) {}

  private final MemoryStorage records = new MemoryStorage();
  private final CountDownLatch held = new CountDownLatch(1);
  private final List<Reading> readings = new CopyOnWriteArrayList<>();

  void letGo() {
    held.countDown();
  }

  List<Reading> readings() {
    return readings;
  }

  List<String> keysRead() {
    return readings.stream().map(Reading::key).toList();
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    String text = new String(key, UTF_8);
    readings.add(new Reading(text, Thread.currentThread().getName()));
    if (text.startsWith("held")) {
      try {
        held.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException("ended while it was held", e);
      }
    }
    return text.getBytes(UTF_8);
  }

  @Override
  public void put(byte[] key, byte[] value) {
    records.put(key, value);
  }

  @Override
  public void delete(byte[] key) {
    records.delete(key);
  }

  @Override
  public RecordCursor range(byte[] start, byte @Nullable [] end) {
    return records.range(start, end);
  }

  @Override
  public void close() {
    records.close();
  }
}
