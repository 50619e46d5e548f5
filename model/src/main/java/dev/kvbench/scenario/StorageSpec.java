package dev.kvbench.scenario;

/** Where the reference server keeps its records. */
public sealed interface StorageSpec {

  /** On its heap: a concurrent skip list. */
  record Memory() implements StorageSpec {}

  /**
   * On disk: the log-structured store RocksDB.
   *
   * @param flushThresholdBytes how much is written to memory before it goes to a file
   * @param blockCacheBytes how much of the files is kept in memory, uncompressed; 0 for nothing
   * @param sync when the disk has to have what was written
   */
  record RocksDb(long flushThresholdBytes, long blockCacheBytes, Sync sync)
      implements StorageSpec {}

  /** When the disk has to have what was written. */
  enum Sync {
    /** Some time later: the kernel has it before the answer, the disk when the kernel likes. */
    NONE,
    /** Before every answer. */
    EVERY_WRITE
  }
}
