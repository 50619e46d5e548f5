package dev.kvbench.server.storage;

/**
 * A place in a range of records, moving forward in the order of unsigned bytes; it stands before
 * the first record until {@link #next} is called. One thread at a time uses it.
 */
public interface RecordCursor extends AutoCloseable {

  /**
   * Moves to the next record.
   *
   * @return false where there is none, and {@link #key} and {@link #value} have no meaning then
   */
  boolean next();

  /** The key of the record that the cursor stands on; not to be changed. */
  byte[] key();

  /** The value of the record that the cursor stands on; not to be changed. */
  byte[] value();

  /** Gives back what the cursor holds; may be called again. */
  @Override
  void close();
}
