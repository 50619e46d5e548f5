package dev.kvbench.server;

import dev.kvbench.server.storage.RecordCursor;
import java.io.IOException;
import one.nio.http.HttpException;
import one.nio.http.HttpSession;
import one.nio.http.Request;
import one.nio.net.Socket;

/**
 * One client's connection. A request is done when the answers before it have left for the socket,
 * so that a client which does not read holds one answer in memory, however much it asks for.
 */
final class KvSession extends HttpSession {

  /** The longest request line with its line end, in bytes: what one-nio keeps between two reads. */
  static final int MAX_LINE_BYTES = 2048;

  /** The largest body that is kept, in bytes. */
  static final int MAX_BODY_BYTES = 1024 * 1024;

  // what closing a connection may read at most to see that nothing is left unread
  private static final int MAX_DISCARDED_BYTES = 1024 * 1024;

  private final KvHttpServer owner;
  private long bodyBytesToSkip;

  KvSession(Socket socket, KvHttpServer server) {
    super(socket, server);
    this.owner = server;
  }

  /** Sends an answer that has no body. */
  void send(KvRequest request, Answer answer) throws IOException {
    boolean keepAlive = request.keepsAlive();
    sendWhole(answer.bytes(keepAlive), keepAlive);
  }

  /** Sends 200 and a value. */
  void sendValue(KvRequest request, byte[] value) throws IOException {
    boolean keepAlive = request.keepsAlive();
    sendWhole(Answer.value(value, keepAlive), keepAlive);
  }

  /** Sends 200 and the records, now and as the client reads them, and closes the cursor then. */
  void sendRange(KvRequest request, RecordCursor cursor) throws IOException {
    boolean keepAlive = request.keepsAlive();
    owner.incRequestsProcessed();
    write(new RangeStream(Answer.rangeHead(keepAlive), cursor));
    if (!keepAlive) {
      scheduleClose();
    }
  }

  /** Sends an answer to what is not understood, and closes, since what follows is not either. */
  synchronized void refuse(Answer answer) throws IOException {
    owner.incRequestsRejected();
    byte[] bytes = answer.bytes(false);
    write(bytes, 0, bytes.length);
    discardInput();
    scheduleClose();
  }

  private void sendWhole(byte[] bytes, boolean keepAlive) throws IOException {
    owner.incRequestsProcessed();
    write(bytes, 0, bytes.length);
    if (!keepAlive) {
      scheduleClose();
    }
  }

  /** A socket closed with bytes unread sends a reset, which may overtake the answer. */
  private void discardInput() {
    try {
      int budget = MAX_DISCARDED_BYTES;
      int bytes;
      do {
        bytes = socket.read(fragment, 0, fragment.length, 0);
        budget -= bytes;
      } while (bytes > 0 && budget > 0);
    } catch (IOException e) {
      // the client has gone already
    }
  }

  @Override
  public synchronized void close() {
    super.close();
    owner.forget(this);
  }

  @Override
  protected Request parseRequest(byte[] buffer, int start, int length) throws HttpException {
    if (length > MAX_LINE_BYTES - 2) {
      // one-nio refuses a longer one too, but only where it arrives in pieces
      throw new HttpException("Line too long");
    }
    return KvRequest.parse(buffer, start, length);
  }

  @Override
  protected int getMaxRequestBodyLength() {
    return MAX_BODY_BYTES;
  }

  @Override
  protected int startParsingRequestBody(
      String contentLength, byte[] buffer, int offset, int remaining)
      throws IOException, HttpException {
    long length;
    try {
      length = Long.parseLong(contentLength);
    } catch (NumberFormatException e) {
      throw new HttpException("Invalid Content-Length header", e);
    }
    if (length <= MAX_BODY_BYTES) {
      return super.startParsingRequestBody(contentLength, buffer, offset, remaining);
    }
    int skipped = (int) Math.min(length, remaining);
    bodyBytesToSkip = length - skipped;
    parsing.setBody(KvRequest.TOO_LARGE);
    return skipped;
  }

  @Override
  protected int processHttpBuffer(byte[] buffer, int length) throws IOException, HttpException {
    if (bodyBytesToSkip == 0) {
      return super.processHttpBuffer(buffer, length);
    }
    // one-nio parses from the buffer's first byte and keeps what it leaves over at the end
    int skipped = (int) Math.min(bodyBytesToSkip, length);
    bodyBytesToSkip -= skipped;
    int rest = length - skipped;
    System.arraycopy(buffer, skipped, buffer, 0, rest);
    int processed = super.processHttpBuffer(buffer, rest);
    System.arraycopy(buffer, processed, buffer, skipped + processed, rest - processed);
    return skipped + processed;
  }

  @Override
  protected void handleParsedRequest() throws IOException {
    Request request = parsing;
    parsing = null;
    requestBodyOffset = 0;
    if (queueHead == null) {
      owner.handleRequest(request, this);
    } else {
      // Bounded: nothing is read while the socket is full, so at most one read's worth waits.
      pipeline.addLast(request);
    }
  }

  @Override
  protected void processWrite() throws Exception {
    super.processWrite();
    while (queueHead == null && !closing) {
      Request next = pipeline.pollFirst();
      if (next == null) {
        break;
      }
      owner.handleRequest(next, this);
    }
  }

  /** Called by one-nio for what it cannot parse. */
  @Override
  public synchronized void sendError(String code, String message) throws IOException {
    if (queueHead == null) {
      refuse(Answer.BAD_REQUEST);
    } else {
      pipeline.addLast(KvRequest.UNREADABLE);
    }
  }
}
