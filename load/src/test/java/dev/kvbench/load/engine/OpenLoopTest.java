package dev.kvbench.load.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kvbench.result.Ledger;
import dev.kvbench.result.Progress;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import dev.kvbench.scenario.Scenario;
import dev.kvbench.scenario.ScenarioReader;
import dev.kvbench.scenario.StepSpec;
import dev.kvbench.time.NanoClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The engine against real sockets. Every test checks the ledger's sum; times are only held against
 * each other or against what a server's own law makes certain, never against a clock.
 */
@Timeout(60)
class OpenLoopTest {

  /** Two before 100 ms, three behind. */
  private static final String DUE_TIMES = "0\n0.05\n0.1\n0.1\n0.3\n";

  private static final LoadListener SILENT =
      new LoadListener() {
        @Override
        public void progress(Progress progress) {}

        @Override
        public void second(
            StepResult.Second second,
            double startSeconds,
            double lengthSeconds,
            Map<TimeKind, Histogram> histograms) {}
      };

  @Test
  void run_ofAWillingServer_endsEveryArrivalOk() throws IOException {
    try (ScriptedServer server = ScriptedServer.answering(ScriptedServer.OK)) {
      Measurement measured = run(server, "rate: 500, warmup: 500ms, duration: 2s");
      assertThat(measured.established()).isEqualTo(8);
      assertThat(measured.ledger().scheduled()).isEqualTo(1_000);
      assertThat(measured.ledger().ok()).isEqualTo(1_000);
      assertThat(measured.warmup().arrivals()).isEqualTo(250);
      assertThat(total(measured, TimeKind.RESPONSE).getTotalCount()).isEqualTo(1_000);
      assertThat(measured.bytesRead()).isEqualTo(1_000L * ScriptedServer.OK.length());
      assertThat(measured.handing().requests()).isEqualTo(1_000);
      assertThat(measured.failures()).isEmpty();
      assertThat(measured.reconnects()).isZero();
    }
  }

  @Test
  void times_ofEachArrival_addUpToItsResponseTime() throws IOException {
    try (ScriptedServer server = stalling(0, 30, 100)) {
      Measurement measured = run(server, "rate: 2000, warmup: 200ms, duration: 2s");
      assertSums(measured);
      double response = total(measured, TimeKind.RESPONSE).getMean();
      double parts =
          total(measured, TimeKind.SCHEDULE_LAG).getMean()
              + total(measured, TimeKind.CONNECTION_WAIT).getMean()
              + total(measured, TimeKind.SERVICE).getMean();
      assertThat(parts).isCloseTo(response, within(response * 0.01));
    }
  }

  @Test
  void response_ofAServerThatStandsStill_countsFromTheDueTime() throws IOException {
    // Still for 200 ms in every 400 ms: of arrivals spread evenly half meet a stall, and wait up to
    // 200 ms for its end. So a quarter waits 100 ms or longer, with few connections or many.
    for (int connections : new int[] {4, 64}) {
      try (ScriptedServer server = stalling(0, 200, 400)) {
        Measurement measured =
            run(server, "rate: 500, warmup: 400ms, duration: 2400ms", connections);
        assertSums(measured);
        Histogram response = total(measured, TimeKind.RESPONSE);
        assertThat(response.getValueAtPercentile(80) / 1e6)
            .as("p80 over %d connections", connections)
            .isGreaterThan(90);
        assertThat(response.getValueAtPercentile(98) / 1e6)
            .as("p98 over %d connections", connections)
            .isGreaterThan(150);
      }
    }
  }

  @Test
  void service_ofAServerThatStandsStill_hidesTheStall_whereConnectionsAreFew() throws IOException {
    try (ScriptedServer server = stalling(0, 200, 400)) {
      Measurement measured = run(server, "rate: 1000, warmup: 400ms, duration: 2s", 2);
      assertSums(measured);
      // At most two requests a stall are under way in it: the rest waits for a connection.
      assertThat(measured.handing().mostBehind()).isGreaterThan(100);
      assertThat(measured.handing().mostLate()).isLessThan(measured.handing().mostBehind());
      double service = total(measured, TimeKind.SERVICE).getValueAtPercentile(90);
      double response = total(measured, TimeKind.RESPONSE).getValueAtPercentile(90);
      assertThat(service).isLessThan(response / 4);
      assertThat(total(measured, TimeKind.CONNECTION_WAIT).getValueAtPercentile(90))
          .isGreaterThan((long) (response / 2));
    }
  }

