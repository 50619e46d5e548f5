package dev.kvbench.load.http;

import dev.kvbench.time.NanoClock;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.async.MinimalHttpAsyncClient;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.nio.AsyncClientEndpoint;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * Makes connections to one server. A connection that is made stays with whoever asked for it; the
 * client's own pool only counts them.
 */
public final class HttpTransport implements AutoCloseable {

  private static final int BUFFER_BYTES = 8 * 1024;

  private final HttpHost host;
  private final NanoClock clock;
  private final MinimalHttpAsyncClient client;
  private final Set<Thread> ioThreads = ConcurrentHashMap.newKeySet();

  /**
   * Starts the I/O threads; no connection is made yet.
   *
   * @param url scheme, host and port of the server
   * @param ioThreadCount number of I/O threads; at least 1
   * @param connectTimeoutNanos how long an attempt to connect may take
   * @param maxConnections how many connections there may be at a time
   * @param clock stamps the exchanges
   */
  public HttpTransport(
      URI url, int ioThreadCount, long connectTimeoutNanos, int maxConnections, NanoClock clock) {
    this.host = new HttpHost(url.getScheme(), url.getHost(), url.getPort());
    this.clock = clock;
    PoolingAsyncClientConnectionManager connections =
        PoolingAsyncClientConnectionManagerBuilder.create()
            .setPoolConcurrencyPolicy(PoolConcurrencyPolicy.LAX)
            .setMaxConnTotal(maxConnections)
            .setMaxConnPerRoute(maxConnections)
            .setDefaultConnectionConfig(
                ConnectionConfig.custom()
                    .setConnectTimeout(
                        Timeout.ofMilliseconds(
                            Math.max(1, TimeUnit.NANOSECONDS.toMillis(connectTimeoutNanos))))
                    .setSocketTimeout(Timeout.INFINITE)
                    .setValidateAfterInactivity(TimeValue.NEG_ONE_MILLISECOND)
                    .build())
            .build();
    this.client =
        HttpAsyncClients.createMinimal(
            H2Config.DEFAULT,
            Http1Config.custom().setBufferSize(BUFFER_BYTES).build(),
            IOReactorConfig.custom()
                .setIoThreadCount(ioThreadCount)
                .setTcpNoDelay(true)
                .setSoTimeout(Timeout.INFINITE)
                .build(),
            connections);
    client.start();
  }

  /**
   * Begins to open a connection. Exactly one of the two is called later, on an I/O thread or before
   * this returns, as long as there are fewer connections than the transport was made for: each
   * counts until it is closed or given up.
   *
   * @param observer is told of the connection's exchanges
   */
  public void connect(
      HttpConnection.Observer observer,
      Consumer<HttpConnection> opened,
      Consumer<Breakage> failed) {
    Future<AsyncClientEndpoint> unused =
        client.lease(
            host,
            new FutureCallback<AsyncClientEndpoint>() {
              @Override
              public void completed(AsyncClientEndpoint endpoint) {
                ioThreads.add(Thread.currentThread());
                opened.accept(new HttpConnection(endpoint, host, clock, observer));
              }

              @Override
              public void failed(Exception cause) {
                failed.accept(Breakage.connecting(cause));
              }

              @Override
              public void cancelled() {
                failed.accept(new Breakage(Breakage.Kind.CONNECT, "connecting was cancelled"));
              }
            });
  }

  /** The I/O threads that have opened connections so far. */
  public Set<Thread> ioThreads() {
    return ioThreads;
  }

  /** Closes every connection at once and ends the I/O threads. */
  @Override
  public void close() {
    client.close(CloseMode.IMMEDIATE);
  }
}
