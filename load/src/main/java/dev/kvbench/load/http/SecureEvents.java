package dev.kvbench.load.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOEventHandler;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.reactor.ProtocolIOSession;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * The reactor's side of a connection over TLS. Whoever has a request leaves it to the reactor's
 * thread, the only one that encrypts and writes: another could encrypt a request, but not put it on
 * the wire, and so would stamp it as written too early.
 */
final class SecureEvents implements IOEventHandler {

  private final ProtocolIOSession session;
  private final Protocol protocol;
  private final IOEventHandler events;
  private final HttpConnection connection;
  private final ConnectAttempt attempt;
  private boolean secure;

  SecureEvents(
      ProtocolIOSession session,
      Protocol protocol,
      HttpConnection connection,
      ConnectAttempt attempt) {
    this.session = session;
    this.protocol = protocol;
    this.events = protocol.events();
    this.connection = connection;
    this.attempt = attempt;
  }

  /** The handshake is over. */
  @Override
  public void connected(IOSession ignored) throws IOException {
    if (secure) {
      return;
    }
    secure = true;
    attempt.secured();
    events.connected(session);
    if (protocol.isReady()) {
      attempt.opened(connection);
    }
  }

  @Override
  public void inputReady(IOSession ignored, @Nullable ByteBuffer source) throws IOException {
    if (!secure) {
      // Before the handshake is over the end of the stream is all that can come here.
      attempt.failed(new ConnectionClosedException());
      session.close(CloseMode.IMMEDIATE);
      return;
    }
    events.inputReady(session, source);
    connection.tell();
  }

  @Override
  public void outputReady(IOSession ignored) throws IOException {
    if (secure) {
      events.outputReady(session);
      // What is left is the encryption's to send; it does not say when the socket has it.
      connection.flushed();
      connection.tell();
    }
  }

  @Override
  public void timeout(IOSession ignored, Timeout timeout) {
    // Nothing else waits for a time here: the peer did not answer that TLS ends.
    session.close(CloseMode.IMMEDIATE);
  }

  @Override
  public void exception(IOSession ignored, Exception cause) {
    attempt.failed(cause);
    if (secure) {
      events.exception(session, cause);
      connection.tell();
    } else {
      session.close(CloseMode.IMMEDIATE);
    }
  }

  @Override
  public void disconnected(IOSession ignored) {
    attempt.failed(new ConnectionClosedException());
    if (secure) {
      events.disconnected(session);
      connection.tell();
    }
  }
}
