package dev.kvbench.load.workload;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One request, and what a right answer to it is.
 *
 * @param method the HTTP method
 * @param path path and query, percent-encoded
 * @param body the whole body, from the buffer's beginning to its capacity, or null where the
 *     request has none; its position belongs to whoever writes it
 * @param rightStatus the status of a right answer
 * @param missIsRight whether a 404 is a right answer too
 * @param rightBodyLength the length of a right answer's body in bytes, or {@link #ANY_LENGTH}
 */
public record Request(
    String method,
    String path,
    @Nullable ByteBuffer body,
    int rightStatus,
    boolean missIsRight,
    long rightBodyLength) {

  /** A right answer's body may have any length. */
  public static final long ANY_LENGTH = -1;
}
