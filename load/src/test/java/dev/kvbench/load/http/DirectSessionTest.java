package dev.kvbench.load.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.load.workload.Request;
import dev.kvbench.load.workload.RequestForm;
import dev.kvbench.scenario.Api;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.core5.reactor.ProtocolIOSession;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A connection over a socket that takes as many bytes as the test says. */
class DirectSessionTest {

  private static final int BODY_BYTES = 100;

  private final Socket socket = new Socket();
  private final AtomicLong clock = new AtomicLong();
  private final DirectSession session = new DirectSession(socket.session());
  private final Http1 protocol = new Http1(session, "127.0.0.1:8080");
  private final HttpConnection connection =
      new HttpConnection(session, protocol, clock::incrementAndGet, new Nobody());

  /** Stands for the reactor's session. */
  private static final class Socket implements InvocationHandler {
    private int room;
    private int taken;

    ProtocolIOSession session() {
      return (ProtocolIOSession)
          Proxy.newProxyInstance(
              ProtocolIOSession.class.getClassLoader(),
              new Class<?>[] {ProtocolIOSession.class},
              this);
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) {
      return switch (method.getName()) {
        case "write" -> take((ByteBuffer) Objects.requireNonNull(arguments)[0]);
        case "read" -> 0;
        case "isOpen" -> true;
        case "getSocketTimeout" -> Timeout.DISABLED;
        default -> null;
      };
    }

    private int take(ByteBuffer bytes) {
      int now = Math.min(room, bytes.remaining());
      bytes.position(bytes.position() + now);
      room -= now;
      taken += now;
      return now;
    }
  }

  private static final class Nobody implements HttpConnection.Observer {
    @Override
    public void answered(HttpConnection answered) {
      throw new AssertionError("nobody answered");
    }

    @Override
    public void broken(HttpConnection broken, Breakage breakage) {
      throw new AssertionError(breakage.message());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void request_isComplete_whenTheSocketHasItsLastByte(boolean body) throws IOException {
    protocol.serves(connection);
    session.handledBy(protocol.events(), connection);
    turn(() -> protocol.events().connected(session));
    assertThat(connection.send(request(body))).isTrue();
    assertThat(connection.isWritten()).isTrue();
    assertThat(connection.isRequestComplete()).as("the socket has taken nothing").isFalse();
    offer(10);
    assertThat(socket.taken).isEqualTo(10);
    assertThat(connection.isRequestComplete()).as("the socket has taken a part").isFalse();
    offer(4096);
    assertThat(socket.taken).isGreaterThan(body ? BODY_BYTES : 10);
    assertThat(connection.isRequestComplete()).as("the socket has taken all").isTrue();
  }

  /** The selector says that the socket takes {@code bytes} more. */
  private void offer(int bytes) throws IOException {
    socket.room = bytes;
    turn(session::socketReady);
  }

  private void turn(Event event) throws IOException {
    session.beginTurn();
    try {
      event.happen();
    } finally {
      session.endTurn();
    }
  }

  private interface Event {
    void happen() throws IOException;
  }

  private static Request request(boolean body) {
    return new Request(
        RequestForm.of(Objects.requireNonNull(body ? Api.COURSE.put() : Api.COURSE.get())),
        "/v0/entity?id=1",
        body ? ByteBuffer.allocate(BODY_BYTES) : null,
        false,
        Request.ANY_LENGTH);
  }
}
