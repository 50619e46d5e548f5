package dev.kvbench.load.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.kvbench.result.StepResult;
import dev.kvbench.scenario.Scenario;
import dev.kvbench.scenario.ScenarioReader;
import dev.kvbench.scenario.StepSpec;
import dev.kvbench.time.NanoClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Fills of 100 keys over 4 connections into servers that take them and into servers that do not:
 * each ends, and each key is in one of its counts.
 */
@Timeout(60)
class FillTest {

  private static final int KEYS = 100;
  private static final int CONNECTIONS = 4;

  /** How often a key is put before the fill ends. */
  private static final int TRIES = 5;

  private static final String CREATED = "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n";
  private static final String LONGER = "HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\n";

  @Test
  void willingServer_getsEveryKeyOnce() throws IOException {
    try (ScriptedServer server = ScriptedServer.answering(CREATED)) {
      Fill.Outcome filled = fill(server.url(), "10s");
      assertComplete(filled);
      assertThat(filled.failures()).isEmpty();
      assertThat(server.requests()).isEqualTo(KEYS);
      assertThat(server.connections()).isEqualTo(CONNECTIONS);
    }
  }

  @ParameterizedTest(name = "said: {0}")
  @ValueSource(booleans = {true, false})
  void connections_closedAfterEachAnswer_areOpenedAgain(boolean said) throws IOException {
    String answer = said ? CREATED.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n") : CREATED;
    try (ScriptedServer server =
        new ScriptedServer(
            (number, onConnection, socket, out) -> {
              ScriptedServer.write(out, answer);
              return false;
            })) {
      Fill.Outcome filled = fill(server.url(), "10s");
      assertComplete(filled);
      assertThat(server.requests()).isEqualTo(KEYS);
      assertThat(server.connections()).isGreaterThanOrEqualTo(KEYS);
    }
  }

