package dev.kvbench.run.contract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.kvbench.time.NanoClock;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** A server that meets every connection with one {@link Hostility}, over real sockets. */
final class HostileServer implements AutoCloseable {

  private static final String OK = "HTTP/1.1 200 OK\r\n";
  private static final String CHUNKED = OK + "Transfer-Encoding: chunked\r\n\r\n";
  private static final long DRIP_NANOS = 5 * NanoClock.NANOS_PER_MILLI;

  private final Hostility hostility;
  private final ServerSocket listener;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile Runnable atRequest = () -> {};

  HostileServer(Hostility hostility) throws IOException {
    this.hostility = hostility;
    this.listener = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());
    daemon(this::accept);
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort());
  }

  /** Has something done when a request comes. */
  void atFirstRequest(Runnable work) {
    atRequest = work;
  }

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
        sockets.add(socket);
        daemon(() -> converse(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void converse(Socket socket) {
    try (socket) {
      if (hostility == Hostility.CLOSES_AT_ONCE) {
        return;
      }
      if (socket.getInputStream().read() < 0) {
        return;
      }
      atRequest.run();
      if (hostility == Hostility.RESETS) {
        socket.setSoLinger(true, 0);
        return;
      }
      answer(socket.getOutputStream());
      socket.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // The other side went away, or the test is over.
    } finally {
      sockets.remove(socket);
    }
  }

  private void answer(OutputStream out) throws IOException {
    switch (hostility) {
      case HANGS, CLOSES_AT_ONCE, RESETS -> {}
      case DRIPS_THE_HEAD -> drip(out, "", OK + "X: " + "x".repeat(60_000));
      case DRIPS_THE_BODY -> drip(out, OK + "Content-Length: 60000\r\n\r\n", "x".repeat(60_000));
      case HEAD_WITHOUT_END -> forever(out, OK, "X: x\r\n");
      case BODY_WITHOUT_END -> forever(out, OK + "\r\n", "x".repeat(10_000));
      case CHUNKS_WITHOUT_END -> forever(out, CHUNKED, "1\r\nx\r\n");
      case INTERIM_ANSWERS_WITHOUT_END -> forever(out, "", "HTTP/1.1 100 Continue\r\n\r\n");
      case STOPS_IN_THE_BODY -> {
        send(out, OK + "Content-Length: 10\r\n\r\nhalf");
        // Without the other half, and in order: what is not read yet would reset it.
        throw new IOException("enough");
      }
      case SPEAKS_SOMETHING_ELSE -> send(out, "220 mail.example ESMTP\r\n");
      case HEADER_WITHOUT_COLON -> send(out, OK + "nothing\r\n\r\n");
      case CHUNK_WITHOUT_SIZE -> send(out, CHUNKED + "x\r\n");
      case CHUNK_LONGER_THAN_ITS_SIZE -> send(out, CHUNKED + "1\r\nxx\r\n0\r\n\r\n");
      case LENGTH_IS_NO_NUMBER -> send(out, OK + "Content-Length: many\r\n\r\n");
      case BARE_LINE_FEEDS -> send(out, "HTTP/1.1 200 OK\nContent-Length: 0\n\n");
      case CODING_NOBODY_KNOWS -> send(out, OK + "Transfer-Encoding: gzip\r\n\r\n");
    }
  }

  private static void drip(OutputStream out, String begin, String rest) throws IOException {
    send(out, begin);
    for (int i = 0; i < rest.length(); i++) {
      send(out, rest.substring(i, i + 1));
      LockSupport.parkNanos(DRIP_NANOS);
    }
  }

  private static void forever(OutputStream out, String begin, String again) throws IOException {
    send(out, begin);
    while (true) {
      send(out, again);
    }
  }

  private static void send(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(ISO_8859_1));
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "hostile-server");
    thread.setDaemon(true);
    thread.start();
  }
}
