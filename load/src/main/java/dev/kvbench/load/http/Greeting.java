package dev.kvbench.load.http;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOEventHandler;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.reactor.ProtocolIOSession;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * The reactor's side of a connection whose server has to speak first: it counts as open when the
 * protocol says that it is ready, which must be within the time for connecting.
 */
final class Greeting implements IOEventHandler {

  private final ProtocolIOSession session;
  private final IOEventHandler events;
  private final Protocol protocol;
  private final HttpConnection connection;
  private final ConnectAttempt attempt;
  private boolean open;

  Greeting(
      ProtocolIOSession session,
      IOEventHandler events,
      Protocol protocol,
      HttpConnection connection,
      ConnectAttempt attempt) {
    this.session = session;
    this.events = events;
    this.protocol = protocol;
    this.connection = connection;
    this.attempt = attempt;
  }

  @Override
  public void connected(IOSession from) throws IOException {
    session.setSocketTimeout(attempt.remaining());
    events.connected(from);
  }

  @Override
  public void inputReady(IOSession from, @Nullable ByteBuffer source) throws IOException {
    events.inputReady(from, source);
    if (!open && protocol.isReady()) {
      open = true;
      session.setSocketTimeout(Timeout.INFINITE);
      attempt.opened(connection);
    }
  }

  @Override
  public void outputReady(IOSession from) throws IOException {
    events.outputReady(from);
  }

  @Override
  public void timeout(IOSession from, Timeout timeout) throws IOException {
    if (open) {
      events.timeout(from, timeout);
    } else {
      attempt.failed(new SocketTimeoutException(timeout.toString()));
      session.close(CloseMode.IMMEDIATE);
    }
  }

  @Override
  public void exception(IOSession from, Exception cause) {
    events.exception(from, cause);
  }

  @Override
  public void disconnected(IOSession from) {
    events.disconnected(from);
  }
}
