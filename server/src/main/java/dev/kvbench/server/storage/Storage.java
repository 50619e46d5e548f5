package dev.kvbench.server.storage;

import org.jspecify.annotations.Nullable;

/**
 * A sorted map from keys to values, both of any bytes, in the order of unsigned bytes.
 *
 * <p>All methods may be called by many threads at once. Arrays handed in belong to the storage from
 * then on, and arrays handed out are the storage's own: nobody changes either. A storage that
 * cannot do its work, say because a disk is full, throws {@link java.io.UncheckedIOException}.
 */
public interface Storage extends AutoCloseable {

  /** The value of the key, or null where there is none. */
  byte @Nullable [] get(byte[] key);

  /** Gives the key this value, in place of any that it had. */
  void put(byte[] key, byte[] value);

  /** Removes the key; does nothing where it is absent. */
  void delete(byte[] key);

  /**
   * The records from a key on, found one by one as the cursor moves, so that a range may be larger
   * than memory. The caller closes the cursor.
   *
   * @param start the first key, inclusive
   * @param end the key to stop before, not below {@code start}; null for no end
   */
  RecordCursor range(byte[] start, byte @Nullable [] end);

  /** Gives back what the storage holds; cursors still open are not to be used any more. */
  @Override
  void close();
}
