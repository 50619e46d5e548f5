package dev.kvbench.server;

/**
 * How a {@link KvServer} is set up.
 *
 * @param host the name or address of the local interface to listen on
 * @param port the TCP port, 1 to 65535, or 0 for one that is free
 * @param selectors the threads that read requests, do them and write the answers; at least 1
 */
public record ServerConfig(String host, int port, int selectors) {

  /** Loopback, a free port, one selector: what one core can do, and nothing seen from outside. */
  public static final ServerConfig DEFAULT = new ServerConfig("127.0.0.1", 0, 1);

  /**
   * @throws IllegalArgumentException with a sentence that says which setting is wrong, and what
   *     would be right
   */
  public ServerConfig {
    if (host.isBlank()) {
      throw new IllegalArgumentException("The host must not be empty, for example 127.0.0.1.");
    }
    if (port < 0 || port > 65535) {
      throw new IllegalArgumentException(
          "The port must be from 0 (any that is free) to 65535, not " + port + ".");
    }
    if (selectors < 1) {
      throw new IllegalArgumentException(
          "There must be at least 1 selector, not " + selectors + ".");
    }
  }

  /** This configuration with another host. */
  public ServerConfig withHost(String otherHost) {
    return new ServerConfig(otherHost, port, selectors);
  }

  /** This configuration with another port. */
  public ServerConfig withPort(int otherPort) {
    return new ServerConfig(host, otherPort, selectors);
  }

  /** This configuration with another number of selector threads. */
  public ServerConfig withSelectors(int otherSelectors) {
    return new ServerConfig(host, port, otherSelectors);
  }
}
