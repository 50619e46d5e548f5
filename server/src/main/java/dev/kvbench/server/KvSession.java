package dev.kvbench.server;

import dev.kvbench.server.storage.RecordCursor;
import java.io.IOException;
import java.io.UncheckedIOException;
import one.nio.http.HttpException;
import one.nio.http.HttpSession;
import one.nio.http.Request;
import one.nio.net.Socket;

/**
 * One client's connection. A request is done when the answers before it have left for the socket,
 * so that a client which does not read holds one answer in memory, however much it asks for.
 *
 * <p>Where there are workers, one request of the connection at a time is with them. The worker
 * writes the answer, as much of it as the socket takes; reading, writing the rest, closing, and
 * giving the next request away is left to the selector, so that one thread alone sees the
 * connection end. The selector holds the session's lock in all that it does.
 */
final class KvSession extends HttpSession {

  /** The longest request line with its line end, in bytes: what one-nio keeps between two reads. */
  static final int MAX_LINE_BYTES = 2048;

  // what closing a connection may read at most to see that nothing is left unread
  private static final int MAX_DISCARDED_BYTES = 1024 * 1024;

  private static final int NOTHING = 0;

  private final KvHttpServer owner;
  private long bodyBytesToSkip;
  // whether a request is with the workers and has no answer yet
  private boolean handedOver;

  KvSession(Socket socket, KvHttpServer server) {
    super(socket, server);
    this.owner = server;
  }

  /** Notes that the request at hand will be answered by a worker. */
  synchronized void handOver() {
    handedOver = true;
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
    RangeStream stream = new RangeStream(Answer.rangeHead(keepAlive), cursor);
    try {
      // before the lock is taken, which the selector may need
      stream.prepare();
    } catch (IOException e) {
      stream.release();
      throw new UncheckedIOException(e);
    } catch (RuntimeException e) {
      stream.release();
      throw e;
    }
    synchronized (this) {
      owner.incRequestsProcessed();
      write(stream);
      afterAnswer(keepAlive);
    }
  }

  /** Sends an answer to what is not understood, and closes, since what follows is not either. */
  synchronized void refuse(Answer answer) throws IOException {
    owner.incRequestsRejected();
    byte[] bytes = answer.bytes(false);
    write(bytes, 0, bytes.length);
    discardInput();
    afterAnswer(false);
  }

  private synchronized void sendWhole(byte[] bytes, boolean keepAlive) throws IOException {
    owner.incRequestsProcessed();
    write(bytes, 0, bytes.length);
    afterAnswer(keepAlive);
  }

  /** Goes on, or ends, once an answer is written or queued. */
  private void afterAnswer(boolean keepAlive) {
    if (handedOver) {
      handedOver = false;
      if (keepAlive) {
        goOn();
      } else {
        closeBySelector();
      }
    } else if (!keepAlive) {
      scheduleClose();
    }
  }

  private void goOn() {
    if (queueHead == null && !closing) {
      // a socket that can be written to wakes the selector, which takes the next request then
      listen(pipeline.isEmpty() ? READABLE : WRITEABLE);
    }
  }

  /** Closes when all is written, but not on this thread. */
  synchronized void closeBySelector() {
    if (!closing) {
      closing = true;
      if (queueHead == null) {
        listen(WRITEABLE);
      }
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
    return owner.maxBodyBytes();
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
    if (length <= owner.maxBodyBytes()) {
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

  /** One request at a time: what comes while an answer is not out stays with the kernel. */
  @Override
  protected void processRead(byte[] buffer) throws IOException {
    if (mustWait() || closing || !pipeline.isEmpty()) {
      if (eventsToListen == READABLE) {
        listen(NOTHING);
      }
      return;
    }
    super.processRead(buffer);
  }

  @Override
  protected void handleParsedRequest() throws IOException {
    KvRequest request = (KvRequest) parsing;
    parsing = null;
    requestBodyOffset = 0;
    owner.wasRead(request);
    if (mustWait()) {
      // Bounded: nothing is read while an answer is not out, so at most one read's worth waits.
      pipeline.addLast(request);
    } else {
      owner.handleRequest(request, this);
    }
  }

  @Override
  protected void processWrite() throws Exception {
    if (queueHead != null) {
      super.processWrite();
    } else if (closing) {
      close();
    }
    while (!mustWait() && !closing && !pipeline.isEmpty()) {
      owner.handleRequest(pipeline.removeFirst(), this);
    }
    if (queueHead == null && !closing) {
      listen(READABLE);
    }
  }

  /** Whether an answer is still to be given or to leave for the socket. */
  private boolean mustWait() {
    return handedOver || queueHead != null;
  }

  /** Called by one-nio for what it cannot parse. */
  @Override
  public synchronized void sendError(String code, String message) throws IOException {
    if (mustWait()) {
      pipeline.addLast(KvRequest.UNREADABLE);
    } else {
      refuse(Answer.BAD_REQUEST);
    }
  }
}
