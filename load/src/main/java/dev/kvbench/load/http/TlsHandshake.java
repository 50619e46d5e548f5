package dev.kvbench.load.http;

import dev.kvbench.scenario.Route;
import dev.kvbench.tls.TlsSetup;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.reactor.ProtocolIOSession;
import org.apache.hc.core5.reactor.ssl.SSLBufferMode;
import org.apache.hc.core5.util.Timeout;

/** The handshake of TLS, as the first thing on a connection. */
final class TlsHandshake {

  private final HttpHost host;
  private final TlsSetup setup;

  /**
   * Prepares handshakes.
   *
   * @param host whom the certificate must name, and the name that the server is told (SNI)
   */
  TlsHandshake(HttpHost host, Route route) {
    this.host = host;
    this.setup = TlsSetup.of(route);
  }

  /**
   * Begins the handshake on a connected socket. The session's handler is told {@code connected}
   * when it is over, and {@code exception} if it fails.
   *
   * @param timeout how long the server may be silent
   */
  void begin(ProtocolIOSession session, Timeout timeout) {
    session.startTls(
        setup.context(),
        host,
        SSLBufferMode.STATIC,
        (endpoint, engine) -> {
          var parameters = setup.parameters();
          // What the engine knows by itself is the server's name.
          parameters.setServerNames(engine.getSSLParameters().getServerNames());
          engine.setSSLParameters(parameters);
        },
        null,
        timeout);
  }
}
