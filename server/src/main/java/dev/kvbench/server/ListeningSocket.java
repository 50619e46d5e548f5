package dev.kvbench.server;

import java.io.IOException;
import one.nio.net.Socket;

/**
 * A socket that already listens, and so has its port for certain. one-nio by itself binds in one
 * place and listens in another, logs a failure of the second, and never tells which port 0 became.
 */
final class ListeningSocket {

  // one-nio's 128 is fewer than a load tester may open at once; connections beyond it would wait a
  // second for their next SYN. The kernel caps it at net.core.somaxconn.
  private static final int BACKLOG = 4096;

  private final Socket socket;
  private final int port;

  private ListeningSocket(Socket socket, int port) {
    this.socket = socket;
    this.port = port;
  }

  static ListeningSocket open(String host, int port) throws IOException {
    Socket socket = Socket.createServerSocket();
    try {
      socket.setReuseAddr(true, false);
      socket.bind(host, port, BACKLOG);
      socket.listen(BACKLOG);
      return new ListeningSocket(socket, socket.getLocalAddress().getPort());
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  int port() {
    return port;
  }

  boolean isOpen() {
    return socket.isOpen();
  }

  /** Waits for a client; the socket given back does not block. */
  Socket accept() throws IOException {
    Socket accepted = socket.acceptNonBlocking();
    // where one-nio has no native library, accepted sockets do not inherit it
    accepted.setNoDelay(true);
    return accepted;
  }

  void close() {
    socket.close();
  }
}
