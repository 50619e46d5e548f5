package dev.kvbench.server.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.WriteOptions;

/**
 * A {@link Storage} on disk: RocksDB, a log-structured store. Its order of keys is that of unsigned
 * bytes by default.
 *
 * <p>A write is in its log, and so with the kernel, before {@link #put} returns: it survives the
 * death of the process. That it survives the death of the machine too needs {@link
 * StorageConfig.RocksDb#syncEveryWrite}. A range sees the records as they were when it began.
 */
final class RocksStorage implements Storage {

  private final Options options;
  private final @Nullable LRUCache cache;
  private final WriteOptions writing;
  private final RocksDB records;

  private RocksStorage(
      Options options, @Nullable LRUCache cache, WriteOptions writing, RocksDB records) {
    this.options = options;
    this.cache = cache;
    this.writing = writing;
    this.records = records;
  }

  static RocksStorage open(StorageConfig.RocksDb config) throws IOException {
    RocksLibrary.load();
    try {
      Files.createDirectories(config.folder());
    } catch (FileAlreadyExistsException e) {
      throw new IOException("RocksDB needs a folder, and " + config.folder() + " is a file.", e);
    } catch (IOException e) {
      throw new IOException("The folder " + config.folder() + " cannot be made: " + e, e);
    }
    Options options = new Options();
    LRUCache cache = config.blockCacheBytes() == 0 ? null : new LRUCache(config.blockCacheBytes());
    BlockBasedTableConfig tables = new BlockBasedTableConfig();
    if (cache == null) {
      tables.setNoBlockCache(true);
    } else {
      tables.setBlockCache(cache);
    }
    options
        .setCreateIfMissing(true)
        .setWriteBufferSize(config.flushThresholdBytes())
        .setTableFormatConfig(tables)
        .setInfoLogLevel(InfoLogLevel.WARN_LEVEL);
    WriteOptions writing = new WriteOptions().setSync(config.syncEveryWrite());
    try {
      RocksDB records = RocksDB.open(options, config.folder().toString());
      return new RocksStorage(options, cache, writing, records);
    } catch (RocksDBException e) {
      writing.close();
      options.close();
      if (cache != null) {
        cache.close();
      }
      throw new IOException(
          "RocksDB cannot open its data in " + config.folder() + ": " + e.getMessage(), e);
    }
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    try {
      return records.get(key);
    } catch (RocksDBException e) {
      throw failed("read", e);
    }
  }

  @Override
  public void put(byte[] key, byte[] value) {
    try {
      records.put(writing, key, value);
    } catch (RocksDBException e) {
      throw failed("write", e);
    }
  }

  @Override
  public void delete(byte[] key) {
    try {
      records.delete(writing, key);
    } catch (RocksDBException e) {
      throw failed("delete", e);
    }
  }

  @Override
  public RecordCursor range(byte[] start, byte @Nullable [] end) {
    return new IteratorCursor(records, start, end);
  }

  @Override
  public void close() {
    records.close();
    writing.close();
    options.close();
    if (cache != null) {
      cache.close();
    }
  }

  private static UncheckedIOException failed(String what, RocksDBException e) {
    return new UncheckedIOException(
        new IOException("RocksDB cannot " + what + ": " + e.getMessage(), e));
  }

  /** Records by RocksDB's iterator, which holds a view of the files until it is closed. */
  private static final class IteratorCursor implements RecordCursor {

    private final @Nullable Slice end;
    private final ReadOptions reading;
    private final RocksIterator iterator;
    private boolean begun;
    private boolean onRecord;

    IteratorCursor(RocksDB records, byte[] start, byte @Nullable [] end) {
      this.end = end == null ? null : new Slice(end);
      this.reading = new ReadOptions();
      if (this.end != null) {
        reading.setIterateUpperBound(this.end);
      }
      this.iterator = records.newIterator(reading);
      iterator.seek(start);
    }

    @Override
    public boolean next() {
      if (begun && !onRecord) {
        return false;
      }
      if (begun) {
        iterator.next();
      }
      begun = true;
      onRecord = iterator.isValid();
      if (onRecord) {
        return true;
      }
      try {
        iterator.status();
      } catch (RocksDBException e) {
        throw failed("read on in a range", e);
      }
      return false;
    }

    @Override
    public byte[] key() {
      requireRecord();
      return iterator.key();
    }

    @Override
    public byte[] value() {
      requireRecord();
      return iterator.value();
    }

    @Override
    public void close() {
      onRecord = false;
      iterator.close();
      reading.close();
      if (end != null) {
        end.close();
      }
    }

    /** The native code would read whatever is there. */
    private void requireRecord() {
      if (!onRecord) {
        throw new IllegalStateException("the cursor stands on no record");
      }
    }
  }
}
