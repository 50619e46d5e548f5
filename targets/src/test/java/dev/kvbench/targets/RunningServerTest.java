package dev.kvbench.targets;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvbench.scenario.TargetSpec;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RunningServerTest {

  // A TLS record of 16 KiB that is a handshake message of unknown kind.
  private static final byte[] RECORD_HEAD = {0x16, 3, 3, 0x40, 0, 2, 0, 0x3f, (byte) 0xfc};

  @Test
  @Timeout(60)
  void find_ofAServerThatDripsItsHandshake_ends() throws IOException {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread server = new Thread(() -> drip(listener), "dripping-server");
      server.setDaemon(true);
      server.start();
      URI url = URI.create("https://127.0.0.1:" + listener.getLocalPort());
      assertThatThrownBy(() -> RunningServer.find(new TargetSpec.Url(url)))
          .isInstanceOf(TargetException.class)
          .hasMessage("cannot reach " + url + ": the TLS handshake was not over within 5 s");
    }
  }

  /** A byte every 50 ms, so that no single read takes long, for as long as somebody reads. */
  private static void drip(ServerSocket listener) {
    try (Socket socket = listener.accept()) {
      OutputStream out = socket.getOutputStream();
      out.write(RECORD_HEAD);
      while (true) {
        LockSupport.parkNanos(50_000_000);
        out.write(0);
      }
    } catch (IOException e) {
      // The other side has had enough.
    }
  }
}
