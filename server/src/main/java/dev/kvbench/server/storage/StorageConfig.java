package dev.kvbench.server.storage;

import java.io.IOException;
import java.nio.file.Path;

/** Which {@link Storage} is used, and how it is set up. */
public sealed interface StorageConfig {

  /**
   * Opens the storage.
   *
   * @throws IOException if it cannot be, with a sentence that says why
   */
  Storage open() throws IOException;

  /** Records on the heap, which begin with none and end with the storage. */
  record Memory() implements StorageConfig {
    @Override
    public Storage open() {
      return new MemoryStorage();
    }
  }

  /**
   * Records in a folder, by RocksDB.
   *
   * @param folder where its files are; what is in there already is gone on with
   * @param flushThresholdBytes how much is written to memory before it goes to a sorted file:
   *     RocksDB's write buffer; above 0
   * @param blockCacheBytes how much of the files is kept in memory uncompressed; 0 for nothing
   * @param syncEveryWrite whether the disk has to have a write before it is acknowledged; else the
   *     kernel has to
   */
  record RocksDb(
      Path folder, long flushThresholdBytes, long blockCacheBytes, boolean syncEveryWrite)
      implements StorageConfig {

    /** RocksDB's own write buffer, 64 MiB. */
    public static final long DEFAULT_FLUSH_THRESHOLD_BYTES = 64L << 20;

    /** RocksDB's own block cache, 32 MiB. */
    public static final long DEFAULT_BLOCK_CACHE_BYTES = 32L << 20;

    /**
     * @throws IllegalArgumentException with a sentence that says which setting is wrong
     */
    public RocksDb {
      if (flushThresholdBytes < 1) {
        throw new IllegalArgumentException(
            "The flush threshold must be 1 byte or more, not " + flushThresholdBytes + ".");
      }
      if (blockCacheBytes < 0) {
        throw new IllegalArgumentException(
            "The block cache must have 0 bytes or more, not " + blockCacheBytes + ".");
      }
    }

    /** A store in that folder with RocksDB's own sizes, which leaves syncing to the kernel. */
    public static RocksDb in(Path folder) {
      return new RocksDb(folder, DEFAULT_FLUSH_THRESHOLD_BYTES, DEFAULT_BLOCK_CACHE_BYTES, false);
    }

    @Override
    public Storage open() throws IOException {
      return RocksStorage.open(this);
    }
  }
}
