package dev.kvbench.load.workload;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One request, and what a right answer to it is.
 *
 * @param form what it has in common with others of its operation
 * @param path path and query, percent-encoded
 * @param body the whole body, from the buffer's beginning to its capacity, or null where the
 *     request has none; its position belongs to whoever writes it
 * @param missIsRight whether an answer that the key is not there is right too
 * @param rightBodyLength the length of a right answer's body in bytes, or {@link #ANY_LENGTH}
 */
public record Request(
    RequestForm form,
    String path,
    @Nullable ByteBuffer body,
    boolean missIsRight,
    long rightBodyLength) {

  /** A right answer's body may have any length. */
  public static final long ANY_LENGTH = -1;

  /** The HTTP method. */
  public String method() {
    return form.method();
  }
}
