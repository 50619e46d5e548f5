package dev.kvbench.load.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.kvbench.result.Ledger;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import dev.kvbench.time.NanoClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Servers that keep a request waiting: its deadline ends it, and the step ends. */
@Timeout(60)
class DeadlinesTest {

  /** 20 arrivals: with as many connections each of them gets one at once. */
  private static final String SHORT = "rate: 100, warmup: 0s, duration: 200ms";

  private static final long DRIP_MILLIS = 10;

  @Test
  void requests_afterALongIdleTime_areNotTakenForOverdue() throws IOException {
    // Each connection rests longer than the timeout between two requests.
    try (ScriptedServer server = ScriptedServer.answering(ScriptedServer.OK)) {
      Measurement measured =
          Trial.of(server, "rate: 100, warmup: 0s, duration: 3s").over(64).within("300ms").run();
      assertThat(measured.ledger().timeout()).isZero();
      assertThat(measured.ledger().ok()).isEqualTo(300);
    }
  }

  @Test
  void silence_endsAtTheTimeout_andTheRestIsUnsent() throws IOException {
    try (ScriptedServer server = new ScriptedServer((number, onConnection, socket, out) -> true)) {
      Measurement measured =
          Trial.of(server, "rate: 100, warmup: 0s, duration: 1s").over(4).within("300ms").run();
      Ledger ledger = measured.ledger();
      assertThat(ledger.scheduled()).isEqualTo(100);
      assertThat(ledger.timeout()).isGreaterThanOrEqualTo(4);
      assertThat(ledger.timeout() + ledger.unsent() + ledger.unfinished()).isEqualTo(100);
      assertThat(Trial.total(measured, TimeKind.UNANSWERED).getTotalCount()).isEqualTo(100);
    }
  }

  @ParameterizedTest(name = "{0}")
  @Execution(ExecutionMode.CONCURRENT)
  @MethodSource("unendingAnswers")
  void answer_thatComesToNoEnd_endsAtTheTimeout(String what, String answer) throws IOException {
    try (ScriptedServer server = ScriptedServer.answering(answer)) {
      Measurement measured = Trial.of(server, SHORT).over(20).within("300ms").run();
      assertTimeouts(measured, 20);
    }
  }

  static Stream<Arguments> unendingAnswers() {
    String longer = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n";
    String chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    return Stream.of(
        arguments("nothing", ""),
        arguments("half a status line", "HTTP/1.1 20"),
        arguments("half a head", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n"),
        arguments("an interim answer alone", "HTTP/1.1 100 Continue\r\n\r\n"),
        arguments("another protocol from here on", "HTTP/1.1 101 X\r\nUpgrade: x\r\n\r\n"),
        arguments("a head without its body, as to HEAD", longer),
        arguments("a body shorter than its length", longer + "short"),
        arguments("no length and no end", "HTTP/1.1 200 OK\r\n\r\nuntil the end"),
        arguments("no chunk", chunked),
        arguments("half a chunk", chunked + "F\r\n0123"),
        arguments("no last chunk", chunked + "2\r\nok\r\n"));
  }

  @ParameterizedTest(name = "{0}")
  @Execution(ExecutionMode.CONCURRENT)
  @MethodSource("drips")
  void answer_thatDripsPastTheDeadline_endsAtTheTimeout(String what, String begin, String drip)
      throws IOException {
    try (ScriptedServer server = dripping(begin, drip, "", Integer.MAX_VALUE)) {
      Measurement measured = Trial.of(server, SHORT).over(20).within("300ms").run();
      assertTimeouts(measured, 20);
    }
  }

  static Stream<Arguments> drips() {
    return Stream.of(
        arguments("a head", "HTTP/1.1 200 OK\r\nX-A: ", "a"),
        arguments("header lines", "HTTP/1.1 200 OK\r\n", "X-A: a\r\n"),
        arguments("interim answers", "", "HTTP/1.1 102 Processing\r\n\r\n"),
        arguments("a body", "HTTP/1.1 200 OK\r\nContent-Length: 999999\r\n\r\n", "a"),
        arguments("a body without an end", "HTTP/1.1 200 OK\r\n\r\n", "a"),
        arguments("chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n"));
  }

  @Test
  void answer_thatDripsToItsEndInTime_isOk_andTakesAsLongAsItDrips() throws IOException {
    try (ScriptedServer server =
        dripping("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n", "a", "", 8)) {
      Measurement measured = Trial.of(server, SHORT).over(20).run();
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("ok", 20L));
      long leastNanos = 8 * DRIP_MILLIS * NanoClock.NANOS_PER_MILLI;
      assertThat(lowest(measured, TimeKind.SERVICE)).isGreaterThanOrEqualTo(leastNanos);
      assertThat(Trial.total(measured, TimeKind.FIRST_BYTE).getMean()).isLessThan(leastNanos);
    }
  }

  @Test
  void body_withoutEnd_endsAtTheTimeout() throws IOException {
    byte[] part = new byte[64 * 1024];
    try (ScriptedServer server =
        new ScriptedServer(
            (number, onConnection, socket, out) -> {
              ScriptedServer.write(out, "HTTP/1.1 200 OK\r\n\r\n");
              while (true) {
                out.write(part);
              }
            })) {
      Measurement measured = Trial.of(server, SHORT).over(20).within("300ms").run();
      assertTimeouts(measured, 20);
    }
  }

