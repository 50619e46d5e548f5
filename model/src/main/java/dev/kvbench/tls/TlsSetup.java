package dev.kvbench.tls;

import dev.kvbench.scenario.Route;
import dev.kvbench.scenario.Tls;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * What a client needs for handshakes with a target. Connections made with one setup resume each
 * other's TLS sessions where the server allows it.
 */
public final class TlsSetup {

  private final Route route;
  private final SSLContext context;

  private TlsSetup(Route route, SSLContext context) {
    this.route = route;
    this.context = context;
  }

  /**
   * Returns the setup for a route.
   *
   * @throws IllegalStateException if the virtual machine has no TLS
   */
  public static TlsSetup of(Route route) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, believed(route.tls()), null);
      return new TlsSetup(route, context);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("this virtual machine cannot speak TLS", e);
    }
  }

  /** Makes engines and sockets. */
  public SSLContext context() {
    return context;
  }

  /** Returns parameters to be changed on: the protocol to agree on, and whether the host counts. */
  public SSLParameters parameters() {
    SSLParameters parameters = context.getDefaultSSLParameters();
    parameters.setApplicationProtocols(new String[] {protocolName()});
    if (route.tls().verify()) {
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
    }
    return parameters;
  }

  /** The name that the protocol has in a handshake (RFC 7301). */
  public String protocolName() {
    return switch (route.protocol()) {
      case HTTP_1_1 -> "http/1.1";
      case H2 -> "h2";
    };
  }

  /** Who checks certificates; null for whom the virtual machine has by default. */
  private static TrustManager @Nullable [] believed(Tls tls)
      throws GeneralSecurityException, IOException {
    if (!tls.verify()) {
      return new TrustManager[] {new Credulous()};
    }
    List<X509Certificate> trusted = tls.trusted();
    if (trusted.isEmpty()) {
      return null;
    }
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    for (int i = 0; i < trusted.size(); i++) {
      store.setCertificateEntry("trusted-" + i, trusted.get(i));
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }
}
