package dev.kvbench.run;

import dev.kvbench.time.NanoClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A server that answers every request after a pause. It takes only so many connections and stops
 * listening then, so that every further one is refused.
 */
final class TestServer implements AutoCloseable {

  /** More connections than any test asks for. */
  static final int MANY = 10_000;

  private static final byte[] OK =
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.ISO_8859_1);

  private final ServerSocket listener;
  private final URI url;
  private final long pauseNanos;
  private final List<Socket> sockets = new ArrayList<>();
  private final AtomicInteger requests = new AtomicInteger();
  private volatile int dropAtRequest = Integer.MAX_VALUE;
  private volatile int kept;

  /** Listens for {@code places} connections, and answers {@code pauseMillis} after a request. */
  TestServer(int places, long pauseMillis) throws IOException {
    pauseNanos = pauseMillis * NanoClock.NANOS_PER_MILLI;
    listener = new ServerSocket(0, 1_024, InetAddress.getLoopbackAddress());
    url = URI.create("http://127.0.0.1:" + listener.getLocalPort());
    daemon(() -> accept(places));
  }

  URI url() {
    return url;
  }

  @Override
  public void close() throws IOException {
    listener.close();
    synchronized (sockets) {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  /** Has it stop listening, and drop all connections but {@code keep}, at a request to come. */
  void dropAllBut(int keep, int atRequest) {
    kept = keep;
    dropAtRequest = atRequest;
  }

  private void drop() throws IOException {
    listener.close();
    synchronized (sockets) {
      for (Socket socket : sockets.subList(kept, sockets.size())) {
        socket.close();
      }
    }
  }

  private void accept(int places) {
    try (listener) {
      for (int taken = 0; taken < places; taken++) {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        synchronized (sockets) {
          sockets.add(socket);
        }
        daemon(() -> converse(socket));
      }
    } catch (IOException e) {
      // The test is over.
    }
  }

  private void converse(Socket socket) {
    try (socket) {
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
      OutputStream out = socket.getOutputStream();
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.isEmpty()) {
          if (requests.incrementAndGet() == dropAtRequest) {
            drop();
          }
          pause();
          out.write(OK);
        }
      }
    } catch (IOException e) {
      // The other side went away, or the test is over.
    }
  }

  private void pause() {
    long until = NanoClock.system().nanos() + pauseNanos;
    for (long left = pauseNanos; left > 0; left = until - NanoClock.system().nanos()) {
      LockSupport.parkNanos(left);
    }
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "test-server");
    thread.setDaemon(true);
    thread.start();
  }
}
