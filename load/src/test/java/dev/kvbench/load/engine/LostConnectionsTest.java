package dev.kvbench.load.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections refused, closed, reset or cut in two, and servers that die and come back. */
@Timeout(60)
class LostConnectionsTest {

  /** 20 arrivals. */
  private static final String SHORT = "rate: 100, warmup: 0s, duration: 200ms";

  private static final Set<String> ENDS_OF_THE_UNCONNECTED =
      Set.of("connect", "read", "write", "unsent");

  @Test
  void connections_closedAfterEachAnswer_areOpenedAgain_andNothingIsLost() throws IOException {
    try (ScriptedServer server =
        new ScriptedServer(
            (number, onConnection, socket, out) -> {
              ScriptedServer.write(
                  out, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok");
              return false;
            })) {
      Measurement measured = Trial.of(server, "rate: 200, warmup: 200ms, duration: 1s").run();
      assertThat(measured.ledger().ok()).isEqualTo(200);
      assertThat(measured.reconnects()).isPositive();
    }
  }

  @Test
  void connections_closedWithoutAWord_areResentOnce_andNothingIsLost() throws IOException {
    try (ScriptedServer server =
        new ScriptedServer(
            (number, onConnection, socket, out) -> {
              ScriptedServer.write(out, ScriptedServer.OK);
              // Keep-alive was said, and is not kept.
              return onConnection < 9;
            })) {
      Measurement measured = Trial.of(server, "rate: 500, warmup: 200ms, duration: 1s").run();
      assertThat(measured.ledger().ok()).isEqualTo(500);
      assertThat(measured.reconnects()).isPositive();
    }
  }

  @Test
  void connections_closedMoreOftenThanTheTransportHasPlaces_areStillOpenedAgain()
      throws IOException {
    try (ScriptedServer server =
        new ScriptedServer(
            (number, onConnection, socket, out) -> {
              ScriptedServer.write(out, ScriptedServer.OK);
              return onConnection < 1;
            })) {
      // 1,000 closures and more, found by the pacer before the watch, over 2 connections.
      Measurement measured = Trial.of(server, "rate: 1000, warmup: 0s, duration: 2s").over(2).run();
      assertThat(measured.ledger().ok()).isEqualTo(2_000);
      assertThat(measured.reconnects()).isGreaterThan(500);
    }
  }

  @Test
  void connections_resetBeforeTheAnswer_areReadFailures() throws IOException {
    try (ScriptedServer server =
        new ScriptedServer(
            (number, onConnection, socket, out) -> {
              if (onConnection == 0) {
                socket.setSoLinger(true, 0);
                return false;
              }
              return true;
            })) {
      Measurement measured = Trial.of(server, "rate: 100, warmup: 0s, duration: 1s").run();
      assertThat(measured.ledger().read() + measured.ledger().write()).isEqualTo(100);
      assertThat(Trial.total(measured, TimeKind.UNANSWERED).getTotalCount()).isEqualTo(100);
    }
  }

  @Test
  void answers_thatEndTooEarly_areReadFailures() throws IOException {
    try (ScriptedServer server =
        new ScriptedServer(
            (number, onConnection, socket, out) -> {
              ScriptedServer.write(out, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort");
              return false;
            })) {
      Measurement measured = Trial.of(server, "rate: 50, warmup: 0s, duration: 1s").run();
      assertThat(measured.ledger().read()).isEqualTo(50);
    }
  }

  @Test
  void server_thatDies_leavesConnectAndUnsent_andTheStepEnds() throws Exception {
    ScriptedServer server = ScriptedServer.answering(ScriptedServer.OK);
    StepRun stepRun =
        Trial.of(server, "rate: 500, warmup: 0s, duration: 2s").within("1s").stepRun();
    Measurement measured =
        Trial.run(
            stepRun,
            Trial.onSecond(
                number -> {
                  if (number == 0) {
                    server.close();
                  }
                }));
    assertThat(measured.ledger().scheduled()).isEqualTo(1_000);
    assertThat(measured.ledger().ok()).isBetween(300L, 900L);
    assertThat(measured.ledger().connect()).isPositive();
    assertThat(measured.ledger().unsent()).isPositive();
    assertThat(measured.connectFailure()).isNotNull();
  }

  @Test
  void server_thatRefuses_isNotRun() throws IOException {
    URI nobody;
    try (ServerSocket socket = new ServerSocket(0)) {
      nobody = URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }
    Measurement measured =
        Trial.of(nobody, "rate: 100, warmup: 0s, duration: 1s").over(4).within("1s").run();
    assertThat(measured.established()).isZero();
    assertThat(measured.connectFailure()).containsIgnoringCase("refused");
  }

  @Test
  void connections_idleForLongerThanTheServerKeepsThem_areOpenedAgain_andNothingIsLost()
      throws IOException {
    try (ScriptedServer server =
        new ScriptedServer(
            (number, onConnection, socket, out) -> {
              ScriptedServer.write(out, ScriptedServer.OK);
              ScriptedServer.pause(5);
              return false;
            })) {
      // Each connection rests for 40 ms behind an answer.
      Measurement measured = Trial.of(server, "rate: 100, warmup: 0s, duration: 1s").over(4).run();
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("ok", 100L));
      assertThat(measured.reconnects()).isPositive();
    }
  }

  @Test
  void connections_resetWithinTheAnswer_areReadFailures() throws IOException {
    try (ScriptedServer server =
        new ScriptedServer(
            (number, onConnection, socket, out) -> {
              ScriptedServer.write(out, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
              socket.setSoLinger(true, 0);
              return false;
            })) {
      Measurement measured = Trial.of(server, SHORT).run();
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("read", 20L));
    }
  }

  @ParameterizedTest(name = "reset: {0}")
  @ValueSource(booleans = {true, false})
  void connections_lostAsSoonAsTheyAreMade_endEveryArrival_andMakeNoStorm(boolean reset)
      throws IOException {
    try (ScriptedServer server =
        ScriptedServer.conversing(
            socket -> {
              if (reset) {
                socket.setSoLinger(true, 0);
              }
            })) {
      Measurement measured = Trial.of(server, "rate: 100, warmup: 0s, duration: 1s").run();
      assertThat(measured.ledger().ok()).isZero();
      assertThat(ENDS_OF_THE_UNCONNECTED).containsAll(Trial.ends(measured).keySet());
      // At most two for an arrival, and a lane's own attempts, farther and farther apart.
      assertThat(server.connections()).isLessThan(8 + 2 * 100 + 8 * 10);
    }
  }

  @Test
  void connections_resetBehindTheAnswer_areReadFailures_whereTheAnswerWasLost() throws IOException {
    try (ScriptedServer server =
        new ScriptedServer(
            (number, onConnection, socket, out) -> {
              ScriptedServer.write(out, ScriptedServer.OK);
              socket.setSoLinger(true, 0);
              return false;
            })) {
      Measurement measured = Trial.of(server, SHORT).run();
      // A reset throws away what the other side has not read yet.
      assertThat(measured.ledger().ok() + measured.ledger().read()).isEqualTo(20);
      assertThat(server.connections()).isGreaterThanOrEqualTo(20);
    }
  }

  @Test
  void connections_halfClosedInPlaceOfAnAnswer_areReadFailures() throws IOException {
    try (ScriptedServer server = halfClosing("")) {
      Measurement measured = Trial.of(server, SHORT).run();
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("read", 20L));
    }
  }

