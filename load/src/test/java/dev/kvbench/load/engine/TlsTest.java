package dev.kvbench.load.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kvbench.load.engine.ScriptedServer.Script;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import java.io.IOException;
import java.net.Socket;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Targets over TLS: the figures hold as they do over plain sockets, and what fails has a name. */
@Timeout(60)
class TlsTest {

  /** 20 arrivals. */
  private static final String SHORT = "get: { rate: 100, warmup: 0s, duration: 200ms }";

  private static final String PER_REQUEST = "{ mode: per-request, max: 4 }";

  private static final Script ANSWERING =
      (number, onConnection, socket, out) -> {
        ScriptedServer.write(out, ScriptedServer.OK);
        return true;
      };

  private static Identity loopback;

  @BeforeAll
  static void makeIdentity() throws IOException {
    loopback = Identity.ofLoopback();
  }

  private static RoutedTrial trusted(ScriptedServer server) {
    return RoutedTrial.of(
            "url: https://127.0.0.1:" + server.port() + ", tls: { trust: server.pem }")
        .trusting(loopback);
  }

  private static String connectFailure(Measurement measured) {
    return Objects.requireNonNull(measured.connectFailure());
  }

  @Test
  void answers_areOk_andTheTimesAddUp() throws IOException {
    try (ScriptedServer server = new ScriptedServer(loopback.listen(), ANSWERING)) {
      Measurement measured =
          trusted(server).run("get: { rate: 1000, warmup: 200ms, duration: 2s }");
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("ok", 2000L));
      assertThat(measured.established()).isEqualTo(4);
      assertThat(server.connections()).isEqualTo(4);
      double response = Trial.total(measured, TimeKind.RESPONSE).getMean();
      double parts =
          Trial.total(measured, TimeKind.SCHEDULE_LAG).getMean()
              + Trial.total(measured, TimeKind.CONNECTION_WAIT).getMean()
              + Trial.total(measured, TimeKind.SERVICE).getMean();
      assertThat(parts).isCloseTo(response, within(response * 0.01));
    }
  }

  @Test
  void bytes_areThoseOfHttp_whateverTlsAdds() throws IOException {
    try (ScriptedServer server = new ScriptedServer(loopback.listen(), ANSWERING)) {
      Measurement measured = trusted(server).run(SHORT);
      assertThat(measured.bytesRead()).isEqualTo(20L * ScriptedServer.OK.length());
    }
  }

  @Test
  void bodies_largerThanARecord_goBothWays() throws IOException {
    int size = 1 << 20;
    String large = "HTTP/1.1 200 OK\r\nContent-Length: " + size + "\r\n\r\n" + "x".repeat(size);
    try (ScriptedServer server =
        new ScriptedServer(
            loopback.listen(),
            (number, onConnection, socket, out) -> {
              ScriptedServer.write(out, large);
              return true;
            })) {
      assertThat(Trial.ends(trusted(server).run(SHORT))).isEqualTo(Map.of("ok", 20L));
    }
    try (ScriptedServer server =
        new ScriptedServer(
            loopback.listen(),
            (number, onConnection, socket, out) -> {
              ScriptedServer.write(out, "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n");
              return true;
            })) {
      Measurement measured =
          trusted(server).withValuesOf(size).run("put: { rate: 100, warmup: 0s, duration: 200ms }");
      assertThat(measured.ledger().sum()).isEqualTo(20);
      assertThat(measured.ledger().ok()).isEqualTo(20);
      assertThat(measured.bytesWritten()).isGreaterThan(20L * size);
    }
  }

  @Test
  void handshake_isPartOfTheConnectionWait_whereRequestsOpenTheirOwn() throws IOException {
    try (ScriptedServer server = new ScriptedServer(loopback.listen(), ANSWERING)) {
      Measurement measured =
          trusted(server)
              .over("{ mode: per-request, max: 16 }")
              .run("get: { rate: 50, warmup: 1s, duration: 1s }");
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("ok", 50L));
      assertThat(server.connections()).isEqualTo(server.requests()).isGreaterThanOrEqualTo(50);
      assertThat(measured.opened()).isPositive();
      Histogram wait = Trial.total(measured, TimeKind.CONNECTION_WAIT);
      assertThat(wait.getMinNonZeroValue()).isEqualTo(wait.getMinValue());
    }
  }

  @Test
  void certificate_ofNobodyKnown_isNotTrusted_andTheSentenceSaysWhatToDo() throws IOException {
    try (ScriptedServer server = new ScriptedServer(loopback.listen(), ANSWERING)) {
      Measurement measured =
          RoutedTrial.of("url: https://127.0.0.1:" + server.port()).over(PER_REQUEST).run(SHORT);
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("connect", 20L));
      assertThat(connectFailure(measured))
          .startsWith("the server's certificate is not trusted")
          .contains("target.tls.trust", "verify: false");
      assertThat(server.requests()).as("requests that reached it").isZero();
    }
  }

  @Test
  void certificate_ofNobodyKnown_isTaken_whereItIsNotChecked() throws IOException {
    try (ScriptedServer server = new ScriptedServer(loopback.listen(), ANSWERING)) {
      Measurement measured =
          RoutedTrial.of("url: https://127.0.0.1:" + server.port() + ", tls: { verify: false }")
              .run(SHORT);
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("ok", 20L));
    }
  }

  @Test
  void certificate_forAnotherHost_isRefused_unlessItIsNotChecked() throws IOException {
    Identity elsewhere = Identity.of("dns:elsewhere.example");
    try (ScriptedServer server = new ScriptedServer(elsewhere.listen(), ANSWERING)) {
      String url = "url: https://127.0.0.1:" + server.port();
      Measurement measured =
          RoutedTrial.of(url + ", tls: { trust: server.pem }")
              .trusting(elsewhere)
              .over(PER_REQUEST)
              .run(SHORT);
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("connect", 20L));
      assertThat(connectFailure(measured))
          .startsWith("the server's certificate is not good for this url")
          .contains("127.0.0.1");
      assertThat(Trial.ends(RoutedTrial.of(url + ", tls: { verify: false }").run(SHORT)))
          .isEqualTo(Map.of("ok", 20L));
    }
  }

  @Test
  void plainHttp_behindHttps_isNoTls() throws IOException {
    try (ScriptedServer server =
        ScriptedServer.conversing(
            socket -> {
              int unused = socket.getInputStream().read();
              ScriptedServer.write(
                  socket.getOutputStream(),
                  "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
              drain(socket);
            })) {
      Measurement measured = trusted(server).over(PER_REQUEST).run(SHORT);
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("connect", 20L));
      assertThat(connectFailure(measured)).isEqualTo("the server does not speak TLS");
    }
  }

  @Test
  void handshake_thatTheServerRefuses_isNamedByItsWord() throws IOException {
    // A fatal alert (level 2) of TLS 1.2: handshake_failure, 40.
    byte[] alert = {21, 3, 3, 0, 2, 2, 40};
    try (ScriptedServer server =
        ScriptedServer.conversing(
            socket -> {
              int unused = socket.getInputStream().read();
              socket.getOutputStream().write(alert);
              drain(socket);
            })) {
      Measurement measured = trusted(server).over(PER_REQUEST).run(SHORT);
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("connect", 20L));
      assertThat(connectFailure(measured))
          .isEqualTo("the server refused the TLS handshake: handshake_failure");
    }
  }

  @Test
  void handshake_thatTheServerLeaves_isAConnectFailure() throws IOException {
    try (ScriptedServer server =
        ScriptedServer.conversing(
            socket -> {
              // The whole first record, so that the close is no reset.
              byte[] head = socket.getInputStream().readNBytes(5);
              socket.getInputStream().skipNBytes(((head[3] & 0xff) << 8) + (head[4] & 0xff));
            })) {
      Measurement measured = trusted(server).over(PER_REQUEST).run(SHORT);
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("connect", 20L));
      assertThat(connectFailure(measured))
          .isEqualTo("the server closed the connection within the TLS handshake");
    }
  }

  @Test
  void handshake_thatTheServerNeverAnswers_timesOut() throws IOException {
    try (ScriptedServer server = ScriptedServer.conversing(TlsTest::drain)) {
      Measurement measured =
          trusted(server).over("{ mode: per-request, max: 32 }").within("300ms").run(SHORT);
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("connect", 20L));
      assertThat(connectFailure(measured)).startsWith("the TLS handshake timed out");
    }
  }

  @Test
  void connections_thatAreClosedWithinAnAnswer_breakWhileReading() throws IOException {
    try (ScriptedServer server =
        new ScriptedServer(
            loopback.listen(),
            (number, onConnection, socket, out) -> {
              ScriptedServer.write(out, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
              return false;
            })) {
      assertThat(Trial.ends(trusted(server).run(SHORT))).isEqualTo(Map.of("read", 20L));
    }
  }

  @Test
  void connections_thatAreClosedAfterEachAnswer_areOpenedAgain() throws IOException {
    try (ScriptedServer server =
        new ScriptedServer(
            loopback.listen(),
            (number, onConnection, socket, out) -> {
              ScriptedServer.write(
                  out, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok");
              return false;
            })) {
      Measurement measured = trusted(server).run("get: { rate: 50, warmup: 0s, duration: 2s }");
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("ok", 100L));
      assertThat(measured.reconnects()).isPositive();
    }
  }

  @Test
  void requests_withoutAnAnswer_timeOut_andTheConnectionIsReplaced() throws IOException {
    try (ScriptedServer server =
        new ScriptedServer(
            loopback.listen(),
            (number, onConnection, socket, out) -> {
              if (number % 5 != 0) {
                ScriptedServer.write(out, ScriptedServer.OK);
              }
              return true;
            })) {
      Measurement measured = trusted(server).over("20").within("300ms").run(SHORT);
      assertThat(measured.ledger().timeout()).isPositive();
      assertThat(measured.ledger().ok() + measured.ledger().timeout()).isEqualTo(20);
      assertThat(measured.failures())
          .extracting(StepResult.Failure::message)
          .containsExactly("no whole answer within 0.3 s");
    }
  }

  private static void drain(Socket socket) throws IOException {
    while (socket.getInputStream().read() >= 0) {
      // Takes everything, and says nothing to it.
    }
  }
}
