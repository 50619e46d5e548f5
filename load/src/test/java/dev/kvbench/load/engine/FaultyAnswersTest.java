package dev.kvbench.load.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.kvbench.result.Ledger;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers that are wrong, odd or no HTTP at all: each arrival ends in the class that says so. */
@Timeout(60)
class FaultyAnswersTest {

  /** 20 arrivals. */
  private static final String SHORT = "rate: 100, warmup: 0s, duration: 200ms";

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
      Measurement measured = Trial.of(server, "rate: 400, warmup: 0s, duration: 1s").over(1).run();
      Ledger ledger = measured.ledger();
      assertThat(ledger.ok()).isEqualTo(100);
      assertThat(ledger.miss()).isEqualTo(100);
      assertThat(ledger.status()).containsExactly(Map.entry("408", 100L), Map.entry("503", 100L));
      assertThat(Trial.total(measured, TimeKind.FAILED).getTotalCount()).isEqualTo(200);
      assertThat(Trial.total(measured, TimeKind.RESPONSE).getTotalCount()).isEqualTo(200);
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
          Trial.of(server, "rate: 400, warmup: 0s, duration: 1s").over(1).ofStoredKeys().run();
      assertThat(measured.ledger().ok()).isEqualTo(200);
      assertThat(measured.ledger().wrong()).isEqualTo(200);
      assertThat(measured.failures()).extracting(StepResult.Failure::count).contains(100L);
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
      // Each request needs a connection of its own; a busy machine must have time for as many.
      Measurement measured = Trial.of(server, "rate: 50, warmup: 0s, duration: 1s").over(1).run();
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("ok", 50L));
      assertThat(measured.reconnects()).isPositive();
    }
  }

  @Test
  void answers_thatAreNoHttp_areMalformed() throws IOException {
    try (ScriptedServer server = ScriptedServer.answering("what do you want?\r\n\r\n")) {
      Measurement measured = Trial.of(server, "rate: 50, warmup: 0s, duration: 1s").run();
      assertThat(measured.ledger().malformed()).isEqualTo(50);
    }
  }

  @ParameterizedTest(name = "{0}")
  @Execution(ExecutionMode.CONCURRENT)
  @MethodSource("keptOpen")
  void answer_overAConnectionThatIsKept(String what, String end, String answer) throws IOException {
    try (ScriptedServer server = ScriptedServer.answering(answer)) {
      Measurement measured = Trial.of(server, SHORT).over(4).run();
      assertThat(Trial.ends(measured)).as(what).isEqualTo(Map.of(end, 20L));
      if (end.equals("malformed")) {
        assertThat(server.connections()).as("connections made").isGreaterThanOrEqualTo(20);
      } else if (end.equals("ok") || end.equals("miss")) {
        assertThat(server.connections()).as("connections made").isEqualTo(4);
      }
      assertThat(measured.failures().isEmpty())
          .as("nothing is said of the failures")
          .isEqualTo(end.equals("ok") || end.equals("miss"));
    }
  }

  static Stream<Arguments> keptOpen() {
    String sized = "\r\nContent-Length: 2\r\n\r\nok";
    String chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    String manyLines = ("X-Filler: " + "x".repeat(1000) + "\r\n").repeat(20);
    return Stream.of(
        arguments("no reason phrase", "ok", "HTTP/1.1 200" + sized),
        arguments("no reason phrase, but the blank", "ok", "HTTP/1.1 200 " + sized),
        arguments("an odd reason phrase", "ok", "HTTP/1.1 200 4\u00fcr \u00fcu: 500" + sized),
        arguments("chunk sizes in upper case", "ok", chunked + "A\r\n0123456789\r\n0\r\n\r\n"),
        arguments("chunk sizes in lower case", "ok", chunked + "a\r\n0123456789\r\n0\r\n\r\n"),
        arguments("chunk sizes with zeros", "ok", chunked + "0002\r\nok\r\n000\r\n\r\n"),
        arguments("chunk extensions", "ok", chunked + "2;a=b\r\nok\r\n0;c\r\n\r\n"),
        arguments("trailers", "ok", chunked + "2\r\nok\r\n0\r\nX-Sum: 1\r\n\r\n"),
        arguments("trailers that begin oddly", "ok", chunked + "2\r\nok\r\n00\r\n-X: 1\r\n\r\n"),
        arguments("no chunk but the last", "ok", chunked + "0\r\n\r\n"),
        arguments("lines that end with LF", "ok", "HTTP/1.1 200 OK\nContent-Length: 2\n\nok"),
        arguments("an empty line first", "ok", "\r\n" + ScriptedServer.OK),
        arguments("100 first", "ok", "HTTP/1.1 100 Continue\r\n\r\n" + ScriptedServer.OK),
        arguments(
            "102 and 103 first",
            "ok",
            "HTTP/1.1 102 Processing\r\n\r\n".repeat(3)
                + "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
                + ScriptedServer.OK),
        arguments("20 KB of header lines", "ok", "HTTP/1.1 200 OK\r\n" + manyLines + sized.strip()),
        arguments("a folded header line", "ok", "HTTP/1.1 200 OK\r\nX-A: a\r\n b" + sized),
        arguments("an empty body", "ok", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
        arguments("404 with a body", "miss", "HTTP/1.1 404 Not Found" + sized),
        arguments("404 in chunks", "miss", chunked.replace("200 OK", "404 X") + "0\r\n\r\n"),
        arguments("201", "wrong", "HTTP/1.1 201 Created" + sized),
        arguments("204", "wrong", "HTTP/1.1 204 No Content\r\n\r\n"),
        arguments("204 with a length", "wrong", "HTTP/1.1 204 X\r\nContent-Length: 2\r\n\r\n"),
        arguments("206", "wrong", "HTTP/1.1 206 Partial Content" + sized),
        arguments("301", "301", "HTTP/1.1 301 Moved\r\nLocation: /elsewhere" + sized),
        arguments("302 to itself", "302", "HTTP/1.1 302 Found\r\nLocation: /v0/entity" + sized),
        arguments("304", "304", "HTTP/1.1 304 Not Modified\r\nContent-Length: 99\r\n\r\n"),
        arguments("307", "307", "HTTP/1.1 307 X\r\nLocation: http://127.0.0.1:1/" + sized),
        arguments("401", "401", "HTTP/1.1 401 X\r\nWWW-Authenticate: Basic realm=a" + sized),
        arguments("429", "429", "HTTP/1.1 429 X\r\nRetry-After: 1" + sized),
        arguments("599", "599", "HTTP/1.1 599 Whatever" + sized),
        arguments("999", "999", "HTTP/1.1 999 Whatever" + sized),
        arguments("another protocol", "malformed", "SSH-2.0-OpenSSH_9.6\r\n"),
        arguments("another web protocol", "malformed", "ICY 200 OK" + sized),
        arguments("bytes of TLS", "malformed", "\u0015\u0003\u0001\u0000\u0002\u0002\n"),
        arguments("a later version", "malformed", "HTTP/9.9 200 OK" + sized),
        arguments("no status", "malformed", "HTTP/1.1" + sized),
        arguments("a status in letters", "malformed", "HTTP/1.1 abc OK" + sized),
        arguments("a status below 100", "malformed", "HTTP/1.1 99 Low" + sized),
        arguments("a header without a colon", "malformed", "HTTP/1.1 200 OK\r\nwhat" + sized),
        arguments(
            "a header line over 8 KiB",
            "malformed",
            "HTTP/1.1 200 OK\r\nX-Filler: " + "x".repeat(8 * 1024) + sized),
        arguments("chunk sizes of letters", "malformed", chunked + "xy\r\nok\r\n0\r\n\r\n"),
        arguments("a negative chunk size", "malformed", chunked + "-1\r\nok\r\n0\r\n\r\n"),
        arguments("a chunk size with a sign", "malformed", chunked + "+2\r\nok\r\n0\r\n\r\n"),
        arguments("a chunk longer than its size", "malformed", chunked + "2\r\nokok\r\n0\r\n\r\n"),
        arguments("a huge chunk size", "malformed", chunked + "F".repeat(17) + "\r\nok\r\n"),
        arguments("a negative length", "malformed", lengths("-2")),
        arguments("two lengths", "malformed", lengths("2\r\nContent-Length: 3")),
        arguments("a length in letters", "malformed", lengths("two")),
        arguments("a length beyond any", "malformed", lengths("9".repeat(30))));
  }

  private static String lengths(String length) {
    return "HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n\r\nok";
  }

  @ParameterizedTest(name = "{0}")
  @Execution(ExecutionMode.CONCURRENT)
  @MethodSource("closed")
  void answer_behindWhichTheConnectionIsClosed(String what, String end, String answer)
      throws IOException {
    try (ScriptedServer server =
        new ScriptedServer(
            (number, onConnection, socket, out) -> {
              ScriptedServer.write(out, answer);
              return false;
            })) {
      Measurement measured = Trial.of(server, SHORT).over(4).run();
      assertThat(Trial.ends(measured)).as(what).isEqualTo(Map.of(end, 20L));
      assertThat(server.connections()).as("connections made").isGreaterThanOrEqualTo(20);
      assertThat(measured.failures().isEmpty())
          .as("nothing is said of the failures")
          .isEqualTo(end.equals("ok"));
    }
  }

  static Stream<Arguments> closed() {
    String sized = "\r\nContent-Length: 2\r\n\r\nok";
    String longer = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n";
    String chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    return Stream.of(
        arguments("as announced", "ok", "HTTP/1.1 200 OK\r\nConnection: close" + sized),
        arguments("unannounced", "ok", ScriptedServer.OK),
        arguments("HTTP/1.0", "ok", "HTTP/1.0 200 OK" + sized),
        arguments("no length at all", "ok", "HTTP/1.1 200 OK\r\n\r\nuntil the end"),
        arguments("HTTP/1.0 without a length", "ok", "HTTP/1.0 200 OK\r\n\r\nuntil the end"),
        arguments("503", "503", "HTTP/1.1 503 Busy\r\nConnection: close" + sized),
        arguments("nothing", "read", ""),
        arguments("half a status line", "malformed", "HTTP/1.1 2"),
        arguments("bytes of TLS", "malformed", "\u0015\u0003\u0001\u0000\u0002\u0002("),
        arguments("half a head", "malformed", "HTTP/1.1 200 OK\r\nContent-Le"),
        arguments("a head without its end", "read", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n"),
        arguments("an interim answer alone", "read", "HTTP/1.1 100 Continue\r\n\r\n"),
        arguments("a head without its body", "read", longer),
        arguments("half a body", "read", longer + "half"),
        arguments("no chunk", "read", chunked),
        arguments("half a chunk size", "read", chunked + "1"),
        arguments("half a chunk", "read", chunked + "F\r\n0123"),
        arguments("no last chunk", "read", chunked + "2\r\nok\r\n"),
        arguments(
            "a last chunk without the end of its trailers", "ok", chunked + "2\r\nok\r\n0\r\n"));
  }

  @Test
  void body_longerThanItsLength_isNamed_andBreaksNoRightAnswer() throws IOException {
    String answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokay and more\r\n";
    try (ScriptedServer server = ScriptedServer.answering(answer)) {
      // Nearly each costs a new connection, on a busy machine some tens of milliseconds.
      Measurement measured = Trial.of(server, "rate: 40, warmup: 0s, duration: 1s").over(1).run();
      // What is too much comes with the answer, or behind it where it may meet the next request.
      assertThat(measured.ledger().ok()).isPositive();
      assertThat(measured.ledger().ok() + measured.ledger().malformed()).isEqualTo(40);
      assertThat(measured.failures())
          .extracting(StepResult.Failure::kind)
          .containsOnly("malformed");
      assertThat(measured.reconnects()).isPositive();
    }
  }

  @Test
  void body_longerThanItsLength_isWrong_whereTheKeysAreKnownToBeThere() throws IOException {
    try (ScriptedServer server = ScriptedServer.answering(ScriptedServer.OK + "ok")) {
      Measurement measured = Trial.of(server, SHORT).over(20).ofStoredKeys().run();
      // On a busy machine a connection is used again, and begins its answer with what was too much.
      assertThat(measured.ledger().wrong()).isGreaterThan(10);
      assertThat(measured.ledger().wrong() + measured.ledger().malformed()).isEqualTo(20);
    }
  }

  @Test
  void answer_givenBeforeAnyRequest_countsForOneRequestAConnectionAtTheMost() throws IOException {
    try (ScriptedServer server =
        ScriptedServer.conversing(
            socket -> {
              ScriptedServer.write(socket.getOutputStream(), ScriptedServer.OK);
              while (socket.getInputStream().read() >= 0) {
                // Hears every request and answers none.
              }
            })) {
      Measurement measured = Trial.of(server, SHORT).over(4).within("300ms").run();
      // One that comes when the first request has just been written looks like its answer.
      assertThat(measured.ledger().ok()).isLessThanOrEqualTo(server.connections());
      assertThat(measured.ledger().ok()).isLessThan(20);
    }
  }

  @Test
  void head_withoutEnd_isMalformed_beforeItFillsTheMemory() throws IOException {
    String lines = "X-A: a\r\n".repeat(1000);
    try (ScriptedServer server =
        new ScriptedServer(
            (number, onConnection, socket, out) -> {
              ScriptedServer.write(out, "HTTP/1.1 200 OK\r\n");
              while (true) {
                ScriptedServer.write(out, lines);
              }
            })) {
      Measurement measured = Trial.of(server, SHORT).over(4).run();
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("malformed", 20L));
    }
  }

  @Test
  void bodyOf100Megabytes_isReadToItsEnd_andKeptNowhere() throws IOException {
    byte[] part = new byte[1 << 20];
    try (ScriptedServer server =
        new ScriptedServer(
            (number, onConnection, socket, out) -> {
              ScriptedServer.write(
                  out, "HTTP/1.1 200 OK\r\nContent-Length: " + 100L * part.length + "\r\n\r\n");
              for (int i = 0; i < 100; i++) {
                out.write(part);
              }
              return true;
            })) {
      Measurement measured = Trial.of(server, "rate: 3, warmup: 0s, duration: 1s").over(3).run();
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("ok", 3L));
      assertThat(measured.bytesRead()).isGreaterThan(3 * 100L * part.length);
    }
  }
}