  @Test
  void connections_halfClosedWithinAnAnswer_areReadFailures() throws IOException {
    try (ScriptedServer server =
        halfClosing("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")) {
      Measurement measured = Trial.of(server, SHORT).run();
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("read", 20L));
    }
  }

  @Test
  void connections_halfClosedBehindAnAnswer_areOpenedAgain_andNothingIsLost() throws IOException {
    try (ScriptedServer server = halfClosing(ScriptedServer.OK)) {
      Measurement measured = Trial.of(server, SHORT).run();
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("ok", 20L));
      assertThat(server.connections()).isGreaterThanOrEqualTo(20);
    }
  }

  @Test
  void puts_resetWhileTheyAreWritten_areWriteFailures() throws IOException {
    try (ScriptedServer server =
        ScriptedServer.conversing(
            socket -> {
              socket.getInputStream().skipNBytes(64 * 1024);
              socket.setSoLinger(true, 0);
            })) {
      Measurement measured = Trial.of(server, SHORT).putting(32 << 20).run();
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("write", 20L));
      assertThat(measured.failures()).extracting(StepResult.Failure::kind).containsOnly("write");
    }
  }

  @Test
  void puts_refusedBeforeTheyAreRead_endByTheStatus_orWhileTheyAreWritten() throws IOException {
    try (ScriptedServer server = answeringHeads("413 Content Too Large", false)) {
      Measurement measured = Trial.of(server, SHORT).putting(32 << 20).run();
      // Closing over unread bytes resets the connection, which may take the answer with it.
      assertThat(Set.of("413", "read", "write")).containsAll(Trial.ends(measured).keySet());
    }
  }

  @Test
  void puts_answeredBeforeTheyAreRead_areOk_whereTheServerGoesOnReading() throws IOException {
    try (ScriptedServer server = answeringHeads("201 Created", true)) {
      Measurement measured = Trial.of(server, SHORT).putting(1 << 20).run();
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("ok", 20L));
    }
  }

  @Test
  void server_killedAndStartedAgain_costsWhatFellDueMeanwhile_andNothingBehind()
      throws IOException {
    ScriptedServer first = ScriptedServer.answering(ScriptedServer.OK);
    AtomicReference<ScriptedServer> second = new AtomicReference<>();
    try {
      Measurement measured =
          Trial.of(first, "rate: 500, warmup: 0s, duration: 4s")
              .run(
                  Trial.onSecond(
                      number -> {
                        if (number == 0) {
                          first.close();
                        } else if (number == 1) {
                          second.set(answeringAt(first.port()));
                        }
                      }));
      assertThat(Trial.ends(measured)).containsKeys("ok", "connect");
      assertThat(measured.ledger().unsent()).isZero();
      assertThat(measured.connectFailure()).containsIgnoringCase("refused");
      assertThat(measured.failures()).extracting(StepResult.Failure::kind).contains("connect");
      assertThat(measured.reconnects()).isPositive();
      // The second in which it was down, and the one in which it had long been up again.
      assertThat(measured.seconds().get(1).failed()).isPositive();
      assertThat(measured.seconds().get(3).achieved()).isGreaterThan(250);
      assertThat(measured.seconds().get(3).failed()).isZero();
    } finally {
      first.close();
      ScriptedServer again = second.get();
      if (again != null) {
        again.close();
      }
    }
  }

  private static ScriptedServer answeringAt(int port) {
    try {
      return new ScriptedServer(
          port,
          (number, onConnection, socket, out) -> {
            ScriptedServer.write(out, ScriptedServer.OK);
            return true;
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A server that says {@code answer}, then that nothing more comes, and goes on reading. */
  private static ScriptedServer halfClosing(String answer) throws IOException {
    return new ScriptedServer(
        (number, onConnection, socket, out) -> {
          ScriptedServer.write(out, answer);
          socket.shutdownOutput();
          return true;
        });
  }

  /** A server that answers when it has read a request's head, and reads the rest or does not. */
  private static ScriptedServer answeringHeads(String status, boolean readsOn) throws IOException {
    return ScriptedServer.conversing(
        socket -> {
          InputStream in = new BufferedInputStream(socket.getInputStream());
          String answer = "HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n\r\n";
          String head = ScriptedServer.readHead(in);
          while (head != null) {
            ScriptedServer.write(socket.getOutputStream(), answer);
            if (!readsOn) {
              return;
            }
            in.skipNBytes(ScriptedServer.bodyBytes(head));
            head = ScriptedServer.readHead(in);
          }
        });
  }
}
