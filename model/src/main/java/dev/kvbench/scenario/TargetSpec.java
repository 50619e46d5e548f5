package dev.kvbench.scenario;

import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
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
   * @param pid the process that serves it, to be observed, where the scenario names it
   */
  record Url(URI url, Route route, OptionalLong pid) implements TargetSpec {

    /** A server that is reached in the plainest way. */
    public Url(URI url) {
      this(url, Route.DIRECT);
    }

    /** A server whose process is not named. */
    public Url(URI url, Route route) {
      this(url, route, OptionalLong.empty());
    }
  }

  /**
   * A server that kvbench starts by a command, in a process of its own, with a free port and a
   * scratch folder of its own. {@link #PORT} and {@link #FOLDER} stand for them in the words, the
   * values of the environment, the texts of the files, and the working folder.
   *
   * @param words the command, word by word; at least one
   * @param workingFolder where it is run
   * @param environment variables on top of kvbench's own, in their order
   * @param files the texts of files that are written to the scratch folder beforehand, by their
   *     names in it, with {@code /} between folders
   * @param ready what says that it is ready
   * @param startTimeoutNanos how long that may take
   */
  record Command(
      List<String> words,
      String workingFolder,
      Map<String, String> environment,
      Map<String, String> files,
      Ready ready,
      long startTimeoutNanos)
      implements TargetSpec {

    /** Stands for the port on which the server is to listen. */
    public static final String PORT = "{port}";

    /** Stands for the server's scratch folder. */
    public static final String FOLDER = "{dir}";

    /** Defensive copies; the maps keep their order. */
    public Command {
      words = List.copyOf(words);
      environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
      files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
    }
  }

  /** What says that a server that was started is ready. */
  sealed interface Ready {

    /** Its port takes connections. */
    record Port() implements Ready {}

    /**
     * A GET is answered with a status of 200 to 299.
     *
     * @param path path and query of the request
     */
    record Path(String path) implements Ready {}

    /**
     * It has written a line, and its port takes connections.
     *
     * @param regex a regular expression that is found in the line
     */
    record Line(String regex) implements Ready {}
  }
}
