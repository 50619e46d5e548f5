package dev.kvbench.server;

import dev.kvbench.server.storage.Storage;
import dev.kvbench.time.NanoClock;
import java.io.IOException;

/**
 * A running reference server. It accepts requests from when {@link #start} returns until {@link
 * #close}.
 *
 * <ul>
 *   <li>{@code GET /v0/entity?id=K}: 200 and the value, or 404
 *   <li>{@code PUT /v0/entity?id=K}: 201
 *   <li>{@code DELETE /v0/entity?id=K}: 202
 *   <li>{@code GET /v0/entities?start=S[&end=E]}: 200, the records of the range, a chunk each
 *   <li>{@code GET /v0/status}: 200
 *   <li>no key, an empty or broken one, a start above its end, an unknown path: 400
 *   <li>another method on a known path: 405
 *   <li>workers that have no room for the request: 503; none that was free within the deadline: 408
 * </ul>
 *
 * <p>A key is the percent-decoded bytes of its parameter, whatever they are; {@code +} stands for a
 * space, as in HTML forms and in one-nio's own {@code getParameter}, so a plus is sent as {@code
 * %2B}. An empty {@code end} is the empty key, which is below every start, and so 400; a range
 * without end has no {@code end} parameter.
 *
 * <p>Limits: a request line of 2046 bytes (longer: 400, and the connection is closed), a body of
 * {@link ServerConfig#maxBodyBytes} (larger: 413, the connection stays open). Bodies need a {@code
 * Content-Length} (chunked: 411, closed); ranges need HTTP/1.1 (505). Idle connections are never
 * closed by the server.
 */
public final class KvServer implements AutoCloseable {

  private final KvHttpServer http;
  private final Storage storage;
  private final int port;

  private KvServer(KvHttpServer http, Storage storage, int port) {
    this.http = http;
    this.storage = storage;
    this.port = port;
  }

  /**
   * Starts a server over the storage of its configuration.
   *
   * @throws java.net.BindException if the port is taken
   * @throws IOException if the server cannot listen there for another reason, or the storage cannot
   *     be opened
   */
  public static KvServer start(ServerConfig config) throws IOException {
    return start(config, config.storage().open());
  }

  /**
   * Starts a server over another storage than its configuration's, which is closed with the server,
   * also where it cannot start.
   *
   * @throws java.net.BindException if the port is taken
   * @throws IOException if the server cannot listen there for another reason
   */
  public static KvServer start(ServerConfig config, Storage storage) throws IOException {
    return start(config, storage, NanoClock.system());
  }

  /**
   * @param clock what deadlines go by
   */
  static KvServer start(ServerConfig config, Storage storage, NanoClock clock) throws IOException {
    try {
      ListeningSocket listening = ListeningSocket.open(config.host(), config.port());
      try {
        KvHttpServer http = new KvHttpServer(listening, config, storage, clock);
        http.start();
        return new KvServer(http, storage, listening.port());
      } catch (IOException | RuntimeException e) {
        listening.close();
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      storage.close();
      throw e;
    }
  }

  /** The TCP port that the server listens on, never 0. */
  public int port() {
    return port;
  }

  /** The connections that are open. */
  int connections() {
    return http.openConnections();
  }

  /** The requests that wait for a worker. */
  int waitingRequests() {
    return http.waitingRequests();
  }

  /**
   * Stops listening, closes every connection, answered or not, ends the threads, and closes the
   * storage when none of them uses it any more.
   */
  @Override
  public void close() {
    http.stop();
    storage.close();
  }
}
