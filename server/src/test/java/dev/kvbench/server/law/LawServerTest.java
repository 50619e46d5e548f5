package dev.kvbench.server.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvbench.time.NanoClock;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The server keeps its law over a real socket, and its record says so. */
@Timeout(60)
class LawServerTest {

  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  @Test
  void fixed_answersNoEarlierThanItsDelay_andRecordsIt() throws IOException {
    int port = serve(Rule.of("fixed", 20_000));
    try (Socket socket = connect(port)) {
      for (int i = 0; i < 3; i++) {
        assertThat(ask(socket, "/v0/entity?id=00000004" + i, OK.length())).isEqualTo(OK);
      }
    }
    List<long[]> requests = requests(record(port));
    assertThat(requests).hasSize(3);
    for (int i = 0; i < 3; i++) {
      long[] request = requests.get(i);
      assertThat(request[0]).isEqualTo(40 + i);
      assertThat(request[2] - request[1]).isEqualTo(20_000_000);
      assertThat(request[3]).isGreaterThanOrEqualTo(request[2]);
    }
    assertThat(record(port)).as("the next record is empty").isEqualTo("end 0\n");
  }

  @Test
  void stall_answersAtItsEnd() throws IOException {
    int port = serve(Rule.of("stall", 150_000, 200_000));
    try (Socket socket = connect(port)) {
      for (int i = 0; i < 5; i++) {
        assertThat(ask(socket, "/v0/entity?id=" + i, OK.length())).isEqualTo(OK);
      }
    }
    for (long[] request : requests(record(port))) {
      long into = request[1] % 200_000_000;
      assertThat(request[2] - request[1]).isEqualTo(into < 150_000_000 ? 150_000_000 - into : 0);
    }
  }

  @Test
  void faults_refuse_reset_orSayNothing() throws IOException {
    Rule rule = Rule.of("faults", 1_000, 1, 1, 1);
    int port = serve(rule);
    long refused = firstWith(rule, Rule.Fate.REFUSED);
    long reset = firstWith(rule, Rule.Fate.RESET);
    long silent = firstWith(rule, Rule.Fate.SILENCE);
    try (Socket socket = connect(port)) {
      assertThat(ask(socket, "/?id=" + refused, 12)).isEqualTo("HTTP/1.1 503");
    }
    try (Socket socket = connect(port)) {
      assertThatThrownBy(() -> ask(socket, "/?id=" + reset, 1))
          .isInstanceOf(SocketException.class)
          .hasMessageContaining("reset");
    }
    try (Socket socket = connect(port)) {
      socket.setSoTimeout(50);
      assertThatThrownBy(() -> ask(socket, "/?id=" + silent, 1))
          .isInstanceOf(SocketTimeoutException.class);
    }
    assertThat(record(port))
        .contains(" e\n")
        .contains(" r\n")
        .contains("q " + silent)
        .contains(" s\n");
  }

  @Test
  void nothing_answersAtOnce_andKeepsNoRecord() throws IOException {
    int port = serve(Rule.of("nothing"));
    try (Socket socket = connect(port)) {
      assertThat(ask(socket, "/anything", OK.length())).isEqualTo(OK);
      assertThat(ask(socket, "/selftest/record", OK.length())).isEqualTo(OK);
    }
  }

  @Test
  void requestInPieces_isAnsweredOnce() throws IOException {
    int port = serve(Rule.of("fixed", 0));
    try (Socket socket = connect(port)) {
      socket
          .getOutputStream()
          .write("GET /?id=7 HTTP/1.1\r\nHost: x\r".getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      assertThat(ask(socket, "\n\r\n", OK.length())).isEqualTo(OK);
    }
    assertThat(requests(record(port)))
        .singleElement()
        .satisfies(r -> assertThat(r[0]).isEqualTo(7));
  }

  @Test
  void unknownLaw_orWrongValues_areRefused() {
    assertThatThrownBy(() -> Rule.of("none")).hasMessageContaining("no law 'none'");
    assertThatThrownBy(() -> Rule.of("stall", 1)).hasMessageContaining("needs 2 values");
  }

  private static long firstWith(Rule rule, Rule.Fate fate) {
    for (long number = 0; number < 100; number++) {
      if (rule.fate(number) == fate) {
        return number;
      }
    }
    throw new AssertionError("no request ends with " + fate);
  }

  private static int serve(Rule rule) throws IOException {
    NanoClock machine = NanoClock.system();
    long start = machine.nanos();
    LawServer server = new LawServer(rule, () -> machine.nanos() - start, new WakeLog());
    Thread thread = new Thread(server::run);
    thread.setDaemon(true);
    thread.start();
    return server.port();
  }

  private static Socket connect(int port) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(20_000);
    return socket;
  }

  /** Sends a request, or the rest of one, and reads so many bytes. */
  private static String ask(Socket socket, String path, int bytes) throws IOException {
    String request = path.startsWith("/") ? "GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n" : path;
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    InputStream in = socket.getInputStream();
    return new String(in.readNBytes(bytes), StandardCharsets.US_ASCII);
  }

  private static String record(int port) throws IOException {
    try (Socket socket = connect(port)) {
      StringBuilder head = new StringBuilder();
      socket
          .getOutputStream()
          .write("GET /selftest/record HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      while (head.indexOf("\r\n\r\n") < 0) {
        head.append((char) in.read());
      }
      int at = head.indexOf("Content-Length: ") + 16;
      int length = Integer.parseInt(head.substring(at, head.indexOf("\r\n", at)));
      return new String(in.readNBytes(length), StandardCharsets.US_ASCII);
    }
  }

  /** Number, read, due and sent of each request. */
  private static List<long[]> requests(String record) {
    return record
        .lines()
        .filter(line -> line.startsWith("q "))
        .map(line -> line.split(" "))
        .map(
            words ->
                new long[] {
                  Long.parseLong(words[1]),
                  Long.parseLong(words[2]),
                  Long.parseLong(words[3]),
                  Long.parseLong(words[4])
                })
        .toList();
  }
}
