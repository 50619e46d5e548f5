package dev.kvbench.targets;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.URI;

/** Asks a server that was started whether it is ready. */
final class Probe {

  private static final int TIMEOUT_MILLIS = 1_000;

  private final URI url;

  /**
   * A probe of the server at {@code url}.
   *
   * @param url scheme, host and port
   */
  Probe(URI url) {
    this.url = url;
  }

  /**
   * Whether the server takes connections.
   *
   * <p>The port of this end is chosen before it connects. Left to the kernel, it may be the very
   * port that is asked for while nobody listens there: then TCP connects the socket with itself,
   * and the server, when it comes, finds its port taken.
   */
  boolean isPortOpen() {
    try (Socket socket = new Socket()) {
      socket.bind(new InetSocketAddress(url.getHost(), 0));
      if (socket.getLocalPort() == url.getPort()) {
        return false;
      }
      socket.connect(new InetSocketAddress(url.getHost(), url.getPort()), TIMEOUT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether a GET of {@code path} is answered with a status of 200 to 299. */
  boolean isGood(String path) {
    try {
      HttpURLConnection connection =
          (HttpURLConnection) URI.create(url + path).toURL().openConnection(Proxy.NO_PROXY);
      connection.setConnectTimeout(TIMEOUT_MILLIS);
      connection.setReadTimeout(TIMEOUT_MILLIS);
      connection.setInstanceFollowRedirects(false);
      connection.setRequestProperty("Connection", "close");
      try {
        return connection.getResponseCode() / 100 == 2;
      } finally {
        connection.disconnect();
      }
    } catch (IOException e) {
      return false;
    }
  }
}
