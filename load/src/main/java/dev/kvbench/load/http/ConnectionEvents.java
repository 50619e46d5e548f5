package dev.kvbench.load.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.reactor.IOEventHandler;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * The reactor's side of a connection over a {@link DirectSession}: each event is one turn of the
 * protocol handler, and whoever waits for the exchange is told when the turn is over.
 */
final class ConnectionEvents implements IOEventHandler {

  private final DirectSession session;
  private final IOEventHandler protocol;
  private final boolean ready;
  private final HttpConnection connection;
  private final ConnectAttempt attempt;

  ConnectionEvents(
      DirectSession session, Protocol protocol, HttpConnection connection, ConnectAttempt attempt) {
    this.session = session;
    this.protocol = protocol.events();
    this.ready = protocol.isReady();
    this.connection = connection;
    this.attempt = attempt;
    session.handledBy(this.protocol, connection);
  }

  @Override
  public void connected(IOSession ignored) throws IOException {
    session.beginTurn();
    try {
      protocol.connected(session);
    } finally {
      session.endTurn();
    }
    if (ready) {
      attempt.opened(connection);
    }
  }

  @Override
  public void inputReady(IOSession ignored, @Nullable ByteBuffer source) throws IOException {
    session.beginTurn();
    try {
      protocol.inputReady(session, source);
    } finally {
      session.endTurn();
    }
    connection.tell();
  }

  @Override
  public void outputReady(IOSession ignored) {
    session.beginTurn();
    try {
      session.socketReady();
    } finally {
      session.endTurn();
    }
    connection.tell();
  }

  @Override
  public void timeout(IOSession ignored, Timeout timeout) throws IOException {
    session.beginTurn();
    try {
      protocol.timeout(session, timeout);
    } finally {
      session.endTurn();
    }
    connection.tell();
  }

  @Override
  public void exception(IOSession ignored, Exception cause) {
    session.beginTurn();
    try {
      protocol.exception(session, cause);
    } finally {
      session.endTurn();
    }
    attempt.failed(cause);
    connection.tell();
  }

  @Override
  public void disconnected(IOSession ignored) {
    session.beginTurn();
    try {
      protocol.disconnected(session);
    } finally {
      session.endTurn();
    }
    attempt.failed(new ConnectionClosedException());
    connection.tell();
  }
}
