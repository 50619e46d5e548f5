package dev.kvbench.run.contract;

import dev.kvbench.result.Figures;
import dev.kvbench.scenario.Route;
import dev.kvbench.time.NanoClock;
import dev.kvbench.tls.TlsFailures;
import dev.kvbench.tls.TlsSetup;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections to one server, and breaks each when its time is over: a thread beside the one
 * that waits closes the socket, which ends a connect, a handshake, a read or a write alike, and is
 * not put off by a server that sends a byte now and then.
 */
final class Dialer implements AutoCloseable {

  private final URI url;
  private final InetSocketAddress address;
  private final @Nullable TlsSetup tls;
  private final NanoClock clock;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService watch =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "kvbench-contract-watch");
            thread.setDaemon(true);
            return thread;
          });

  /** Looks the host up, once for all connections. */
  Dialer(URI url, Route route, NanoClock clock) {
    this.url = url;
    this.address = new InetSocketAddress(url.getHost(), url.getPort());
    this.tls = url.getScheme().equals("https") ? TlsSetup.of(route) : null;
    this.clock = clock;
  }

  /** What the header Host says. */
  String host() {
    return url.getRawAuthority();
  }

  /**
   * Opens a connection.
   *
   * @param untilNanos when it is broken if it was not closed before
   * @param allowedNanos how long that is, for words
   * @throws WireException if none comes about
   */
  Wire open(long untilNanos, long allowedNanos) throws WireException {
    if (address.isUnresolved()) {
      throw new WireException("no address is known for the host " + url.getHost());
    }
    Socket socket = new Socket();
    Limit limit = new Limit(socket, untilNanos, allowedNanos);
    try {
      socket.connect(address);
      socket.setTcpNoDelay(true);
      return new Wire(socket, tls == null ? socket : shakeHands(tls, socket), limit);
    } catch (IOException e) {
      limit.settled();
      closeNow(socket);
      throw new WireException(why(e, limit));
    }
  }

  /** Breaks all connections. */
  void breakAll() {
    open.forEach(Dialer::closeNow);
  }

  @Override
  public void close() {
    watch.shutdownNow();
    breakAll();
  }

  private Socket shakeHands(TlsSetup setup, Socket socket) throws IOException {
    SSLSocket secure =
        (SSLSocket)
            setup
                .context()
                .getSocketFactory()
                .createSocket(socket, url.getHost(), url.getPort(), true);
    SSLParameters parameters = setup.parameters();
    parameters.setServerNames(secure.getSSLParameters().getServerNames());
    secure.setSSLParameters(parameters);
    secure.startHandshake();
    return secure;
  }

  private static String why(IOException e, Limit limit) {
    if (limit.isOver()) {
      return "no connection within " + limit.words();
    }
    String explained = TlsFailures.explain(e);
    return explained == null ? "no connection: " + e.getMessage() : explained;
  }

  private static void closeNow(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // Closed it is all the same.
    }
  }

  /** How long a connection may be used. */
  final class Limit {

    private final Socket socket;
    private final long allowedNanos;
    private final Future<?> end;
    private volatile boolean over;

    Limit(Socket socket, long untilNanos, long allowedNanos) {
      this.socket = socket;
      this.allowedNanos = allowedNanos;
      open.add(socket);
      this.end =
          watch.schedule(this::end, Math.max(0, untilNanos - clock.nanos()), TimeUnit.NANOSECONDS);
    }

    private void end() {
      over = true;
      closeNow(socket);
    }

    /** Whether the time was over and the connection was broken for that. */
    boolean isOver() {
      return over;
    }

    /** How long it was. */
    String words() {
      return Figures.duration(allowedNanos);
    }

    /** The connection is not used any more. */
    void settled() {
      boolean unused = end.cancel(false);
      open.remove(socket);
    }
  }
}
