package dev.kvbench.load.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kvbench.result.Ledger;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import dev.kvbench.scenario.Scenario;
import dev.kvbench.scenario.ScenarioReader;
import dev.kvbench.scenario.StepSpec;
import dev.kvbench.time.NanoClock;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections that are opened as they are needed, and loops that wait for answers. */
@Timeout(60)
class ConnectionModesTest {

  private static final String PER_REQUEST = "{ mode: per-request, max: 16 }";

  @Test
  void fixed_areAllOpen_beforeTheClockStarts_overEveryIoThread() throws IOException {
    try (ScriptedServer server = ScriptedServer.answering(ScriptedServer.OK)) {
      Measurement measured =
          run(server.url(), "200\nio-threads: 3", "rate: 500, warmup: 0s, duration: 1s");
      assertThat(measured.established()).isEqualTo(200);
      assertThat(measured.mostOpen()).isEqualTo(200);
      assertThat(measured.opened()).isZero();
      assertThat(server.connections()).isEqualTo(200);
      assertThat(measured.generator().ioThreads()).isEqualTo(3);
    }
  }

  @Test
  void elastic_areOpened_whenNoneIsIdle_andAreKept() throws IOException {
    try (ScriptedServer server = answeringAfter(60)) {
      Measurement measured =
          run(server.url(), "{ max: 64, initial: 2 }", "rate: 200, warmup: 0s, duration: 2s");
      assertThat(measured.ledger().ok()).isEqualTo(400);
      assertThat(measured.established()).isEqualTo(2);
      // A request every 5 ms that takes 60 ms or more: 12 connections at the least.
      assertThat(measured.mostOpen()).isBetween(12, 64);
      assertThat(measured.opened()).isEqualTo(measured.mostOpen() - 2);
      assertThat(server.connections()).isEqualTo(measured.mostOpen());
      assertThat(measured.reconnects()).isZero();
      assertThat(Trial.total(measured, TimeKind.CONNECTION_WAIT).getMaxValue())
          .as("a request waits for the connection that is opened for it")
          .isPositive();
    }
  }

  @Test
  void elastic_atTheirMaximum_letRequestsWait() throws IOException {
    try (ScriptedServer server = answeringAfter(20)) {
      Measurement measured = run(server.url(), "{ max: 2 }", "rate: 200, warmup: 0s, duration: 2s");
      assertThat(measured.mostOpen()).isEqualTo(2);
      assertThat(measured.established()).isEqualTo(1);
      assertThat(server.connections()).isEqualTo(2);
      // 100 a second are answered at the most.
      assertThat(measured.goodInWindow()).isLessThan(250);
      assertThat(measured.seconds().get(1).backlog()).isGreaterThan(50);
    }
  }

