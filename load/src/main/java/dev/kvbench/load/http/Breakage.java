package dev.kvbench.load.http;

import dev.kvbench.tls.TlsFailures;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Locale;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.TruncatedChunkException;
import org.apache.hc.core5.http2.H2ConnectionException;
import org.apache.hc.core5.http2.H2CorruptFrameException;
import org.apache.hc.core5.http2.H2Error;
import org.apache.hc.core5.http2.H2StreamResetException;
import org.apache.hc.core5.http2.impl.nio.ProtocolNegotiationException;

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

  /** How far an attempt to connect has come. */
  enum Stage {
    /** The socket is not connected yet. */
    SOCKET,
    /** In the handshake of TLS. */
    TLS,
    /** The server has yet to say that it speaks the protocol. */
    PROTOCOL
  }

  /**
   * Sorts a failure of the transport.
   *
   * @param cause what it threw
   * @param requestComplete whether the request had been handed over to its last byte
   */
  static Breakage of(Exception cause, boolean requestComplete) {
    String message = message(cause);
    if (cause instanceof H2ConnectionException) {
      return new Breakage(Kind.MALFORMED, "the answer is no HTTP/2: " + message);
    }
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
  static Breakage connecting(Exception cause, Stage stage) {
    return new Breakage(
        Kind.CONNECT,
        switch (stage) {
          case SOCKET -> socket(cause);
          case TLS -> handshake(cause);
          case PROTOCOL -> greeting(cause);
        });
  }

  private static String socket(Exception cause) {
    // Of a timeout the client says nothing but how long it was.
    String what = cause instanceof SocketTimeoutException ? "connecting timed out: " : "";
    return what + message(cause);
  }

  private static String handshake(Exception cause) {
    if (cause instanceof SocketTimeoutException) {
      return "the TLS handshake timed out: " + message(cause);
    }
    if (cause instanceof ConnectionClosedException) {
      return "the server closed the connection within the TLS handshake";
    }
    String explained = TlsFailures.explain(cause);
    return explained == null ? "the TLS handshake failed: " + message(cause) : explained;
  }

  private static String greeting(Exception cause) {
    if (cause instanceof SocketTimeoutException) {
      return "the server did not begin with HTTP/2 in time: " + message(cause);
    }
    if (cause instanceof ConnectionClosedException) {
      return "the server closed the connection in place of beginning with HTTP/2";
    }
    if (cause instanceof ProtocolNegotiationException) {
      return "the server does not offer HTTP/2 over TLS";
    }
    if (cause instanceof H2ConnectionException) {
      return "the server does not speak HTTP/2 as it must: " + message(cause);
    }
    return message(cause);
  }

  private static String message(Exception cause) {
    if (cause instanceof H2StreamResetException reset) {
      H2Error error = H2Error.getByCode(reset.getCode());
      return "the server reset the stream: " + (error == null ? reset.getCode() : error.name());
    }
    if (cause instanceof H2CorruptFrameException) {
      return "connection closed by the server within a frame";
    }
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