  @Test
  void statuses_areCountedByCode_andMissesApart() throws IOException {
    String[] answers = {"200 OK", "404 Not Found", "503 Service Unavailable", "408 Timeout"};
    try (ScriptedServer server =
        new ScriptedServer(
            (number, onConnection, socket, out) -> {
              String status = answers[(int) (number % answers.length)];
              ScriptedServer.write(out, "HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n\r\n");
              return true;
            })) {
      Measurement measured = run(server, "rate: 400, warmup: 0s, duration: 1s", 1);
      Ledger ledger = measured.ledger();
      assertSums(measured);
      assertThat(ledger.ok()).isEqualTo(100);
      assertThat(ledger.miss()).isEqualTo(100);
      assertThat(ledger.status()).containsExactly(Map.entry("408", 100L), Map.entry("503", 100L));
      assertThat(total(measured, TimeKind.FAILED).getTotalCount()).isEqualTo(200);
      assertThat(total(measured, TimeKind.RESPONSE).getTotalCount()).isEqualTo(200);
    }
  }

  @Test
  void answers_ofAnotherLengthOrAMiss_areWrong_whereTheKeysAreKnownToBeThere() throws IOException {
    String right = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabcd";
    String missing = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
    try (ScriptedServer server =
        new ScriptedServer(
            (number, onConnection, socket, out) -> {
              ScriptedServer.write(
                  out, number % 4 == 0 ? ScriptedServer.OK : number % 4 == 1 ? missing : right);
              return true;
            })) {
      Measurement measured =
          loop(server.url(), "rate: 400, warmup: 0s, duration: 1s", 1, "10s", true).run(SILENT);
      assertSums(measured);
      assertThat(measured.ledger().ok()).isEqualTo(200);
      assertThat(measured.ledger().wrong()).isEqualTo(200);
      assertThat(measured.failures()).extracting(StepResult.Failure::count).contains(100L);
    }
  }

