package dev.kvbench.load.engine;

import dev.kvbench.time.NanoClock;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
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
import org.jspecify.annotations.Nullable;

/**
 * A server that does what a test's script says, to each request or to each whole connection, over
 * real sockets.
 */
final class ScriptedServer implements AutoCloseable {

  static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  private final ServerSocket listener;
  private final Conversation conversation;
  private final Thread accepting;
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

  /** What to do with one connection; it is closed behind it. */
  @FunctionalInterface
  interface Conversation {
    /** Holds the conversation over {@code socket}, from the first byte on. */
    void hold(Socket socket) throws IOException;
  }

  ScriptedServer(Script script) throws IOException {
    this(0, script);
  }

  /** A server at {@code port}, or at any free one for 0. */
  ScriptedServer(int port, Script script) throws IOException {
    this.conversation = socket -> serve(socket, script);
    this.listener = listen(port);
    this.accepting = daemon(this::accept);
  }

  private ScriptedServer(Conversation conversation) throws IOException {
    this.conversation = conversation;
    this.listener = listen(0);
    this.accepting = daemon(this::accept);
  }

  /** A server that listens at {@code listener}, which may speak TLS. */
  ScriptedServer(ServerSocket listener, Script script) {
    this.conversation = socket -> serve(socket, script);
    this.listener = listener;
    this.accepting = daemon(this::accept);
  }

  private static ServerSocket listen(int port) throws IOException {
    return new ServerSocket(port, 1_000, InetAddress.getLoopbackAddress());
  }

  /** A server that leaves each connection to {@code conversation}. */
  static ScriptedServer conversing(Conversation conversation) throws IOException {
    return new ScriptedServer(conversation);
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

  int port() {
    return listener.getLocalPort();
  }

  /** How many connections were made so far. */
  long connections() {
    return connections.get();
  }

  long requests() {
    return requests.get();
  }

  /** Stops listening and breaks every connection. */
  @Override
  public void close() {
    try {
      listener.close();
      // The port is only free when the thread that accepts has come out of it.
      accepting.join();
      for (Socket socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        sockets.add(socket);
        connections.incrementAndGet();
        if (listener.isClosed()) {
          // Closed between the two: close() has not seen this one.
          socket.close();
        }
        Thread unused = daemon(() -> converse(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void converse(Socket socket) {
    try (socket) {
      conversation.hold(socket);
    } catch (IOException e) {
      // The other side went away, or the test is over.
    } finally {
      sockets.remove(socket);
    }
  }

  private void serve(Socket socket, Script script) throws IOException {
    InputStream in = new BufferedInputStream(socket.getInputStream());
    OutputStream out = socket.getOutputStream();
    for (int i = 0; readRequest(in); i++) {
      if (!script.serve(requests.getAndIncrement(), i, socket, out)) {
        return;
      }
    }
  }

  /** Reads to the end of a head; returns it in lower case, or null at the end of the stream. */
  static @Nullable String readHead(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int read = in.read();
      if (read < 0) {
        return null;
      }
      head.append((char) read);
    }
    return head.toString().toLowerCase(Locale.ROOT);
  }

  private static boolean readRequest(InputStream in) throws IOException {
    String head = readHead(in);
    if (head == null) {
      return false;
    }
    in.skipNBytes(bodyBytes(head));
    return true;
  }

  /** The length of the body that {@code head}, in lower case, announces. */
  static long bodyBytes(String head) {
    int at = head.indexOf("content-length:");
    if (at < 0) {
      return 0;
    }
    int end = head.indexOf("\r\n", at);
    return Long.parseLong(head.substring(at + 15, end).strip());
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "scripted-server");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
