package dev.kvbench.server.storage;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Storage} on the heap: a concurrent skip list. Nothing is written to disk.
 *
 * <p>A range sees every record that was there all the while, and may or may not see those that came
 * or went after it began.
 */
public final class MemoryStorage implements Storage {

  private final ConcurrentNavigableMap<byte[], byte[]> records =
      new ConcurrentSkipListMap<>(Arrays::compareUnsigned);

  @Override
  public byte @Nullable [] get(byte[] key) {
    return records.get(key);
  }

  @Override
  public void put(byte[] key, byte[] value) {
    records.put(key, value);
  }

  @Override
  public void delete(byte[] key) {
    records.remove(key);
  }

  @Override
  public RecordCursor range(byte[] start, byte @Nullable [] end) {
    Map<byte[], byte[]> range =
        end == null ? records.tailMap(start, true) : records.subMap(start, true, end, false);
    return new EntryCursor(range.entrySet().iterator());
  }

  @Override
  public void close() {
    records.clear();
  }

  private static final class EntryCursor implements RecordCursor {

    private final Iterator<Map.Entry<byte[], byte[]>> entries;
    private Map.@Nullable Entry<byte[], byte[]> current;

    EntryCursor(Iterator<Map.Entry<byte[], byte[]>> entries) {
      this.entries = entries;
    }

    @Override
    public boolean next() {
      current = entries.hasNext() ? entries.next() : null;
      return current != null;
    }

    @Override
    public byte[] key() {
      return current().getKey();
    }

    @Override
    public byte[] value() {
      return current().getValue();
    }

    @Override
    public void close() {
      current = null;
    }

    private Map.Entry<byte[], byte[]> current() {
      Map.Entry<byte[], byte[]> entry = current;
      if (entry == null) {
        throw new IllegalStateException("the cursor stands on no record");
      }
      return entry;
    }
  }
}
