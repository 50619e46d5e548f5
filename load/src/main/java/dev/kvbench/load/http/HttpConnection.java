package dev.kvbench.load.http;

import dev.kvbench.load.workload.Request;
import dev.kvbench.time.NanoClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncClientExchangeHandler;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.RequestChannel;
import org.apache.hc.core5.http.nio.command.RequestExecutionCommand;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.Command;
import org.apache.hc.core5.reactor.IOSession;
import org.jspecify.annotations.Nullable;

/**
 * One open connection, carrying one exchange at a time. It is its own exchange handler, so an
 * exchange makes no handler objects. After {@link #send} exactly one of the observer's methods is
 * called, unless {@link #giveUp} or {@link #close} came first; the figures of the exchange may be
 * read from within that call.
 *
 * <p>A broken connection stays broken: its late callbacks cannot reach the exchange of its
 * successor.
 */
public final class HttpConnection implements AsyncClientExchangeHandler {

  /**
   * Is told how exchanges end, by the I/O thread or by the one that sent; must not block. It may
   * send the next request from within.
   */
  public interface Observer {
    /** The whole answer is here; {@code connection} is idle, or no longer open. */
    void answered(HttpConnection connection);

    /** The exchange broke, and the connection with it. */
    void broken(HttpConnection connection, Breakage breakage);
  }

  /** How an exchange ended, until the observer is told. */
  private enum Ending {
    NONE,
    ANSWERED,
    BROKEN
  }

  private final IOSession session;
  private final Protocol protocol;
  private final NanoClock clock;
  private final Observer observer;
  private final HttpCoreContext context = HttpCoreContext.create();
  private final Command command = new RequestExecutionCommand(this, context);
  private final ExchangeState state = new ExchangeState();
  private final AtomicReference<Ending> ending = new AtomicReference<>(Ending.NONE);
  private final BodySource bodySource = new BodySource();

  private @Nullable Request request;
  private volatile long sentNanos;
  private volatile boolean written;
  private volatile boolean requestComplete;
  private boolean produced;
  private boolean answerBegun;
  private long writtenNanos;
  private long firstByteNanos;
  private long endNanos;
  private @Nullable Breakage breakage;
  private volatile @Nullable Breakage unasked;
  private int status;
  private long bodyBytes;
  private long exchanges;
  private long receivedBefore;
  private long sentBefore;

  /**
   * A connection that is open.
   *
   * @param session carries out commands
   * @param protocol what is spoken over it
   */
  HttpConnection(IOSession session, Protocol protocol, NanoClock clock, Observer observer) {
    this.session = session;
    this.protocol = protocol;
    this.clock = clock;
    this.observer = observer;
  }

  /**
   * Sends {@code next}: writes it at once where the protocol allows it, on the calling thread.
   *
   * @return false if the connection is not idle any more; the observer is then not called
   */
  public boolean send(Request next) {
    // Before the state says that an exchange is under way, so that nobody takes the last one's
    // times for its own. Only one thread at a time sends.
    request = next;
    requestComplete = false;
    produced = false;
    answerBegun = false;
    written = false;
    bodyBytes = 0;
    sentNanos = clock.nanos();
    if (!state.begin()) {
      return false;
    }
    session.enqueue(command, Command.Priority.NORMAL);
    tell();
    return true;
  }

  /**
   * Gives up the exchange under way and closes the connection. The observer is not called.
   *
   * @return false if there is none, or it ended a moment ago
   */
  public boolean giveUp() {
    return closed(state.closeBusy());
  }

  /**
   * Takes an idle connection out of use for good.
   *
   * @return false if it is not idle
   */
  public boolean close() {
    return closed(state.closeIdle());
  }

  /**
   * Gives up the exchange under way if it has been since before {@code nanos}, and closes the
   * connection. The observer is not called.
   */
  public boolean giveUpIfPendingSinceBefore(long nanos) {
    // In this order: should the exchange end and the next begin in between, it is that one's time,
    // or it is no longer what was seen.
    long seen = state.now();
    return ExchangeState.isBusy(seen) && pendingSinceNanos() < nanos && closed(state.close(seen));
  }

  private boolean closed(boolean now) {
    if (now) {
      session.close(CloseMode.GRACEFUL);
    }
    return now;
  }

  /** Whether the peer still holds the connection open, as far as is known by now. */
  public boolean isOpen() {
    return !state.isClosed() && isReusable();
  }

  private boolean isReusable() {
    return session.isOpen() && protocol.isOpen();
  }

  /** Whether an exchange is under way. */
  public boolean isBusy() {
    return state.isBusy();
  }

  /** When the exchange was sent, or written if it was; any thread may ask. */
  public long pendingSinceNanos() {
    return written ? writtenNanos : sentNanos;
  }

  /** Whether the request has begun to be written; any thread may ask. */
  public boolean isWritten() {
    return written;
  }

  /**
   * Whether the request has been handed to the socket to its last byte; any thread may ask. Over
   * TLS it only says that the protocol handler has got the last byte: the buffers of the handler
   * and of the encryption, some 20 KiB, may hold it back.
   */
  public boolean isRequestComplete() {
    return requestComplete;
  }

