package dev.kvbench.scenario;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
   * @param workers its worker threads; null where the selectors do the requests themselves
   * @param deadlineNanos how long a request may wait for a worker, in nanoseconds; 0 for ever
   * @param storage where it keeps its records
   * @param maxBodyBytes the largest body that it takes, in bytes
   * @param heapBytes the heap of its process, in bytes
   * @param jvmFlags further flags of its virtual machine, in their order
   */
  record Reference(
      int selectors,
      @Nullable WorkersSpec workers,
      long deadlineNanos,
      StorageSpec storage,
      int maxBodyBytes,
      long heapBytes,
      List<String> jvmFlags)
      implements TargetSpec {

    /** The server as it is where a scenario says nothing of it. */
    public static final Reference DEFAULT =
        new Reference(1, null, 0, new StorageSpec.Memory(), 1 << 20, 256L << 20, List.of());

    /** A defensive copy of the list. */
    public Reference {
      jvmFlags = List.copyOf(jvmFlags);
    }

    /** This server with another number of selector threads. */
    public Reference withSelectors(int other) {
      return new Reference(
          other, workers, deadlineNanos, storage, maxBodyBytes, heapBytes, jvmFlags);
    }

    /** This server with another heap, in bytes. */
    public Reference withHeapBytes(long other) {
      return new Reference(
          selectors, workers, deadlineNanos, storage, maxBodyBytes, other, jvmFlags);
    }
  }

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
