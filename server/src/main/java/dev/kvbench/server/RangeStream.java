package dev.kvbench.server;

import dev.kvbench.server.storage.RecordCursor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import one.nio.net.Session;
import one.nio.net.Socket;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a range while it is being written: a chunk a record, {@code key\nvalue}. It reads
 * the next records only when the socket has taken the ones before, and gives the socket at most one
 * batch each time it is ready, so neither a large range nor a slow client holds memory or the
 * selector thread.
 */
final class RangeStream extends Session.QueueItem {

  private static final int FIRST_BATCH_BYTES = 8 * 1024;
  private static final int BATCH_BYTES = 64 * 1024;
  // room for the chunk that crosses the end of the batch, so that its frame does not double it
  private static final int LARGEST_BATCH_BYTES = BATCH_BYTES + 1024;
  private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
  // eight digits and the line end after the size, the line feed after the key
  private static final int CHUNK_FRAME_BYTES = 8 + 2 + 1;

  private final RecordCursor cursor;
  private byte @Nullable [] head;
  // [written, filled) is what the socket has not taken yet
  private byte[] batch = new byte[FIRST_BATCH_BYTES];
  private int written;
  private int filled;
  // the rest of a value that did not fit into the batch
  private byte @Nullable [] value;
  private int valueOffset;
  private boolean ended;

  /**
   * @param head status and headers, written before the first chunk
   */
  RangeStream(byte[] head, RecordCursor cursor) {
    this.head = head;
    this.cursor = cursor;
  }

  /**
   * Reads the first records, so that the first write has something in hand. The caller releases the
   * stream if that fails.
   */
  void prepare() throws IOException {
    fill();
  }

  /** Bytes in hand; at least 1 until the last chunk is written. */
  @Override
  public int remaining() {
    return filled - written + (ended ? 0 : 1);
  }

  @Override
  public int write(Socket socket) throws IOException {
    if (written == filled && !ended) {
      fill();
    }
    int bytes = socket.write(batch, written, filled - written, 0);
    if (bytes > 0) {
      written += bytes;
    }
    return bytes;
  }

  @Override
  public void release() {
    cursor.close();
  }

  private void fill() throws IOException {
    written = 0;
    filled = 0;
    if (head != null) {
      append(head, 0, head.length);
      head = null;
    }
    try {
      while (filled < BATCH_BYTES && !ended) {
        if (value != null) {
          appendValue(value);
        } else if (cursor.next()) {
          value = cursor.value();
          valueOffset = 0;
          appendFrameAndKey(cursor.key(), value.length);
        } else {
          ended = true;
          append(LAST_CHUNK, 0, LAST_CHUNK.length);
        }
      }
    } catch (UncheckedIOException e) {
      // one-nio releases what it cannot write, and closes the connection, for this kind alone
      throw e.getCause();
    }
  }

  private void appendFrameAndKey(byte[] key, int valueLength) {
    ensureRoom(CHUNK_FRAME_BYTES + key.length);
    int size = key.length + 1 + valueLength;
    int shift = (31 - Integer.numberOfLeadingZeros(size)) & ~3;
    for (; shift >= 0; shift -= 4) {
      batch[filled++] = HEX[(size >>> shift) & 0xf];
    }
    appendLineEnd();
    append(key, 0, key.length);
    batch[filled++] = '\n';
  }

  private void appendValue(byte[] value) {
    int length = Math.min(value.length - valueOffset, BATCH_BYTES - filled);
    append(value, valueOffset, length);
    valueOffset += length;
    if (valueOffset == value.length) {
      this.value = null;
      ensureRoom(2);
      appendLineEnd();
    }
  }

  private void appendLineEnd() {
    batch[filled++] = '\r';
    batch[filled++] = '\n';
  }

  private void append(byte[] bytes, int offset, int length) {
    ensureRoom(length);
    System.arraycopy(bytes, offset, batch, filled, length);
    filled += length;
  }

  private void ensureRoom(int bytes) {
    if (batch.length - filled < bytes) {
      int doubled = Math.min(batch.length * 2, LARGEST_BATCH_BYTES);
      batch = Arrays.copyOf(batch, Math.max(doubled, filled + bytes));
    }
  }
}