  /** When the request began to be handed to the socket. */
  public long writtenNanos() {
    return writtenNanos;
  }

  /** When the answer's head was there. */
  public long firstByteNanos() {
    return firstByteNanos;
  }

  /** When the answer's last byte was there, or the exchange broke. */
  public long endNanos() {
    return endNanos;
  }

  /** Whether the head of an answer was there. */
  public boolean isAnswerBegun() {
    return answerBegun;
  }

  /** The answer's status. */
  public int status() {
    return status;
  }

  /** Length of the answer's body so far, in bytes, without transfer coding. */
  public long bodyBytes() {
    return bodyBytes;
  }

  /** How many exchanges were answered on this connection. */
  public long exchanges() {
    return exchanges;
  }

  /** What came over the connection that nobody had asked for and ended it, or null. */
  public @Nullable Breakage unasked() {
    return unasked;
  }

  /** Bytes received since this was last asked, heads included. */
  public long takeReceivedBytes() {
    EndpointDetails details = context.getEndpointDetails();
    long now = details == null ? receivedBefore : details.getReceivedBytesCount();
    long delta = now - receivedBefore;
    receivedBefore = now;
    return delta;
  }

  /** Bytes sent since this was last asked, heads included. */
  public long takeSentBytes() {
    EndpointDetails details = context.getEndpointDetails();
    long now = details == null ? sentBefore : details.getSentBytesCount();
    long delta = now - sentBefore;
    sentBefore = now;
    return delta;
  }

  /** Tells the observer how the exchange ended, if it did since this was last called. */
  void tell() {
    if (ending.get() == Ending.NONE) {
      return;
    }
    switch (ending.getAndSet(Ending.NONE)) {
      case ANSWERED -> observer.answered(this);
      case BROKEN -> {
        Breakage how = breakage;
        if (how != null) {
          observer.broken(this, how);
        }
      }
      case NONE -> {
        // Another thread was faster.
      }
    }
  }

  /** Whether an answer may come: a request has begun to be written, and has none yet. */
  boolean isAsked() {
    return state.isBusy() && written;
  }

  /** Within a turn of the protocol handler: nothing of what it has written is left to be sent. */
  void flushed() {
    if (produced) {
      requestComplete = true;
    }
  }

  /** Notes what came while no answer could; the connection ends with it. */
  void unasked(Exception cause) {
    if (!isAsked()) {
      unasked = Breakage.of(cause, true);
    }
  }

  @Override
  public void produceRequest(RequestChannel channel, HttpContext exchangeContext)
      throws HttpException, IOException {
    Request current = request;
    if (current == null) {
      throw new IllegalStateException("no request was sent on this connection");
    }
    ByteBuffer body = current.body();
    if (body != null) {
      bodySource.begin(body);
    }
    writtenNanos = clock.nanos();
    written = true;
    produced = body == null;
    channel.sendRequest(protocol.head(current), body == null ? null : bodySource, exchangeContext);
  }

  @Override
  public int available() {
    return bodySource.remaining();
  }

  @Override
  public void produce(DataStreamChannel channel) throws IOException {
    // Not where it is the last request's, which was answered before it was read to its end.
    if (bodySource.writeTo(channel) && written) {
      produced = true;
    }
  }

  @Override
  public void consumeResponse(
      HttpResponse response, @Nullable EntityDetails body, HttpContext exchangeContext) {
    firstByteNanos = clock.nanos();
    answerBegun = true;
    status = response.getCode();
    if (body == null) {
      answered();
    }
  }

  @Override
  public void consumeInformation(HttpResponse response, HttpContext exchangeContext) {
    // An interim answer is not the answer: neither first byte nor end.
  }

  @Override
  public void updateCapacity(CapacityChannel channel) throws IOException {
    channel.update(Integer.MAX_VALUE);
  }

  @Override
  public void consume(ByteBuffer source) {
    bodyBytes += source.remaining();
    source.position(source.limit());
  }

  @Override
  public void streamEnd(@Nullable List<? extends Header> trailers) {
    answered();
  }

  @Override
  public void failed(Exception cause) {
    fail(cause);
  }

  @Override
  public void cancel() {
    fail(new IOException("connection closed before the request was written"));
  }

  @Override
  public void releaseResources() {
    // The handler lives as long as its connection.
  }

  private void answered() {
    endNanos = clock.nanos();
    exchanges++;
    // Not reusable where the answer forbids it: the protocol closes before it says that the answer
    // ended.
    boolean reusable = isReusable();
    if (!(reusable ? state.answered() : state.closeBusy())) {
      return;
    }
    if (!reusable) {
      session.close(CloseMode.GRACEFUL);
    }
    end(Ending.ANSWERED);
  }

  private void fail(Exception cause) {
    long now = clock.nanos();
    if (!state.closeBusy()) {
      return;
    }
    endNanos = now;
    breakage = Breakage.of(cause, requestComplete);
    session.close(CloseMode.GRACEFUL);
    end(Ending.BROKEN);
  }

  private void end(Ending how) {
    ending.set(how);
  }
}
