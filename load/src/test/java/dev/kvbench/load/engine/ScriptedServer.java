package dev.kvbench.load.engine;

import dev.kvbench.time.NanoClock;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** A server that does to each request what a test's script says, over real sockets. */
final class ScriptedServer implements AutoCloseable {

  static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  private final ServerSocket listener;
  private final Script script;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final AtomicLong requests = new AtomicLong();
  private final AtomicLong connections = new AtomicLong();

  /** What to do with one request. */
  @FunctionalInterface
  interface Script {
    /**
     * Answers request number {@code number}, from 0, of the whole server.
     *
     * @param onConnection number of the request on its connection, from 0
     * @return whether to go on reading from the connection; it is closed otherwise
     */
    boolean serve(long number, int onConnection, Socket socket, OutputStream out)
        throws IOException;
  }

  ScriptedServer(Script script) throws IOException {
    this.script = script;
    this.listener = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());
    daemon(this::accept);
  }

  /** A server that answers every request with {@code answer}. */
  static ScriptedServer answering(String answer) throws IOException {
    return new ScriptedServer(
        (number, onConnection, socket, out) -> {
          write(out, answer);
          return true;
        });
  }

  static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
  }

  /** Lets the calling connection stand still. */
  static void pause(long millis) {
    long until = NanoClock.system().nanos() + millis * NanoClock.NANOS_PER_MILLI;
    for (long left = 1; left > 0; left = until - NanoClock.system().nanos()) {
      LockSupport.parkNanos(left);
    }
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort());
  }

  /** How many connections were accepted so far. */
  long connections() {
    return connections.get();
  }

  long requests() {
    return requests.get();
  }

  /** Stops listening and breaks every connection. */
  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        connections.incrementAndGet();
        socket.setTcpNoDelay(true);
        sockets.add(socket);
        daemon(() -> converse(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void converse(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      OutputStream out = socket.getOutputStream();
      for (int i = 0; readRequest(in); i++) {
        if (!script.serve(requests.getAndIncrement(), i, socket, out)) {
          return;
        }
      }
    } catch (IOException e) {
      // The other side went away, or the test is over.
    } finally {
      sockets.remove(socket);
    }
  }

  private static boolean readRequest(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int read = in.read();
      if (read < 0) {
        return false;
      }
      head.append((char) read);
    }
    String text = head.toString().toLowerCase(Locale.ROOT);
    int at = text.indexOf("content-length:");
    if (at >= 0) {
      int end = text.indexOf("\r\n", at);
      in.skipNBytes(Long.parseLong(text.substring(at + 15, end).strip()));
    }
    return true;
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "scripted-server");
    thread.setDaemon(true);
    thread.start();
  }
}
