package dev.kvbench.load.http;

import dev.kvbench.scenario.Route;
import dev.kvbench.time.NanoClock;
import java.net.SocketAddress;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
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
            (session, attempt) -> handler(session, (ConnectAttempt) attempt),
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
   * Returns an attempt to open a connection, which is still to be begun. Exactly one of the two is
   * told how it ends, on an I/O thread, by whoever begins it, or by whoever lets it expire.
   *
   * @param observer is told of the connection's exchanges
   */
  public ConnectAttempt attempt(
      HttpConnection.Observer observer,
      Consumer<HttpConnection> opened,
      Consumer<Breakage> failed) {
    return new ConnectAttempt(this, clock, connectTimeout, observer, opened, failed);
  }

  /** Asks the reactor for an attempt's socket; returns null if it takes no orders any more. */
  @Nullable Future<IOSession> begin(ConnectAttempt attempt, FutureCallback<IOSession> end) {
    try {
      return reactor.connect(host, address, null, connectTimeout, attempt, end);
    } catch (IOReactorShutdownException e) {
      end.failed(e);
      return null;
    }
  }

  /** Notes a thread that handles connections. */
  void usesIoThread(Thread thread) {
    ioThreads.add(thread);
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

  private IOEventHandler handler(ProtocolIOSession session, ConnectAttempt attempt) {
    attempt.hasSocket(session);
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
      ProtocolIOSession session, ConnectAttempt attempt, TlsHandshake handshake) {
    Protocol protocol = protocol(session);
    HttpConnection connection = connection(session, protocol, attempt);
    attempt.securing();
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

  private HttpConnection connection(
      ProtocolIOSession session, Protocol protocol, ConnectAttempt attempt) {
    HttpConnection connection = new HttpConnection(session, protocol, clock, attempt.observer());
    protocol.serves(connection);
    return connection;
  }

  private static IOEventHandler greeted(
      ProtocolIOSession session,
      IOEventHandler events,
      Protocol protocol,
      HttpConnection connection,
      ConnectAttempt attempt) {
    return protocol.isReady()
        ? events
        : new Greeting(session, events, protocol, connection, attempt);
  }
}