  @Test
  void answers_thatDripInTime_areWaitedFor() throws IOException {
    try (ScriptedServer server = dripping(LONGER.replace("100", "5"), 5)) {
      Fill.Outcome filled = fill(server.url(), "10s");
      assertComplete(filled);
      assertThat(filled.failures()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 204})
  void anotherSuccess_isAnAcknowledgement(int status) throws IOException {
    String length = status == 204 ? "" : "Content-Length: 0\r\n";
    try (ScriptedServer server =
        ScriptedServer.answering("HTTP/1.1 " + status + " X\r\n" + length + "\r\n")) {
      assertComplete(fill(server.url(), "10s"));
    }
  }

  @Test
  void serverThatIsBusyNowAndThen_getsEveryKey_andItIsSaid() throws IOException {
    try (ScriptedServer server =
        new ScriptedServer(
            (number, onConnection, socket, out) -> {
              boolean busy = number % 10 == 0;
              ScriptedServer.write(out, busy ? CREATED.replace("201", "503") : CREATED);
              return true;
            })) {
      Fill.Outcome filled = fill(server.url(), "10s");
      assertComplete(filled);
      assertThat(filled.failures()).extracting(StepResult.Failure::kind).containsOnly("status 503");
      long busy = filled.failures().stream().mapToLong(StepResult.Failure::count).sum();
      assertThat(server.requests()).isEqualTo(KEYS + busy);
    }
  }

  @Test
  void serverThatLosesConnectionsNowAndThen_getsEveryKey_andItIsSaid() throws IOException {
    try (ScriptedServer server =
        new ScriptedServer(
            (number, onConnection, socket, out) -> {
              switch ((int) (number % 20)) {
                case 3 -> socket.setSoLinger(true, 0);
                case 8 -> ScriptedServer.write(out, LONGER + "half");
                case 13 -> ScriptedServer.write(out, "what do you want?\r\n\r\n");
                default -> {
                  ScriptedServer.write(out, CREATED);
                  return true;
                }
              }
              return false;
            })) {
      Fill.Outcome filled = fill(server.url(), "10s");
      assertComplete(filled);
      assertThat(filled.failures())
          .extracting(StepResult.Failure::kind)
          .contains("read", "malformed");
    }
  }

  @Test
  void answersThatNobodyAskedFor_areSaid_andEndNoFill() throws IOException {
    try (ScriptedServer server = ScriptedServer.answering(CREATED + CREATED)) {
      Fill.Outcome filled = fill(server.url(), "10s");
      assertComplete(filled);
      assertThat(filled.failures()).extracting(StepResult.Failure::kind).contains("malformed");
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("statuses")
  void wrongStatus_isTriedAgainAFewTimes_andEndsTheFill(String status) throws IOException {
    try (ScriptedServer server =
        ScriptedServer.answering("HTTP/1.1 " + status + " X\r\nContent-Length: 0\r\n\r\n")) {
      Fill.Outcome filled = fill(server.url(), "10s");
      assertIncomplete(filled, "answered " + status);
      assertThat(filled.stored()).isZero();
      assertThat(filled.unacknowledged()).isEqualTo(CONNECTIONS);
      assertThat(server.requests()).isBetween((long) TRIES, (long) CONNECTIONS * TRIES);
      assertThat(server.connections()).isEqualTo(CONNECTIONS);
    }
  }

  static Stream<String> statuses() {
    return Stream.of("301", "400", "404", "405", "429", "500", "503");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("brokenAnswers")
  void brokenAnswer_endsTheFill(String what, String answer, boolean reset, String said)
      throws IOException {
    try (ScriptedServer server =
        new ScriptedServer(
            (number, onConnection, socket, out) -> {
              ScriptedServer.write(out, answer);
              socket.setSoLinger(reset, 0);
              return false;
            })) {
      Fill.Outcome filled = fill(server.url(), "10s");
      assertIncomplete(filled, said);
      assertThat(filled.stored()).as(what).isZero();
      assertThat(filled.unacknowledged()).isBetween(1L, (long) CONNECTIONS);
      assertThat(server.requests()).isBetween((long) TRIES, (long) CONNECTIONS * TRIES);
    }
  }

  static Stream<Arguments> brokenAnswers() {
    return Stream.of(
        arguments("nothing", "", false, "closed"),
        arguments("a reset", "", true, "reset"),
        arguments("a head without its body", LONGER, false, "premature"),
        arguments("half a body", LONGER + "half", false, "premature"),
        arguments("no HTTP", "what do you want?\r\n\r\n", false, "protocol"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("unendingAnswers")
  void answerThatComesToNoEnd_endsAtTheTimeout_andEndsTheFill(String what, String answer)
      throws IOException {
    try (ScriptedServer server = ScriptedServer.answering(answer)) {
      assertTimedOut(fill(server.url(), "200ms"), server);
    }
  }

  static Stream<Arguments> unendingAnswers() {
    return Stream.of(
        arguments("nothing", ""),
        arguments("an interim answer", "HTTP/1.1 100 Continue\r\n\r\n"),
        arguments("half a body", LONGER + "half"));
  }

  @Test
  void answerThatDripsPastTheTimeout_endsAtTheTimeout_andEndsTheFill() throws IOException {
    try (ScriptedServer server = dripping(LONGER.replace("100", "999999"), Integer.MAX_VALUE)) {
      assertTimedOut(fill(server.url(), "200ms"), server);
    }
  }

  @Test
  void serverThatRefuses_getsNothing() throws IOException {
    URI nobody;
    try (ServerSocket socket = new ServerSocket(0)) {
      nobody = URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }
    Fill.Outcome filled = fill(nobody, "10s");
    assertIncomplete(filled, "refused");
    assertThat(filled.untried()).isEqualTo(KEYS);
    assertThat(filled.failures()).extracting(StepResult.Failure::kind).containsOnly("connect");
  }

  @Test
  void serverThatAcceptsNobody_getsNothing_andTheAttemptsEndAtTheTimeout() throws IOException {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      URI url = URI.create("http://127.0.0.1:" + listener.getLocalPort());
      Fill.Outcome filled = fill(url, "200ms");
      assertIncomplete(filled, "tries");
      assertThat(filled.stored()).isZero();
      assertThat(filled.failures())
          .extracting(StepResult.Failure::kind)
          .containsAnyOf("connect", "timeout");
    }
  }

  @Test
  void connections_lostAsSoonAsTheyAreMade_endTheFill_andMakeNoStorm() throws IOException {
    try (ScriptedServer server = ScriptedServer.conversing(socket -> {})) {
      Fill.Outcome filled = fill(server.url(), "10s");
      assertIncomplete(filled, "tries");
      assertThat(filled.stored()).isZero();
      assertThat(server.connections()).isLessThanOrEqualTo(CONNECTIONS * TRIES);
    }
  }

  @Test
  void serverThatDiesWithinTheFill_endsIt_andWhatIsStoredIsKnown() throws IOException {
    AtomicReference<@Nullable ScriptedServer> self = new AtomicReference<>();
    try (ScriptedServer server =
        new ScriptedServer(
            (number, onConnection, socket, out) -> {
              ScriptedServer dying = self.get();
              if (number >= KEYS / 2 && dying != null) {
                dying.close();
                return false;
              }
              ScriptedServer.write(out, CREATED);
              return true;
            })) {
      self.set(server);
      Fill.Outcome filled = fill(server.url(), "10s");
      assertIncomplete(filled, "refused");
      assertThat(filled.stored()).isBetween(KEYS / 2L - CONNECTIONS, KEYS / 2L);
      assertThat(filled.unacknowledged()).isBetween(1L, (long) CONNECTIONS);
    }
  }

  @Test
  void stop_endsAFillThatNobodyAnswers_atOnce() throws IOException {
    AtomicReference<@Nullable Fill> filling = new AtomicReference<>();
    try (ScriptedServer server =
        new ScriptedServer(
            (number, onConnection, socket, out) -> {
              Fill fill = filling.get();
              if (number == CONNECTIONS - 1 && fill != null) {
                fill.stop("enough");
              }
              return true;
            })) {
      Fill fill = of(server.url(), "1h");
      filling.set(fill);
      Fill.Outcome filled = check(fill.run(stored -> {}));
      assertIncomplete(filled, "enough");
      assertThat(filled.unacknowledged()).isEqualTo(CONNECTIONS);
      assertThat(filled.untried()).isEqualTo(KEYS - CONNECTIONS);
    }
  }

  @Test
  void interrupt_endsTheFill() throws IOException {
    Thread filler = Thread.currentThread();
    try (ScriptedServer server =
        new ScriptedServer(
            (number, onConnection, socket, out) -> {
              filler.interrupt();
              return true;
            })) {
      Fill.Outcome filled = fill(server.url(), "1h");
      assertThat(Thread.interrupted()).as("the interrupt is still to be seen").isTrue();
      assertIncomplete(filled, "interrupted");
      assertThat(filled.stored()).isZero();
    }
  }

  private static void assertComplete(Fill.Outcome filled) {
    assertThat(filled.failure()).isNull();
    assertThat(filled.stored()).isEqualTo(KEYS);
  }

  private static void assertIncomplete(Fill.Outcome filled, String why) {
    assertThat(filled.failure())
        .containsIgnoringCase(why)
        .contains("of 100 keys")
        .contains(filled.stored() + " are stored")
        .contains(filled.unacknowledged() + " were put and not acknowledged")
        .contains(filled.untried() + " were not put");
  }

  private static void assertTimedOut(Fill.Outcome filled, ScriptedServer server) {
    assertIncomplete(filled, "no whole answer within 0.2 s");
    assertThat(filled.stored()).isZero();
    assertThat(filled.unacknowledged()).isEqualTo(CONNECTIONS);
    assertThat(filled.failures()).extracting(StepResult.Failure::kind).containsOnly("timeout");
    assertThat(server.requests()).isBetween((long) TRIES, (long) CONNECTIONS * TRIES);
    assertThat(filled.seconds()).as("each try takes the timeout").isGreaterThan(TRIES * 0.2);
  }

  private static ScriptedServer dripping(String head, int drips) throws IOException {
    return new ScriptedServer(
        (number, onConnection, socket, out) -> {
          ScriptedServer.write(out, head);
          for (int i = 0; i < drips; i++) {
            ScriptedServer.pause(2);
            ScriptedServer.write(out, "a");
          }
          return true;
        });
  }

  private static Fill.Outcome fill(URI url, String timeout) {
    return check(of(url, timeout).run(stored -> {}));
  }

  private static Fill.Outcome check(Fill.Outcome filled) {
    assertThat(filled.stored() + filled.unacknowledged() + filled.untried())
        .as("sum of the counts")
        .isEqualTo(KEYS);
    return filled;
  }

  private static Fill of(URI url, String timeout) {
    String text =
        "connections: %d\ntimeout: %s\nkeys: { count: %d }\nsteps:\n  - fill\n"
            .formatted(CONNECTIONS, timeout, KEYS);
    Scenario scenario = ScenarioReader.read("test.yaml", text, List.of());
    return new Fill(scenario, (StepSpec.Fill) scenario.steps().get(0), url, NanoClock.system());
  }
}
