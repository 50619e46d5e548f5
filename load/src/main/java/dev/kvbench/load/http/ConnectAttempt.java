package dev.kvbench.load.http;

import dev.kvbench.time.NanoClock;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * An attempt to open a connection. It ends once, and whoever made it is told how: with a
 * connection, or with what was in the way.
 */
public final class ConnectAttempt {

  private final HttpTransport transport;
  private final NanoClock clock;
  private final Timeout timeout;
  private final HttpConnection.Observer observer;
  private final Consumer<HttpConnection> opened;
  private final Consumer<Breakage> failed;
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile boolean begun;
  private volatile long sinceNanos;
  private volatile Breakage.Stage stage = Breakage.Stage.SOCKET;
  private volatile boolean expired;
  private volatile @Nullable Future<IOSession> connecting;
  private volatile @Nullable IOSession session;

  ConnectAttempt(
      HttpTransport transport,
      NanoClock clock,
      Timeout timeout,
      HttpConnection.Observer observer,
      Consumer<HttpConnection> opened,
      Consumer<Breakage> failed) {
    this.transport = transport;
    this.clock = clock;
    this.timeout = timeout;
    this.observer = observer;
    this.opened = opened;
    this.failed = failed;
  }

  /** Begins it, once. How it ends may be told before this returns. */
  public void begin() {
    sinceNanos = clock.nanos();
    begun = true;
    connecting = transport.begin(this, new SocketEnd());
    if (expired) {
      abandon();
    }
  }

  /**
   * Fails it if it was begun more than {@code timeoutNanos} before {@code nowNanos} and has not
   * ended. The transport looks at its sockets, but an attempt that has none, as in a process
   * without file descriptors, waits there for its turn, however long that takes.
   */
  public void expire(long nowNanos, long timeoutNanos) {
    if (begun && nowNanos - sinceNanos > timeoutNanos && ended.compareAndSet(false, true)) {
      expired = true;
      abandon();
      tellFailed(late(timeoutNanos / 1e9));
    }
  }

  private void abandon() {
    Future<IOSession> future = connecting;
    if (future != null) {
      future.cancel(true);
    }
    IOSession open = session;
    if (open != null) {
      open.close(CloseMode.IMMEDIATE);
    }
  }

  HttpConnection.Observer observer() {
    return observer;
  }

  /** What is left of the time for connecting; never nothing, which would be for ever. */
  Timeout remaining() {
    long elapsedMillis = TimeUnit.NANOSECONDS.toMillis(clock.nanos() - sinceNanos);
    return Timeout.ofMilliseconds(Math.max(1, timeout.toMilliseconds() - elapsedMillis));
  }

  /** There is a socket; what is spoken over it may still have to begin. */
  void hasSocket(IOSession open) {
    session = open;
    if (expired) {
      abandon();
    }
  }

  /** TLS begins over the socket. */
  void securing() {
    stage = Breakage.Stage.TLS;
  }

  /** TLS is there, or nobody wants it. */
  void secured() {
    stage = Breakage.Stage.PROTOCOL;
  }

  /** The connection is ready for its first exchange. */
  void opened(HttpConnection connection) {
    if (ended.compareAndSet(false, true)) {
      transport.usesIoThread(Thread.currentThread());
      opened.accept(connection);
    }
  }

  /** The connection is lost, if it was not ready yet. */
  void failed(Exception cause) {
    if (ended.compareAndSet(false, true)) {
      // A timeout of the reactor's says how much of the time was left, and not how much there was.
      tellFailed(
          cause instanceof SocketTimeoutException ? late(timeout.toMilliseconds() / 1e3) : cause);
    }
  }

  private void tellFailed(Exception cause) {
    failed.accept(Breakage.connecting(cause, stage));
  }

  private static SocketTimeoutException late(double seconds) {
    return new SocketTimeoutException("no connection within " + seconds + " s");
  }

  /** Hears from the reactor what becomes of the socket. */
  private final class SocketEnd implements FutureCallback<IOSession> {

    @Override
    public void completed(IOSession open) {
      // The protocol says when the connection is ready.
    }

    @Override
    public void failed(Exception cause) {
      ConnectAttempt.this.failed(cause);
    }

    @Override
    public void cancelled() {
      failed(new IOException("connecting was cancelled"));
    }
  }
}
