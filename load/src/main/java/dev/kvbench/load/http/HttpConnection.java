package dev.kvbench.load.http;

import dev.kvbench.load.workload.Request;
import dev.kvbench.time.NanoClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.http.nio.AsyncClientEndpoint;
import org.apache.hc.core5.http.nio.AsyncClientExchangeHandler;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.RequestChannel;
import org.apache.hc.core5.http.protocol.HttpContext;
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

  /** Is told how exchanges end, on the connection's I/O thread; must not block. */
  public interface Observer {
    /** The whole answer is here; {@code connection} is idle, or no longer open. */
    void answered(HttpConnection connection);

    /** The exchange broke, and the connection with it. */
    void broken(HttpConnection connection, Breakage breakage);
  }

  private static final int IDLE = 0;
  private static final int BUSY = 1;
  private static final int CLOSED = 2;

  private final AsyncClientEndpoint endpoint;
  private final HttpHost host;
  private final NanoClock clock;
  private final Observer observer;
  private final HttpClientContext context = HttpClientContext.create();
  private final AtomicInteger state = new AtomicInteger(IDLE);
  private final BodySource bodySource = new BodySource();

  private @Nullable Request request;
  private volatile long sentNanos;
  private volatile boolean written;
  private volatile boolean requestComplete;
  private boolean answerBegun;
  private long writtenNanos;
  private long firstByteNanos;
  private long endNanos;
  private int status;
  private long bodyBytes;
  private long exchanges;
  private long receivedBefore;
  private long sentBefore;

  HttpConnection(AsyncClientEndpoint endpoint, HttpHost host, NanoClock clock, Observer observer) {
    this.endpoint = endpoint;
    this.host = host;
    this.clock = clock;
    this.observer = observer;
  }

  /**
   * Hands {@code next} to the I/O thread.
   *
   * @return false if the connection is not idle any more; the observer is then not called
   */
  public boolean send(Request next) {
    // Before the state says that an exchange is under way, so that nobody takes the last one's
    // times
    // for its own. Only one thread at a time sends.
    request = next;
    requestComplete = false;
    answerBegun = false;
    written = false;
    bodyBytes = 0;
    sentNanos = clock.nanos();
    if (!state.compareAndSet(IDLE, BUSY)) {
      return false;
    }
    try {
      endpoint.execute(this, null, context);
    } catch (RuntimeException e) {
      // The client throws unchecked where the connection went away a moment ago. Whether its
      // callbacks came first or not, the exchange ends once.
      fail(e);
    }
    return true;
  }

  /**
   * Gives up the exchange under way and closes the connection. The observer is not called.
   *
   * @return false if there is none, or it ended a moment ago
   */
  public boolean giveUp() {
    if (!state.compareAndSet(BUSY, CLOSED)) {
      return false;
    }
    endpoint.releaseAndDiscard();
    return true;
  }

  /**
   * Takes an idle connection out of use for good.
   *
   * @return false if it is not idle
   */
  public boolean close() {
    if (!state.compareAndSet(IDLE, CLOSED)) {
      return false;
    }
    endpoint.releaseAndDiscard();
    return true;
  }

  /** Whether the peer still holds the connection open, as far as is known by now. */
  public boolean isOpen() {
    return state.get() != CLOSED && endpoint.isConnected();
  }

  /** Whether an exchange is under way. */
  public boolean isBusy() {
    return state.get() == BUSY;
  }

  /** When the exchange was handed to the I/O thread, or written if it was; any thread may ask. */
  public long pendingSinceNanos() {
    return written ? writtenNanos : sentNanos;
  }

  /** Whether the I/O thread has begun to write the request; any thread may ask. */
  public boolean isWritten() {
    return written;
  }

  /** Whether the request has been handed to the socket to its last byte; any thread may ask. */
  public boolean isRequestComplete() {
    return requestComplete;
  }

  /** When the I/O thread began to hand the request to the socket. */
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

  @Override
  public void produceRequest(RequestChannel channel, HttpContext exchangeContext)
      throws HttpException, IOException {
    Request current = current();
    BasicHttpRequest head = new BasicHttpRequest(current.method(), host, current.path());
    ByteBuffer body = current.body();
    if (body != null) {
      bodySource.begin(body);
    }
    writtenNanos = clock.nanos();
    written = true;
    requestComplete = body == null;
    channel.sendRequest(head, body == null ? null : bodySource, exchangeContext);
  }

  @Override
  public int available() {
    return bodySource.remaining();
  }

  @Override
  public void produce(DataStreamChannel channel) throws IOException {
    if (bodySource.writeTo(channel)) {
      requestComplete = true;
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
    // Not open any more where the answer forbids to reuse the connection: the client closes it
    // before it says that the answer ended.
    boolean reusable = endpoint.isConnected();
    if (!state.compareAndSet(BUSY, reusable ? IDLE : CLOSED)) {
      return;
    }
    if (!reusable) {
      endpoint.releaseAndDiscard();
    }
    observer.answered(this);
  }

  private void fail(Exception cause) {
    long now = clock.nanos();
    if (!state.compareAndSet(BUSY, CLOSED)) {
      return;
    }
    endNanos = now;
    endpoint.releaseAndDiscard();
    observer.broken(this, Breakage.of(cause, requestComplete));
  }

  private Request current() {
    Request current = request;
    if (current == null) {
      throw new IllegalStateException("no request was sent on this connection");
    }
    return current;
  }
}
