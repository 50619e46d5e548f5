package dev.kvbench.load.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.result.TimeKind;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections refused, closed, reset or cut in two, and servers that die and come back. */
@Timeout(60)
class LostConnectionsTest {

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
    OpenLoop loop = Trial.of(server, "rate: 500, warmup: 0s, duration: 2s").within("1s").loop();
    Measurement measured = Trial.run(loop, Trial.onSecond(0, server::close));
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
}
