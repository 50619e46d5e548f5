package dev.kvbench.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.kvbench.server.storage.RecordCursor;
import dev.kvbench.server.storage.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A storage in which every range has the same many records, all with one and the same value. */
class RepeatingStorage implements Storage {

  static final int KEY_BYTES = 12;

  private final int records;
  private final byte[] value;
  private final AtomicInteger recordsRead = new AtomicInteger();
  private final AtomicInteger openCursors = new AtomicInteger();

  RepeatingStorage(int records, int valueBytes) {
    this.records = records;
    this.value = new byte[valueBytes];
  }

  /** Serves such a storage, {@code RECORDS VALUE_BYTES}, in a process of its own. */
  public static void main(String[] args) throws IOException {
    RepeatingStorage storage =
        new RepeatingStorage(Integer.parseInt(args[0]), Integer.parseInt(args[1]));
    KvServer server = KvServer.start(ServerConfig.DEFAULT, storage);
    System.out.println("http://127.0.0.1:" + server.port());
  }

  static String key(int record) {
    return String.format(Locale.ROOT, "%0" + KEY_BYTES + "d", record);
  }

  int recordsRead() {
    return recordsRead.get();
  }

  int openCursors() {
    return openCursors.get();
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return value;
  }

  @Override
  public void put(byte[] key, byte[] value) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void delete(byte[] key) {
    throw new UnsupportedOperationException();
  }

  @Override
  public RecordCursor range(byte[] start, byte @Nullable [] end) {
    openCursors.incrementAndGet();
    return new RecordCursor() {

      private int record = -1;
      private boolean closed;

      @Override
      public boolean next() {
        record++;
        if (record == records) {
          return false;
        }
        beforeRecord(record);
        recordsRead.incrementAndGet();
        return true;
      }

      @Override
      public byte[] key() {
        return RepeatingStorage.key(record).getBytes(US_ASCII);
      }

      @Override
      public byte[] value() {
        return value;
      }

      @Override
      public void close() {
        if (!closed) {
          closed = true;
          openCursors.decrementAndGet();
        }
      }
    };
  }

  /** Called before a record is given out. */
  void beforeRecord(int record) {}

  @Override
  public void close() {}

  /** A storage whose disk fails at one record. */
  static final class Failing extends RepeatingStorage {

    private final int failingRecord;

    Failing(int records, int valueBytes, int failingRecord) {
      super(records, valueBytes);
      this.failingRecord = failingRecord;
    }

    @Override
    void beforeRecord(int record) {
      if (record == failingRecord) {
        throw new UncheckedIOException(new IOException("a sector is broken"));
      }
    }
  }
}
