package dev.kvbench.scenario;

import org.jspecify.annotations.Nullable;

/**
 * How a server is reached: what is spoken, who it must be, and over which kind of socket.
 *
 * @param protocol what is spoken over each connection
 * @param tls how the server proves who it is; of no meaning where the URL is not {@code https}
 * @param unixSocket path of the Unix domain socket that takes the place of the URL's host and port,
 *     or null
 */
public record Route(Protocol protocol, Tls tls, @Nullable String unixSocket) {

  /** HTTP/1.1 to the URL's host and port, checked as the virtual machine checks everybody. */
  public static final Route DIRECT = new Route(Protocol.HTTP_1_1, Tls.DEFAULT, null);

  /** What is spoken over a connection. */
  public enum Protocol {
    /** One request after the other. */
    HTTP_1_1,
    /** HTTP/2: agreed on in the handshake over TLS, by prior knowledge without. */
    H2
  }
}