  @Test
  void elastic_thatAreLost_areReconnects_andNoOpenings() throws IOException {
    try (ScriptedServer server =
        new ScriptedServer(
            (number, onConnection, socket, out) -> {
              ScriptedServer.write(out, ScriptedServer.OK);
              return onConnection < 4;
            })) {
      // A new connection each 100 ms: a busy machine has time for that.
      Measurement measured = run(server.url(), "{ max: 1 }", "rate: 50, warmup: 0s, duration: 1s");
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("ok", 50L));
      assertThat(measured.opened()).isZero();
      assertThat(measured.reconnects()).isGreaterThan(5);
    }
  }

  @Test
  void perRequest_eachHasItsOwn_closedInOrder_andItsOpeningIsConnectionWait() throws IOException {
    AtomicLong orderly = new AtomicLong();
    AtomicLong further = new AtomicLong();
    try (ScriptedServer server =
        new ScriptedServer(
            (number, onConnection, socket, out) -> {
              ScriptedServer.write(out, ScriptedServer.OK);
              int next = socket.getInputStream().read();
              (next < 0 ? orderly : further).incrementAndGet();
              return false;
            })) {
      Measurement measured =
          run(server.url(), PER_REQUEST, "rate: 100, warmup: 500ms, duration: 2s");
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("ok", 200L));
      assertThat(measured.established()).isZero();
      assertThat(measured.wasRun()).isTrue();
      assertThat(measured.reconnects()).isZero();
      assertThat(measured.resent()).isZero();
      // Those that a busy machine comes to behind the window are not counted.
      assertThat(measured.opened()).isBetween(150L, 205L);
      assertThat(server.connections()).isEqualTo(250);
      assertThat(further).hasValue(0);
      assertThat(orderly.get()).as("closed, not reset").isGreaterThan(200);
      Histogram wait = Trial.total(measured, TimeKind.CONNECTION_WAIT);
      assertThat(wait.getMinNonZeroValue()).isEqualTo(wait.getMinValue());
      double parts =
          Trial.total(measured, TimeKind.SCHEDULE_LAG).getMean()
              + wait.getMean()
              + Trial.total(measured, TimeKind.SERVICE).getMean();
      double response = Trial.total(measured, TimeKind.RESPONSE).getMean();
      assertThat(parts).isCloseTo(response, within(response * 0.01));
    }
  }

  @Test
  void perRequest_ofAServerThatRefuses_endsEveryArrival() throws IOException {
    URI nobody;
    try (ServerSocket socket = new ServerSocket(0)) {
      nobody = URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }
    Measurement measured = run(nobody, PER_REQUEST, "rate: 200, warmup: 0s, duration: 1s");
    assertThat(measured.ledger().connect()).isPositive();
    assertThat(measured.ledger().connect() + measured.ledger().unsent()).isEqualTo(200);
    assertThat(measured.connectFailure()).containsIgnoringCase("refused");
  }

  @Test
  void closedLoop_sendsWhenItHasAnAnswer_andAccountsForEachRequest() throws IOException {
    try (ScriptedServer server = answeringAfter(2)) {
      Measurement measured = run(server.url(), "4", "loop: closed, warmup: 300ms, duration: 1s");
      Ledger ledger = measured.ledger();
      assertThat(ledger.ok()).isEqualTo(ledger.scheduled()).isGreaterThan(100);
      // Each of the four takes 2 ms or longer; one more may have begun at the end.
      assertThat(ledger.scheduled()).isLessThanOrEqualTo(4 * 501);
      assertThat(server.requests()).isEqualTo(measured.warmup().arrivals() + ledger.scheduled());
      assertThat(server.connections()).isEqualTo(4);
      assertThat(Trial.total(measured, TimeKind.CONNECTION_WAIT).getMaxValue()).isZero();
      assertThat(measured.seconds()).allMatch(second -> second.backlog() == 0);
      long offered = measured.seconds().stream().mapToLong(StepResult.Second::offered).sum();
      assertThat(offered).isEqualTo(ledger.scheduled());
    }
  }

  @Test
  void closedLoop_thinks() throws IOException {
    try (ScriptedServer server = ScriptedServer.answering(ScriptedServer.OK)) {
      Measurement measured =
          run(server.url(), "4", "loop: closed, think: 20ms, warmup: 0s, duration: 1s");
      // Each of the four begins once in 20 ms at the most.
      assertThat(measured.ledger().scheduled()).isBetween(8L, 4 * 50L);
      assertThat(measured.ledger().ok()).isEqualTo(measured.ledger().scheduled());
    }
  }

  @Test
  void closedLoop_endsItsWarmupByItself() throws IOException {
    try (ScriptedServer server = answeringAfter(2)) {
      Measurement measured = run(server.url(), "2", "loop: closed, duration: 500ms");
      assertThat(measured.warmup().arrivals()).isGreaterThan(100);
      assertThat(measured.ledger().ok()).isEqualTo(measured.ledger().scheduled()).isPositive();
    }
  }

  @Test
  void closedLoop_ofConnectionsPerRequest_opensOneForEach() throws IOException {
    try (ScriptedServer server = answeringAfter(2)) {
      Measurement measured =
          run(server.url(), PER_REQUEST, "loop: closed, warmup: 0s, duration: 1s");
      assertThat(measured.ledger().ok()).isEqualTo(measured.ledger().scheduled()).isPositive();
      assertThat(server.connections()).isEqualTo(measured.ledger().scheduled());
      assertThat(measured.mostOpen()).isEqualTo(16);
      Histogram wait = Trial.total(measured, TimeKind.CONNECTION_WAIT);
      assertThat(wait.getMinNonZeroValue()).isEqualTo(wait.getMinValue());
    }
  }

  @Test
  void closedLoop_whoseConnectionsAreClosed_chargesTheNextRequestWithTheOpening()
      throws IOException {
    try (ScriptedServer server =
        new ScriptedServer(
            (number, onConnection, socket, out) -> {
              ScriptedServer.pause(2);
              ScriptedServer.write(
                  out, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok");
              return false;
            })) {
      Measurement measured = run(server.url(), "2", "loop: closed, warmup: 0s, duration: 1s");
      Ledger ledger = measured.ledger();
      assertThat(ledger.ok()).isEqualTo(ledger.scheduled()).isGreaterThan(20);
      // All but the first two; the last may be behind the window.
      assertThat(measured.reconnects()).isBetween(ledger.scheduled() - 4, ledger.scheduled() - 2);
      assertThat(Trial.total(measured, TimeKind.CONNECTION_WAIT).getValueAtPercentile(50))
          .isPositive();
    }
  }

  @Test
  void closedLoop_whoseServerDies_goesOnTrying_andEnds() throws IOException {
    ScriptedServer server = answeringAfter(2);
    StepRun stepRun = stepRun(server.url(), "4", "loop: closed, warmup: 0s, duration: 2s");
    Measurement measured = Trial.run(stepRun, onFirstSecond(server::close));
    assertThat(measured.ledger().ok()).isPositive();
    // After a first try each waits 10 ms, 20 ms … 500 ms: 8 in the second that is left, or fewer.
    assertThat(measured.ledger().connect()).isBetween(4L, 4 * 12L);
  }

  @Test
  void closedLoop_cutShort_countsWhatWasBegun() throws IOException {
    try (ScriptedServer server = answeringAfter(2)) {
      StepRun stepRun = stepRun(server.url(), "4", "loop: closed, think: 3ms, warmup: 0s");
      Measurement measured = Trial.run(stepRun, onFirstSecond(() -> stepRun.stop("enough")));
      assertThat(measured.stopReason()).isEqualTo("enough");
      assertThat(measured.ledger().scheduled()).isEqualTo(server.requests());
    }
  }

  private static ScriptedServer answeringAfter(int millis) throws IOException {
    return new ScriptedServer(
        (number, onConnection, socket, out) -> {
          ScriptedServer.pause(millis);
          ScriptedServer.write(out, ScriptedServer.OK);
          return true;
        });
  }

  private static Measurement run(URI url, String connections, String step) {
    return Trial.run(stepRun(url, connections, step), Trial.SILENT);
  }

  private static StepRun stepRun(URI url, String connections, String step) {
    String text =
        "connections: %s\nkeys: { count: 100 }\nsteps:\n  - get: { %s }\n"
            .formatted(connections, step);
    Scenario scenario = ScenarioReader.read("test.yaml", text, List.of());
    return new StepRun(
        scenario, (StepSpec.Load) scenario.steps().get(0), false, url, NanoClock.system());
  }

  private static LoadListener onFirstSecond(Runnable action) {
    return Trial.onSecond(
        second -> {
          if (second == 0) {
            action.run();
          }
        });
  }
}
