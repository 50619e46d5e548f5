package dev.kvbench.load.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.load.workload.Request;
import dev.kvbench.load.workload.RequestForm;
import dev.kvbench.scenario.Api;
import dev.kvbench.scenario.ScenarioReader;
import dev.kvbench.time.NanoClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that speak before they are asked: what they say is nobody's answer. */
@Timeout(60)
class UnaskedAnswersTest {

  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
  private static final String ANSWERED = "answered";
  private static final Request REQUEST =
      new Request(
          RequestForm.of(Objects.requireNonNull(Api.COURSE.get())),
          "/v0/entity?id=1",
          null,
          true,
          Request.ANY_LENGTH);

  /** How the first exchange ended: {@link #ANSWERED}, or the breakage's kind. */
  private final CompletableFuture<String> end = new CompletableFuture<>();

  private final CompletableFuture<HttpConnection> opened = new CompletableFuture<>();

  /** Says that the server has said what nobody asked for. */
  private final CompletableFuture<Boolean> said = new CompletableFuture<>();

  /** How many bytes of a request the server has heard. */
  private final CompletableFuture<Integer> heard = new CompletableFuture<>();

  @ParameterizedTest
  @ValueSource(strings = {OK, "HTTP/1.1 20", "HTTP/1.1 200 OK\r\n", "what do you want?"})
  void answer_thatIsThereBeforeTheFirstRequest_isNotTakenForItsAnswer(String early)
      throws IOException {
    try (ServerSocket listener = listen();
        HttpTransport transport = transport(listener)) {
      serve(listener, early, OK);
      transport
          .attempt(
              observer(),
              connection -> {
                // On the transport's thread, which has not looked at the socket again.
                boolean unused = said.join();
                assertThat(connection.send(REQUEST)).isTrue();
                opened.complete(connection);
              },
              breakage -> end.complete(breakage.message()))
          .begin();
      assertThat(end.join()).isEqualTo("MALFORMED");
      assertThat(heard.join()).as("bytes of the request that were sent").isZero();
      HttpConnection connection = opened.join();
      assertThat(connection.unasked()).isNotNull();
      assertThat(connection.isWritten()).isFalse();
      assertThat(connection.isOpen()).isFalse();
      assertThat(connection.exchanges()).isZero();
    }
  }

  @Test
  void answer_thatComesToAnIdleConnection_endsIt() throws IOException {
    try (ServerSocket listener = listen();
        HttpTransport transport = transport(listener)) {
      serve(listener, "HTTP/1.1 20", "");
      transport
          .attempt(observer(), opened::complete, breakage -> end.complete(breakage.message()))
          .begin();
      assertThat(heard.join()).as("bytes until the connection was closed").isZero();
      HttpConnection connection = opened.join();
      assertThat(connection.isOpen()).isFalse();
      assertThat(connection.unasked()).isNotNull();
      assertThat(connection.send(REQUEST)).isTrue();
      assertThat(end.join()).as("how the next request ends").isEqualTo("WRITE");
    }
  }

  @Test
  void answer_thatIsAskedFor_isTaken() throws IOException {
    try (ServerSocket listener = listen();
        HttpTransport transport = transport(listener)) {
      serve(listener, "", OK);
      transport
          .attempt(
              observer(),
              connection -> assertThat(connection.send(REQUEST)).isTrue(),
              breakage -> end.complete(breakage.message()))
          .begin();
      assertThat(end.join()).isEqualTo(ANSWERED);
    }
  }

  private HttpConnection.Observer observer() {
    return new HttpConnection.Observer() {
      @Override
      public void answered(HttpConnection connection) {
        end.complete(ANSWERED);
      }

      @Override
      public void broken(HttpConnection connection, Breakage breakage) {
        end.complete(breakage.kind().name());
      }
    };
  }

  /** Says {@code early} to the first connection, and {@code answer} to what it asks. */
  private void serve(ServerSocket listener, String early, String answer) {
    Thread server =
        new Thread(
            () -> {
              try (Socket socket = listener.accept()) {
                socket.getOutputStream().write(early.getBytes(StandardCharsets.US_ASCII));
                // Long enough to be in the client's socket.
                pause();
                said.complete(true);
                byte[] bytes = new byte[4096];
                int read = socket.getInputStream().read(bytes);
                heard.complete(Math.max(0, read));
                if (read > 0) {
                  socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                  boolean unused = end.join() != null;
                }
              } catch (IOException e) {
                heard.completeExceptionally(new UncheckedIOException(e));
              }
            },
            "early-server");
    server.setDaemon(true);
    server.start();
  }

  private static void pause() {
    long until = NanoClock.system().nanos() + 50 * NanoClock.NANOS_PER_MILLI;
    for (long left = 1; left > 0; left = until - NanoClock.system().nanos()) {
      LockSupport.parkNanos(left);
    }
  }

  private static ServerSocket listen() throws IOException {
    return new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
  }

  private static HttpTransport transport(ServerSocket listener) {
    URI url = URI.create("http://127.0.0.1:" + listener.getLocalPort());
    var scenario = ScenarioReader.read("test.yaml", "steps:\n  - get: { rate: 1 }\n", List.of());
    return new HttpTransport(
        url, scenario.target().route(), 1, 10 * NanoClock.NANOS_PER_SECOND, NanoClock.system());
  }
}
