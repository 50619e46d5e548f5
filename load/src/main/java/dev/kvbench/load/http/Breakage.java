package dev.kvbench.load.http;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Locale;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.TruncatedChunkException;

/**
 * How an exchange broke: the side it broke on, and what was said.
 *
 * @param kind the side
 * @param message fit for a report: one line, no class names
 */
public record Breakage(Kind kind, String message) {

  /** On which side an exchange broke. */
  public enum Kind {
    /** No connection could be made. */
    CONNECT,
    /** While the request was written. */
    WRITE,
    /** While the answer was awaited or read. */
    READ,
    /** The answer is no HTTP. */
    MALFORMED
  }

  /**
   * Sorts a failure of the transport.
   *
   * @param cause what it threw
   * @param requestComplete whether the request had been handed over to its last byte
   */
  static Breakage of(Exception cause, boolean requestComplete) {
    String message = message(cause);
    if (cause instanceof TruncatedChunkException || cause instanceof ConnectionClosedException) {
      return new Breakage(requestComplete ? Kind.READ : Kind.WRITE, message);
    }
    if (cause instanceof MalformedChunkCodingException
        || cause instanceof MessageConstraintException
        || cause instanceof HttpException) {
      return new Breakage(Kind.MALFORMED, message);
    }
    if (cause instanceof IOException) {
      boolean pipe = message.toLowerCase(Locale.ROOT).contains("broken pipe");
      return new Breakage(requestComplete && !pipe ? Kind.READ : Kind.WRITE, message);
    }
    // The client throws unchecked at heads and chunks that make no sense to it.
    return new Breakage(requestComplete ? Kind.MALFORMED : Kind.WRITE, message);
  }

  /** Sorts a failure to connect. */
  static Breakage connecting(Exception cause) {
    // Of a timeout the client says nothing but how long it was.
    String what = cause instanceof SocketTimeoutException ? "connecting timed out: " : "";
    return new Breakage(Kind.CONNECT, what + message(cause));
  }

  private static String message(Exception cause) {
    String message = cause.getMessage();
    if (message == null || message.isBlank()) {
      message =
          cause instanceof ConnectionClosedException
              ? "connection closed by the server"
              : cause.getClass().getSimpleName();
    }
    return message.lines().findFirst().orElse("").strip();
  }
}
