package dev.kvbench.server;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import one.nio.net.Socket;
import one.nio.server.AcceptorConfig;
import one.nio.server.acceptor.Acceptor;

/** The thread that turns clients of a {@link ListeningSocket} into sessions of the server. */
final class AcceptLoop implements Acceptor {

  private static final long PAUSE_AFTER_FAILURE_NANOS = 10_000_000;

  private final ListeningSocket listening;
  private final KvHttpServer server;
  private final AtomicLong accepted = new AtomicLong();
  private final Thread thread;

  AcceptLoop(ListeningSocket listening, KvHttpServer server) {
    this.listening = listening;
    this.server = server;
    this.thread = new Thread(this::run, "kvbench-server accept");
  }

  private void run() {
    while (listening.isOpen()) {
      Socket socket = null;
      try {
        socket = listening.accept();
        server.register(server.createSession(socket));
        accepted.incrementAndGet();
      } catch (Throwable e) {
        // Closed, which ends the loop; or no descriptor or no heap for one more client, which must
        // neither end it nor make it spin.
        if (socket != null) {
          socket.close();
        }
        if (listening.isOpen()) {
          LockSupport.parkNanos(PAUSE_AFTER_FAILURE_NANOS);
        }
      }
    }
  }

  @Override
  public void start() {
    thread.start();
  }

  @Override
  public void shutdown() {
    listening.close();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Nothing to wait for: the socket listens since before the server was made. */
  @Override
  public void syncStart() {}

  @Override
  public void reconfigure(AcceptorConfig... configs) {
    throw new UnsupportedOperationException("the server's address is fixed once it is open");
  }

  @Override
  public long getAcceptedSessions() {
    return accepted.get();
  }

  @Override
  public long getRejectedSessions() {
    return 0;
  }

  @Override
  public void resetCounters() {
    accepted.set(0);
  }

  @Override
  public int getSinglePort() {
    return listening.port();
  }
}
