package dev.kvbench.server;

import dev.kvbench.server.storage.Storage;
import dev.kvbench.time.NanoClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import one.nio.http.HttpException;
import one.nio.http.HttpServer;
import one.nio.http.HttpServerConfig;
import one.nio.http.HttpSession;
import one.nio.http.Request;
import one.nio.net.Socket;
import one.nio.server.AcceptorConfig;
import org.jspecify.annotations.Nullable;

/** The contract of {@link KvServer}, path by path and method by method, over one-nio. */
final class KvHttpServer extends HttpServer {

  private static final byte[] ENTITY = ascii("/v0/entity");
  private static final byte[] ENTITIES = ascii("/v0/entities");
  private static final byte[] STATUS = ascii("/v0/status");
  private static final byte[] ID = ascii("id=");
  private static final byte[] START = ascii("start=");
  private static final byte[] END = ascii("end=");
  private static final byte[] NO_BODY = {};

  private final Storage storage;
  private final int maxBodyBytes;
  private final @Nullable Workers ownWorkers;
  private final Set<KvSession> sessions = ConcurrentHashMap.newKeySet();

  KvHttpServer(ListeningSocket listening, ServerConfig config, Storage storage, NanoClock clock)
      throws IOException {
    super(config(listening, config.selectors()));
    this.acceptor = new AcceptLoop(listening, this);
    this.storage = storage;
    this.maxBodyBytes = config.maxBodyBytes();
    WorkersConfig threads = config.workers();
    this.ownWorkers =
        threads == null ? null : new Workers(this, threads, config.deadlineNanos(), clock);
  }

  private static HttpServerConfig config(ListeningSocket listening, int selectors) {
    AcceptorConfig none = new AcceptorConfig();
    none.threads = 0;
    none.port = listening.port();
    HttpServerConfig config = new HttpServerConfig();
    config.acceptors = new AcceptorConfig[] {none};
    config.selectors = selectors;
    config.selectorThreadNameFormat = "kvbench-server selector %d";
    return config;
  }

  @Override
  public KvSession createSession(Socket socket) {
    KvSession session = new KvSession(socket, this);
    sessions.add(session);
    return session;
  }

  void forget(KvSession session) {
    sessions.remove(session);
  }

  int openConnections() {
    return sessions.size();
  }

  int waitingRequests() {
    return ownWorkers == null ? 0 : ownWorkers.waiting();
  }

  /** The largest body that is kept, in bytes. */
  int maxBodyBytes() {
    return maxBodyBytes;
  }

  /** one-nio's own way of closing sessions walks the selectors' tables while they are in use. */
  @Override
  public synchronized void stop() {
    acceptor.shutdown();
    sessions.forEach(KvSession::close);
    super.stop();
    if (ownWorkers != null) {
      ownWorkers.close();
    }
  }

  /** A request has been read whole, and is done now or when the answers before it are out. */
  void wasRead(KvRequest request) {
    if (ownWorkers != null) {
      ownWorkers.wasRead(request);
    }
  }

  @Override
  public void handleRequest(Request request, HttpSession session) throws IOException {
    if (ownWorkers == null || request == KvRequest.UNREADABLE) {
      handle((KvRequest) request, (KvSession) session);
    } else {
      ownWorkers.take((KvRequest) request, (KvSession) session);
    }
  }

  /** Does what the request asks for and answers it, on the calling thread. */
  void handle(KvRequest request, KvSession session) throws IOException {
    if (request.getMethod() != Request.METHOD_GET) {
      if (request == KvRequest.UNREADABLE) {
        session.refuse(Answer.BAD_REQUEST);
        return;
      }
      if (request.getHeader("Transfer-Encoding:") != null) {
        session.refuse(Answer.LENGTH_REQUIRED);
        return;
      }
    }
    if (request.getBody() == KvRequest.TOO_LARGE) {
      session.send(request, Answer.CONTENT_TOO_LARGE);
      return;
    }
    try {
      if (request.pathIs(ENTITY)) {
        entity(request, session);
      } else if (request.pathIs(ENTITIES)) {
        entities(request, session);
      } else if (request.pathIs(STATUS)) {
        boolean get = request.getMethod() == Request.METHOD_GET;
        session.send(request, get ? Answer.OK : Answer.ONLY_GET);
      } else {
        session.send(request, Answer.BAD_REQUEST);
      }
    } catch (HttpException e) {
      session.send(request, Answer.BAD_REQUEST);
    } catch (UncheckedIOException e) {
      session.send(request, Answer.INTERNAL_ERROR);
    }
  }

  private void entity(KvRequest request, KvSession session) throws IOException, HttpException {
    int method = request.getMethod();
    if (method == KvRequest.METHOD_OTHER) {
      session.send(request, Answer.ONLY_GET_PUT_DELETE);
      return;
    }
    byte[] key = request.parameter(ID);
    if (key == null || key.length == 0) {
      session.send(request, Answer.BAD_REQUEST);
    } else if (method == Request.METHOD_GET) {
      byte[] value = storage.get(key);
      if (value == null) {
        session.send(request, Answer.NOT_FOUND);
      } else {
        session.sendValue(request, value);
      }
    } else if (method == Request.METHOD_PUT) {
      byte[] body = request.getBody();
      storage.put(key, body == null ? NO_BODY : body);
      session.send(request, Answer.CREATED);
    } else {
      storage.delete(key);
      session.send(request, Answer.ACCEPTED);
    }
  }

  private void entities(KvRequest request, KvSession session) throws IOException, HttpException {
    if (request.getMethod() != Request.METHOD_GET) {
      session.send(request, Answer.ONLY_GET);
      return;
    }
    byte[] start = request.parameter(START);
    byte[] end = request.parameter(END);
    if (start == null
        || start.length == 0
        || (end != null && Arrays.compareUnsigned(start, end) > 0)) {
      session.send(request, Answer.BAD_REQUEST);
    } else if (!request.isHttp11()) {
      // HTTP/1.0 has no chunks
      session.send(request, Answer.VERSION_NOT_SUPPORTED);
    } else {
      session.sendRange(request, storage.range(start, end));
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
