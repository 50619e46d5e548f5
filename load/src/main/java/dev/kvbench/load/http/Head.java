package dev.kvbench.load.http;

import dev.kvbench.load.workload.Request;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.http.nio.NHttpMessageWriter;
import org.apache.hc.core5.http.nio.SessionOutputBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The head of a connection's request under way, in HTTP/1.1: request line, {@code Host}, the api's
 * own headers and, where there is a body, {@code Content-Length}. One object a connection, since a
 * connection carries one request at a time.
 */
final class Head extends BasicHttpRequest {

  private static final long serialVersionUID = 1L;
  private static final int ROOM = 64;

  private final transient byte[] afterPath;
  private transient @Nullable Request request;
  private transient ByteBuffer bytes = ByteBuffer.allocate(4 * ROOM);

  /**
   * A head that has no request yet.
   *
   * @param host the value of the {@code Host} header
   */
  Head(String host) {
    super("GET", "/");
    this.afterPath = (" HTTP/1.1\r\nHost: " + host + "\r\n").getBytes(StandardCharsets.US_ASCII);
  }

  /** Begins with {@code next}. */
  Head of(Request next) {
    request = next;
    return this;
  }

  @Override
  public String getMethod() {
    return current().method();
  }

  /** Length of the body in bytes. */
  long bodyBytes() {
    ByteBuffer body = current().body();
    return body == null ? 0 : body.capacity();
  }

  private ByteBuffer bytes() {
    Request current = current();
    String headerLines = current.form().headerLines();
    int needed =
        current.method().length()
            + current.path().length()
            + afterPath.length
            + headerLines.length()
            + ROOM;
    if (bytes.capacity() < needed) {
      bytes = ByteBuffer.allocate(needed);
    }
    bytes.clear();
    ascii(current.method());
    bytes.put((byte) ' ');
    ascii(current.path());
    bytes.put(afterPath);
    ascii(headerLines);
    if (current.body() != null) {
      ascii("Content-Length: ");
      ascii(Long.toString(bodyBytes()));
      ascii("\r\n");
    }
    ascii("\r\n");
    return bytes.flip();
  }

  private void ascii(String text) {
    for (int i = 0; i < text.length(); i++) {
      bytes.put((byte) text.charAt(i));
    }
  }

  private Request current() {
    Request current = request;
    if (current == null) {
      throw new IllegalStateException("no request was sent on this connection");
    }
    return current;
  }

  /** Puts heads on the wire. */
  static final class Writer implements NHttpMessageWriter<HttpRequest> {

    @Override
    public void reset() {
      // A head is written at once; nothing is left of it.
    }

    @Override
    public void write(HttpRequest message, SessionOutputBuffer buffer) {
      buffer.write(((Head) message).bytes());
    }
  }
}
