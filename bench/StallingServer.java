import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;

/**
 * A server whose latency is known in advance: it answers every request at once with 200 and a body
 * of two bytes, but stands still for a given time in every period. Of arrivals spread evenly, the
 * share still/period meets the stall and waits, evenly distributed, from nothing to the whole stall.
 *
 * <p>{@code java bench/StallingServer.java PORT STILL_MILLIS PERIOD_MILLIS}, then {@code kvbench run
 * bench/stalling.yaml --url http://127.0.0.1:PORT}
 */
public final class StallingServer {

  private static final byte[] ANSWER =
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.US_ASCII);

  public static void main(String[] args) throws IOException {
    int port = Integer.parseInt(args[0]);
    long stillNanos = Long.parseLong(args[1]) * 1_000_000;
    long periodNanos = Long.parseLong(args[2]) * 1_000_000;
    long origin = System.nanoTime();
    try (ServerSocket listener = new ServerSocket()) {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 4096);
      System.out.println("listening on http://127.0.0.1:" + listener.getLocalPort());
      while (true) {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        Thread thread = new Thread(() -> converse(socket, origin, stillNanos, periodNanos));
        thread.setDaemon(true);
        thread.start();
      }
    }
  }

  private static void converse(Socket socket, long origin, long stillNanos, long periodNanos) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      OutputStream out = socket.getOutputStream();
      int ends = 0;
      for (int read = in.read(); read >= 0; read = in.read()) {
        ends = read == '\n' ? ends + 1 : read == '\r' ? ends : 0;
        if (ends == 2) {
          ends = 0;
          long at = (System.nanoTime() - origin) % periodNanos;
          while (at < stillNanos) {
            LockSupport.parkNanos(stillNanos - at);
            at = (System.nanoTime() - origin) % periodNanos;
          }
          out.write(ANSWER);
        }
      }
    } catch (IOException e) {
      // The client went away.
    }
  }
}
