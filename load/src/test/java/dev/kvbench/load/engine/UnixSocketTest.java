package dev.kvbench.load.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Targets behind a Unix domain socket. */
@Timeout(60)
class UnixSocketTest {

  private static final String SHORT = "get: { rate: 100, warmup: 0s, duration: 200ms }";

  @TempDir Path folder;

  private String target() {
    return "url: http://app.example:81, unix-socket: " + folder.resolve("app.sock");
  }

  @Test
  void requests_goToTheSocket_andNameTheHostOfTheUrl() throws IOException {
    AtomicReference<String> head = new AtomicReference<>("");
    try (UnixServer server = new UnixServer(folder.resolve("app.sock"), head::set, true)) {
      Measurement measured =
          RoutedTrial.of(target()).over("100").run("get: { rate: 2000, warmup: 0s, duration: 1s }");
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("ok", 2000L));
      assertThat(measured.established()).isEqualTo(100);
      assertThat(server.connections.get()).isEqualTo(100);
      assertThat(head.get()).contains("\r\nhost: app.example:81\r\n");
    }
  }

  @Test
  void connectionPerRequest_worksAsOverTcp() throws IOException {
    try (UnixServer server = new UnixServer(folder.resolve("app.sock"), head -> {}, true)) {
      Measurement measured =
          RoutedTrial.of(target()).over("{ mode: per-request, max: 8 }").run(SHORT);
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("ok", 20L));
      assertThat(server.connections.get()).isEqualTo(20);
    }
  }

  @Test
  void connections_thatEndWithinAnAnswer_breakWhileReading() throws IOException {
    try (UnixServer server = new UnixServer(folder.resolve("app.sock"), head -> {}, false)) {
      assertThat(Trial.ends(RoutedTrial.of(target()).run(SHORT))).isEqualTo(Map.of("read", 20L));
      assertThat(server.connections.get()).isGreaterThanOrEqualTo(20);
    }
  }

  @Test
  void socket_thatIsNotThere_isAConnectFailure() {
    Measurement measured =
        RoutedTrial.of(target()).over("{ mode: per-request, max: 8 }").run(SHORT);
    assertThat(Trial.ends(measured)).isEqualTo(Map.of("connect", 20L));
    assertThat(measured.connectFailure()).isNotBlank();
  }

  /** Answers each request with {@code ok}, or breaks off within the answer. */
  private static final class UnixServer implements AutoCloseable {

    private final ServerSocketChannel listener;
    private final Consumer<String> heads;
    private final boolean whole;
    private final Set<SocketChannel> sockets = ConcurrentHashMap.newKeySet();
    final AtomicLong connections = new AtomicLong();

    UnixServer(Path path, Consumer<String> heads, boolean whole) throws IOException {
      this.heads = heads;
      this.whole = whole;
      this.listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      listener.bind(UnixDomainSocketAddress.of(path), 1_000);
      daemon(this::accept);
    }

    private void accept() {
      try {
        while (true) {
          SocketChannel socket = listener.accept();
          connections.incrementAndGet();
          sockets.add(socket);
          daemon(() -> serve(socket));
        }
      } catch (IOException e) {
        // The test is over.
      }
    }

    private void serve(SocketChannel socket) {
      try (socket) {
        InputStream in = new BufferedInputStream(Channels.newInputStream(socket));
        OutputStream out = Channels.newOutputStream(socket);
        for (String head = ScriptedServer.readHead(in);
            head != null;
            head = ScriptedServer.readHead(in)) {
          heads.accept(head);
          ScriptedServer.write(
              out, whole ? ScriptedServer.OK : ScriptedServer.OK.replace(": 2", ": 3"));
          if (!whole) {
            return;
          }
        }
      } catch (IOException e) {
        // The other side went away, or the test is over.
      } finally {
        sockets.remove(socket);
      }
    }

    private static void daemon(Runnable work) {
      Thread thread = new Thread(work, "unix-server");
      thread.setDaemon(true);
      thread.start();
    }

    @Override
    public void close() throws IOException {
      listener.close();
      for (SocketChannel socket : sockets) {
        socket.close();
      }
    }
  }
}
