package dev.kvbench.scenario;

import java.net.URI;

/** What a scenario loads. */
public sealed interface TargetSpec {

  /** How it is reached. */
  default Route route() {
    return Route.DIRECT;
  }

  /**
   * The embedded reference server, started in a process of its own.
   *
   * @param selectors its selector threads; at least 1
   * @param heapBytes the heap of its process, in bytes
   */
  record Reference(int selectors, long heapBytes) implements TargetSpec {}

  /**
   * A server that is already running; kvbench leaves it as it is.
   *
   * @param url scheme ({@code http} or {@code https}), host and port, without credentials, path,
   *     query or fragment
   */
  record Url(URI url, Route route) implements TargetSpec {

    /** A server that is reached in the plainest way. */
    public Url(URI url) {
      this(url, Route.DIRECT);
    }
  }
}
