package dev.kvbench.load.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * All faults in one step, in an order that a seed decides: what one leaves behind meets the next.
 */
@Timeout(60)
class MixedFaultsTest {

  @ParameterizedTest
  @CsvSource({"1, 4", "2, 16", "3, 64"})
  void faults_ofEverySort_inOneStep_endEveryArrivalOnce(long seed, int connections)
      throws IOException {
    try (ScriptedServer server =
        new ScriptedServer(
            (number, onConnection, socket, out) ->
                misbehave(
                    new SplittableRandom(seed * 1_000_003 + number).nextInt(24), socket, out))) {
      Measurement measured =
          Trial.of(server, "rate: 1000, warmup: 300ms, duration: 2s")
              .over(connections)
              .within("100ms")
              .run();
      assertThat(Trial.ends(measured)).containsKeys("ok", "miss", "read", "timeout", "malformed");
      assertThat(measured.reconnects()).isPositive();
    }
  }

  /** Does one of 24 things; half of them are right answers. */
  private static boolean misbehave(int how, Socket socket, OutputStream out) throws IOException {
    String half = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf";
    switch (how) {
      case 0 -> {
        return false;
      }
      case 1 -> {
        socket.setSoLinger(true, 0);
        return false;
      }
      case 2 -> ScriptedServer.write(out, "");
      case 3 -> ScriptedServer.write(out, "what do you want?\r\n\r\n");
      case 4 -> {
        ScriptedServer.write(out, half);
        return false;
      }
      case 5 -> ScriptedServer.write(out, half);
      case 6 -> ScriptedServer.write(out, ScriptedServer.OK + ScriptedServer.OK);
      case 7 -> {
        ScriptedServer.write(out, ScriptedServer.OK);
        return false;
      }
      case 8 -> {
        ScriptedServer.write(out, ScriptedServer.OK);
        socket.shutdownOutput();
      }
      case 9 -> ScriptedServer.write(out, "HTTP/1.1 404 X\r\nContent-Length: 2\r\n\r\nno");
      case 10 -> ScriptedServer.write(out, "HTTP/1.1 503 X\r\nContent-Length: 0\r\n\r\n");
      case 11 -> {
        ScriptedServer.write(out, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nto the end");
        return false;
      }
      default -> ScriptedServer.write(out, ScriptedServer.OK);
    }
    return true;
  }
}