  @Test
  void put_thatNobodyReads_isAWriteFailureAtTheTimeout() throws IOException {
    try (ScriptedServer server =
        ScriptedServer.conversing(socket -> ScriptedServer.pause(60_000))) {
      Measurement measured =
          Trial.of(server, SHORT).over(20).putting(16 << 20).within("300ms").run();
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("write", 20L));
      assertAges(measured, 20);
      assertThat(measured.failures())
          .containsExactly(
              new StepResult.Failure(
                  "write", "the server did not take the request within 0.3 s", 20));
    }
  }

  @Test
  void failuresOfTheWarmup_areSaid_whereTheWindowHasNone() throws IOException {
    // The warm-up's requests hold every connection for longer than the window is waited for.
    try (ScriptedServer server = ScriptedServer.answering("")) {
      Measurement measured =
          Trial.of(server, "rate: 100, warmup: 200ms, duration: 100ms")
              .over(4)
              .within("2500ms")
              .run();
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("unsent", 10L));
      assertThat(measured.failures())
          .containsExactly(
              new StepResult.Failure("timeout (warm-up)", "no whole answer within 2.5 s", 4));
    }
  }

  @Test
  void request_thatIsResent_endsAtTheTimeoutToo() throws IOException {
    AtomicInteger firsts = new AtomicInteger();
    try (ScriptedServer server =
        new ScriptedServer(
            (number, onConnection, socket, out) -> {
              if (onConnection == 0 && firsts.getAndIncrement() < 20) {
                ScriptedServer.write(out, ScriptedServer.OK);
              }
              // Closed over each second request; the first of a new connection is heard for ever.
              return onConnection == 0;
            })) {
      Measurement measured =
          Trial.of(server, "rate: 100, warmup: 0s, duration: 400ms").over(20).within("300ms").run();
      // A connection that is late may take its second arrival before another has its first.
      assertThat(Trial.ends(measured)).containsOnlyKeys("ok", "timeout");
      assertThat(measured.ledger().timeout()).isBetween(20L, 39L);
      assertThat(measured.resent()).isEqualTo(measured.ledger().timeout());
      assertThat(lowest(measured, TimeKind.UNANSWERED))
          .isGreaterThanOrEqualTo(300 * NanoClock.NANOS_PER_MILLI);
    }
  }

  @Test
  void stop_ofAStepThatNobodyAnswers_leavesTheRequestsUnfinished() throws IOException {
    try (ScriptedServer server = ScriptedServer.answering("")) {
      StepRun stepRun = Trial.of(server, "rate: 100, warmup: 0s, duration: 30s").over(4).stepRun();
      Measurement measured = Trial.run(stepRun, Trial.onSecond(number -> stepRun.stop("enough")));
      assertThat(Trial.ends(measured)).containsOnlyKeys("unfinished", "unsent");
      assertThat(measured.ledger().unfinished()).isEqualTo(4);
    }
  }

  @Test
  void connecting_thatHangsInMidStep_endsAtTheTimeout() throws IOException {
    ScriptedServer server = ScriptedServer.answering(ScriptedServer.OK);
    AtomicReference<ServerSocket> deaf = new AtomicReference<>();
    try {
      Measurement measured =
          Trial.of(server, "rate: 100, warmup: 0s, duration: 3s")
              .within("300ms")
              .run(
                  Trial.onSecond(
                      number -> {
                        if (number == 0) {
                          server.close();
                          deaf.set(deafListener(server.port()));
                        }
                      }));
      assertThat(Trial.ends(measured)).containsKeys("ok", "connect", "timeout");
      assertThat(Set.of("ok", "connect", "timeout", "read", "write", "unsent"))
          .containsAll(Trial.ends(measured).keySet());
      assertThat(measured.failures())
          .extracting(StepResult.Failure::message)
          .anyMatch(message -> message.contains("connecting timed out"));
    } finally {
      server.close();
      ServerSocket listener = deaf.get();
      if (listener != null) {
        listener.close();
      }
    }
  }

  @Test
  void connecting_thatHangs_endsAtTheTimeout() throws IOException {
    try (ServerSocket listener = deafListener(0)) {
      URI url = URI.create("http://127.0.0.1:" + listener.getLocalPort());
      Measurement measured = Trial.of(url, SHORT).over(6).within("300ms").run();
      assertThat(measured.established()).isBetween(1, 5);
      assertThat(measured.connectFailure()).containsIgnoringCase("timed out");
      assertThat(measured.ledger().ok()).isZero();
      assertThat(measured.ledger().timeout()).isPositive();
    }
  }

  /** A listener of a short queue that nobody empties: what comes behind is not even refused. */
  private static ServerSocket deafListener(int port) {
    try {
      return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ScriptedServer dripping(String begin, String drip, String end, int drips)
      throws IOException {
    return new ScriptedServer(
        (number, onConnection, socket, out) -> {
          ScriptedServer.write(out, begin);
          for (int i = 0; i < drips; i++) {
            ScriptedServer.pause(DRIP_MILLIS);
            ScriptedServer.write(out, drip);
          }
          ScriptedServer.write(out, end);
          return true;
        });
  }

  /** Each arrival ended as a timeout, and is in the lower bounds with an age beyond that. */
  private static void assertTimeouts(Measurement measured, long count) {
    assertThat(Trial.ends(measured)).isEqualTo(Map.of("timeout", count));
    assertAges(measured, count);
    assertThat(measured.failures())
        .containsExactly(new StepResult.Failure("timeout", "no whole answer within 0.3 s", count));
  }

  private static void assertAges(Measurement measured, long count) {
    assertThat(Trial.total(measured, TimeKind.UNANSWERED).getTotalCount()).isEqualTo(count);
    assertThat(lowest(measured, TimeKind.UNANSWERED))
        .isGreaterThanOrEqualTo(300 * NanoClock.NANOS_PER_MILLI);
  }

  /** The lowest time of a kind, at the upper end of the histogram's step. */
  private static long lowest(Measurement measured, TimeKind kind) {
    Histogram times = Trial.total(measured, kind);
    return times.highestEquivalentValue(times.getMinValue());
  }
}
