package dev.kvbench.load.http;

import dev.kvbench.scenario.Route;
import dev.kvbench.time.NanoClock;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.DefaultConnectingIOReactor;
import org.apache.hc.core5.reactor.IOEventHandler;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.reactor.IOReactorShutdownException;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.reactor.ProtocolIOSession;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** Makes connections to one server. A connection that is made stays with whoever asked for it. */
public final class HttpTransport implements AutoCloseable {

  /** How often the reactor looks for attempts to connect that take too long: this share of it. */
  private static final int LOOKS_A_TIMEOUT = 10;

  private static final long SHORTEST_LOOK_MILLIS = 20;
  private static final long LONGEST_LOOK_MILLIS = 1000;

  private final URI url;
  private final HttpHost host;
  private final Route route;
  private final @Nullable SocketAddress address;
  private final @Nullable TlsHandshake tls;
  private final NanoClock clock;
  private final Timeout connectTimeout;
  private final DefaultConnectingIOReactor reactor;
  private final Set<Thread> ioThreads = ConcurrentHashMap.newKeySet();

  /**
   * Starts the I/O threads; no connection is made yet.
   *
   * @param url scheme, host and port of the server; over TLS if the scheme is {@code https}
   * @param route how it is reached
   * @param ioThreadCount number of I/O threads; at least 1
   * @param connectTimeoutNanos how long an attempt to connect may take; a handshake is part of it
   * @param clock stamps the exchanges
   */
  public HttpTransport(
      URI url, Route route, int ioThreadCount, long connectTimeoutNanos, NanoClock clock) {
    this.url = url;
    this.host = new HttpHost(url.getScheme(), url.getHost(), url.getPort());
    this.route = route;
    String socket = route.unixSocket();
    this.address = socket == null ? null : UnixDomainSocketAddress.of(socket);
    this.tls = "https".equals(url.getScheme()) ? new TlsHandshake(host, route) : null;
    this.clock = clock;
    long timeoutMillis = Math.max(1, TimeUnit.NANOSECONDS.toMillis(connectTimeoutNanos));
    this.connectTimeout = Timeout.ofMilliseconds(timeoutMillis);
    long lookMillis =
        Math.min(
            LONGEST_LOOK_MILLIS, Math.max(SHORTEST_LOOK_MILLIS, timeoutMillis / LOOKS_A_TIMEOUT));
    AtomicInteger number = new AtomicInteger();
    this.reactor =
        new DefaultConnectingIOReactor(
            (session, attempt) -> handler(session, (Attempt) attempt),
            IOReactorConfig.custom()
                .setIoThreadCount(ioThreadCount)
                .setSelectInterval(TimeValue.ofMilliseconds(lookMillis))
                .setTcpNoDelay(true)
                .setSoTimeout(Timeout.INFINITE)
                .build(),
            loop -> {
              Thread thread = new Thread(loop, "kvbench-io-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            },
            null,
            null,
            null,
            null);
    reactor.start();
  }

  /**
   * Begins to open a connection. Exactly one of the two is called later, on an I/O thread or before
   * this returns.
   *
   * @param observer is told of the connection's exchanges
   */
  public void connect(
      HttpConnection.Observer observer,
      Consumer<HttpConnection> opened,
      Consumer<Breakage> failed) {
    Attempt attempt = new Attempt(observer, opened, failed);
    try {
      Future<IOSession> unused =
          reactor.connect(host, address, null, connectTimeout, attempt, attempt);
    } catch (IOReactorShutdownException e) {
      attempt.failed(e);
    }
  }

  /** The I/O threads that have opened connections so far. */
  public Set<Thread> ioThreads() {
    return ioThreads;
  }

  /** Closes every connection at once and ends the I/O threads. */
  @Override
  public void close() {
    reactor.close(CloseMode.IMMEDIATE);
  }

  private IOEventHandler handler(ProtocolIOSession session, Attempt attempt) {
    if (tls != null) {
      return secure(session, attempt, tls);
    }
    DirectSession direct = new DirectSession(session);
    Protocol protocol = protocol(direct);
    HttpConnection connection = connection(direct, protocol, attempt);
    attempt.secured();
    return greeted(
        session,
        new ConnectionEvents(direct, protocol, connection, attempt),
        protocol,
        connection,
        attempt);
  }

  private IOEventHandler secure(
      ProtocolIOSession session, Attempt attempt, TlsHandshake handshake) {
    Protocol protocol = protocol(session);
    HttpConnection connection = connection(session, protocol, attempt);
    attempt.socketConnected();
    handshake.begin(session, attempt.remaining());
    return greeted(
        session,
        new SecureEvents(session, protocol, connection, attempt),
        protocol,
        connection,
        attempt);
  }

  private Protocol protocol(ProtocolIOSession session) {
    return switch (route.protocol()) {
      case HTTP_1_1 -> new Http1(session, host.toHostString());
      case H2 -> new Http2(session, url);
    };
  }

  private HttpConnection connection(ProtocolIOSession session, Protocol protocol, Attempt attempt) {
    HttpConnection connection = new HttpConnection(session, protocol, clock, attempt.observer);
    protocol.serves(connection);
    return connection;
  }

  private static IOEventHandler greeted(
      ProtocolIOSession session,
      IOEventHandler events,
      Protocol protocol,
      HttpConnection connection,
      Attempt attempt) {
    return protocol.isReady()
        ? events
        : new Greeting(session, events, protocol, connection, attempt);
  }

  /** An attempt to connect, which ends once. */
  final class Attempt implements FutureCallback<IOSession> {

    private final HttpConnection.Observer observer;
    private final Consumer<HttpConnection> opened;
    private final Consumer<Breakage> failed;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final long sinceNanos = clock.nanos();
    private volatile Breakage.Stage stage = Breakage.Stage.SOCKET;

    Attempt(
        HttpConnection.Observer observer,
        Consumer<HttpConnection> opened,
        Consumer<Breakage> failed) {
      this.observer = observer;
      this.opened = opened;
      this.failed = failed;
    }

    /** What is left of the time for connecting; never nothing, which would be for ever. */
    Timeout remaining() {
      long elapsedMillis = TimeUnit.NANOSECONDS.toMillis(clock.nanos() - sinceNanos);
      return Timeout.ofMilliseconds(Math.max(1, connectTimeout.toMilliseconds() - elapsedMillis));
    }

    /** The socket is connected, and TLS begins. */
    void socketConnected() {
      stage = Breakage.Stage.TLS;
    }

    /** TLS is there, or nobody wants it. */
    void secured() {
      stage = Breakage.Stage.PROTOCOL;
    }

    /** The connection is ready for its first exchange. */
    void opened(HttpConnection connection) {
      if (ended.compareAndSet(false, true)) {
        ioThreads.add(Thread.currentThread());
        opened.accept(connection);
      }
    }

    @Override
    public void completed(IOSession session) {
      // The socket is connected; what is spoken over it may still have to begin.
    }

    @Override
    public void failed(Exception cause) {
      if (ended.compareAndSet(false, true)) {
        failed.accept(Breakage.connecting(cause, stage));
      }
    }

    @Override
    public void cancelled() {
      failed(new IOException("connecting was cancelled"));
    }
  }
}
