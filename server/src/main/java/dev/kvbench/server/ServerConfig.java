package dev.kvbench.server;

import dev.kvbench.server.storage.StorageConfig;
import org.jspecify.annotations.Nullable;

/**
 * How a {@link KvServer} is set up.
 *
 * @param host the name or address of the local interface to listen on
 * @param port the TCP port, 1 to 65535, or 0 for one that is free
 * @param selectors the threads that read requests and, where there are no workers, do them; at
 *     least 1
 * @param workers the threads that do the requests; null where the selectors do them themselves
 * @param deadlineNanos how long a request may wait for a worker, in nanoseconds from when it was
 *     read whole: after that it is answered with 408 and not done; 0 for as long as it takes
 * @param maxBodyBytes the largest body that is kept; a larger one is answered with 413
 * @param storage where the records are kept
 */
public record ServerConfig(
    String host,
    int port,
    int selectors,
    @Nullable WorkersConfig workers,
    long deadlineNanos,
    int maxBodyBytes,
    StorageConfig storage) {

  /** The largest body where nothing else is said, in bytes. */
  public static final int DEFAULT_MAX_BODY_BYTES = 1024 * 1024;

  /** Loopback, a free port, one selector: what one core can do, and nothing seen from outside. */
  public static final ServerConfig DEFAULT =
      new ServerConfig(
          "127.0.0.1", 0, 1, null, 0, DEFAULT_MAX_BODY_BYTES, new StorageConfig.Memory());

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
    if (deadlineNanos < 0) {
      throw new IllegalArgumentException(
          "The deadline must be 0 (none) or more nanoseconds, not " + deadlineNanos + ".");
    }
    if (maxBodyBytes < 0) {
      throw new IllegalArgumentException(
          "The largest body must have 0 bytes or more, not " + maxBodyBytes + ".");
    }
  }

  /** This configuration with another host. */
  public ServerConfig withHost(String otherHost) {
    return new ServerConfig(
        otherHost, port, selectors, workers, deadlineNanos, maxBodyBytes, storage);
  }

  /** This configuration with another port. */
  public ServerConfig withPort(int otherPort) {
    return new ServerConfig(
        host, otherPort, selectors, workers, deadlineNanos, maxBodyBytes, storage);
  }

  /** This configuration with another number of selector threads. */
  public ServerConfig withSelectors(int otherSelectors) {
    return new ServerConfig(
        host, port, otherSelectors, workers, deadlineNanos, maxBodyBytes, storage);
  }

  /** This configuration with other workers, or none. */
  public ServerConfig withWorkers(@Nullable WorkersConfig otherWorkers) {
    return new ServerConfig(
        host, port, selectors, otherWorkers, deadlineNanos, maxBodyBytes, storage);
  }

  /** This configuration with another deadline, in nanoseconds; 0 for none. */
  public ServerConfig withDeadlineNanos(long otherDeadlineNanos) {
    return new ServerConfig(
        host, port, selectors, workers, otherDeadlineNanos, maxBodyBytes, storage);
  }

  /** This configuration with another largest body, in bytes. */
  public ServerConfig withMaxBodyBytes(int otherMaxBodyBytes) {
    return new ServerConfig(
        host, port, selectors, workers, deadlineNanos, otherMaxBodyBytes, storage);
  }

  /** This configuration with another storage. */
  public ServerConfig withStorage(StorageConfig otherStorage) {
    return new ServerConfig(
        host, port, selectors, workers, deadlineNanos, maxBodyBytes, otherStorage);
  }
}