  @Test
  void connections_closedAfterEachAnswer_areOpenedAgain_andNothingIsLost() throws IOException {
    try (ScriptedServer server =
        new ScriptedServer(
            (number, onConnection, socket, out) -> {
              ScriptedServer.write(
                  out, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok");
              return false;
            })) {
      Measurement measured = run(server, "rate: 200, warmup: 200ms, duration: 1s");
      assertSums(measured);
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
      Measurement measured = run(server, "rate: 500, warmup: 200ms, duration: 1s");
      assertSums(measured);
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
      Measurement measured = run(server, "rate: 1000, warmup: 0s, duration: 2s", 2);
      assertSums(measured);
      assertThat(measured.ledger().ok()).isEqualTo(2_000);
      assertThat(measured.reconnects()).isGreaterThan(500);
    }
  }

  @Test
  void requests_afterALongIdleTime_areNotTakenForOverdue() throws IOException {
    // Each connection rests longer than the timeout between two requests.
    try (ScriptedServer server = ScriptedServer.answering(ScriptedServer.OK)) {
      Measurement measured =
          loop(server.url(), "rate: 100, warmup: 0s, duration: 3s", 64, "300ms", false).run(SILENT);
      assertSums(measured);
      assertThat(measured.ledger().timeout()).isZero();
      assertThat(measured.ledger().ok()).isEqualTo(300);
    }
  }

  @Test
  void answers_thatNobodyAskedFor_areNamed_andNoRequestIsLost() throws IOException {
    try (ScriptedServer server =
        new ScriptedServer(
            (number, onConnection, socket, out) -> {
              ScriptedServer.write(out, ScriptedServer.OK + ScriptedServer.OK);
              return true;
            })) {
      Measurement measured = run(server, "rate: 200, warmup: 0s, duration: 1s", 1);
      assertSums(measured);
      assertThat(measured.ledger().ok()).isEqualTo(200);
      assertThat(measured.reconnects()).isPositive();
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
      Measurement measured = run(server, "rate: 100, warmup: 0s, duration: 1s");
      assertSums(measured);
      assertThat(measured.ledger().read() + measured.ledger().write()).isEqualTo(100);
      assertThat(total(measured, TimeKind.UNANSWERED).getTotalCount()).isEqualTo(100);
    }
  }

  @Test
  void answers_thatAreNoHttp_areMalformed() throws IOException {
    try (ScriptedServer server = ScriptedServer.answering("what do you want?\r\n\r\n")) {
      Measurement measured = run(server, "rate: 50, warmup: 0s, duration: 1s");
      assertSums(measured);
      assertThat(measured.ledger().malformed()).isEqualTo(50);
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
      Measurement measured = run(server, "rate: 50, warmup: 0s, duration: 1s");
      assertSums(measured);
      assertThat(measured.ledger().read()).isEqualTo(50);
    }
  }

  @Test
  void silence_endsAtTheTimeout_andTheRestIsUnsent() throws IOException {
    try (ScriptedServer server = new ScriptedServer((number, onConnection, socket, out) -> true)) {
      Measurement measured =
          loop(server.url(), "rate: 100, warmup: 0s, duration: 1s", 4, "300ms", false).run(SILENT);
      assertSums(measured);
      Ledger ledger = measured.ledger();
      assertThat(ledger.scheduled()).isEqualTo(100);
      assertThat(ledger.timeout()).isGreaterThanOrEqualTo(4);
      assertThat(ledger.timeout() + ledger.unsent() + ledger.unfinished()).isEqualTo(100);
      assertThat(total(measured, TimeKind.UNANSWERED).getTotalCount()).isEqualTo(100);
    }
  }

  @Test
  void server_thatDies_leavesConnectAndUnsent_andTheStepEnds() throws Exception {
    ScriptedServer server = ScriptedServer.answering(ScriptedServer.OK);
    OpenLoop loop = loop(server.url(), "rate: 500, warmup: 0s, duration: 2s", 8, "1s", false);
    Measurement measured = loop.run(onSecond(0, () -> close(server)));
    assertSums(measured);
    assertThat(measured.ledger().scheduled()).isEqualTo(1_000);
    assertThat(measured.ledger().ok()).isBetween(300L, 900L);
    assertThat(measured.ledger().connect()).isPositive();
    assertThat(measured.ledger().unsent()).isPositive();
    assertThat(measured.connectFailure()).isNotNull();
  }

  @Test
  void stop_countsWhatWasDueSoFar() throws IOException {
    try (ScriptedServer server = ScriptedServer.answering(ScriptedServer.OK)) {
      OpenLoop loop = loop(server.url(), "rate: 500, warmup: 0s, duration: 30s", 8, "1s", false);
      Measurement measured = loop.run(onSecond(0, () -> loop.stop("enough")));
      assertSums(measured);
      assertThat(measured.stopReason()).isEqualTo("enough");
      assertThat(measured.windowSeconds()).isBetween(0.9, 10.0);
      assertThat(measured.ledger().scheduled())
          .isCloseTo((long) (500 * measured.windowSeconds()), within(2L));
    }
  }

  @Test
  void stop_duringTheWarmup_measuresNothing() throws IOException {
    try (ScriptedServer server = ScriptedServer.answering(ScriptedServer.OK)) {
      OpenLoop loop = loop(server.url(), "rate: 100, warmup: auto, duration: 30s", 2, "1s", false);
      loop.stop("at once");
      Measurement measured = loop.run(SILENT);
      assertThat(measured.ledger().scheduled()).isZero();
      assertThat(measured.windowSeconds()).isZero();
    }
  }

  @Test
  void server_thatRefuses_isNotRun() throws IOException {
    URI nobody;
    try (ServerSocket socket = new ServerSocket(0)) {
      nobody = URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }
    Measurement measured =
        loop(nobody, "rate: 100, warmup: 0s, duration: 1s", 4, "1s", false).run(SILENT);
    assertThat(measured.established()).isZero();
    assertThat(measured.connectFailure()).containsIgnoringCase("refused");
  }

  @Test
  void server_slowerThanTheRate_leavesABacklogThatGrows() throws IOException {
    try (ScriptedServer server =
        new ScriptedServer(
            (number, onConnection, socket, out) -> {
              ScriptedServer.pause(10);
              ScriptedServer.write(out, ScriptedServer.OK);
              return true;
            })) {
      // Two connections of 10 ms each take 200 a second at the most.
      Measurement measured = run(server, "rate: 1000, warmup: 0s, duration: 3s", 2);
      assertSums(measured);
      List<StepResult.Second> seconds = measured.seconds();
      assertThat(seconds.get(1).backlog()).isGreaterThan(seconds.get(0).backlog());
      assertThat(measured.ledger().unsent()).isGreaterThan(1_000);
      assertThat(measured.goodInWindow()).isLessThan(700);
    }
  }

  @Test
  void bursts_endEveryArrival_andNothingIsDueBetweenThem() throws IOException {
    try (ScriptedServer server = ScriptedServer.answering(ScriptedServer.OK)) {
      Measurement measured =
          run(
              server,
              "rate: 500, warmup: 300ms, duration: 2s,"
                  + " arrivals: { bursts: { on: 100ms, off: 900ms } }");
      assertSums(measured);
      assertThat(measured.ledger().ok()).isEqualTo(100);
      assertThat(measured.warmup().arrivals()).isZero();
      assertThat(measured.seconds().get(0).offered()).isEqualTo(50);
      assertThat(measured.seconds().get(1).offered()).isEqualTo(50);
    }
  }

  @Test
  void trace_thatEndsBeforeTheWindow_endsEveryArrival() throws IOException {
    try (ScriptedServer server = ScriptedServer.answering(ScriptedServer.OK)) {
      Measurement measured =
          run(server, "warmup: 100ms, duration: 1s, arrivals: { trace: due.txt }");
      assertSums(measured);
      assertThat(measured.warmup().arrivals()).isEqualTo(2);
      assertThat(measured.ledger().ok()).isEqualTo(3);
      assertThat(measured.windowSeconds()).isEqualTo(1);
      assertThat(measured.stopReason()).isNull();
    }
  }

  @Test
  void trace_cutShortBehindItsEnd_countsWhatWasDue() throws IOException {
    try (ScriptedServer server = ScriptedServer.answering(ScriptedServer.OK)) {
      OpenLoop loop =
          loop(
              server.url(),
              "warmup: 0s, duration: 60s, arrivals: { trace: due.txt }",
              8,
              "10s",
              false);
      Measurement measured = loop.run(onSecond(0, () -> loop.stop("enough")));
      assertSums(measured);
      assertThat(measured.ledger().ok()).isEqualTo(5);
      assertThat(measured.stopReason()).isEqualTo("enough");
    }
  }

  private static ScriptedServer stalling(int answerMillis, int stillMillis, int periodMillis)
      throws IOException {
    long began = NanoClock.system().nanos();
    return new ScriptedServer(
        (number, onConnection, socket, out) -> {
          long at = (NanoClock.system().nanos() - began) / 1_000_000 % periodMillis;
          long wait = at < stillMillis ? stillMillis - at : answerMillis;
          if (wait > 0) {
            ScriptedServer.pause(wait);
          }
          ScriptedServer.write(out, ScriptedServer.OK);
          return true;
        });
  }

  private static Measurement run(ScriptedServer server, String step) {
    return run(server, step, 8);
  }

  private static Measurement run(ScriptedServer server, String step, int connections) {
    return loop(server.url(), step, connections, "10s", false).run(SILENT);
  }

  private static OpenLoop loop(
      URI url, String step, int connections, String timeout, boolean filled) {
    String text =
        """
        connections: %d
        timeout: %s
        keys: { count: 100 }
        values: { size: 4 }
        steps:
          - get: { %s }
        """
            .formatted(connections, timeout, step);
    Scenario scenario = ScenarioReader.read("test.yaml", text, List.of(), name -> DUE_TIMES);
    return new OpenLoop(
        scenario, (StepSpec.Load) scenario.steps().get(0), filled, url, NanoClock.system());
  }

  private static LoadListener onSecond(int number, Runnable action) {
    return new LoadListener() {
      @Override
      public void progress(Progress progress) {}

      @Override
      public void second(
          StepResult.Second second,
          double startSeconds,
          double lengthSeconds,
          Map<TimeKind, Histogram> histograms) {
        if (second.second() == number) {
          action.run();
        }
      }
    };
  }

  private static void close(ScriptedServer server) {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Histogram total(Measurement measured, TimeKind kind) {
    return Objects.requireNonNull(measured.totals().get(kind));
  }

  private static void assertSums(Measurement measured) {
    Ledger ledger = measured.ledger();
    assertThat(ledger.sum()).isEqualTo(ledger.scheduled());
    long recorded = 0;
    for (TimeKind kind : List.of(TimeKind.RESPONSE, TimeKind.FAILED, TimeKind.UNANSWERED)) {
      recorded += total(measured, kind).getTotalCount();
    }
    assertThat(recorded).as("every arrival is in a histogram").isEqualTo(ledger.scheduled());
  }
}
