package dev.kvbench.load.http;

import dev.kvbench.load.workload.Request;
import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import org.apache.hc.core5.http.ContentLengthStrategy;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.BasicHttpTransportMetrics;
import org.apache.hc.core5.http.impl.nio.ChunkDecoder;
import org.apache.hc.core5.http.impl.nio.ClientHttp1IOEventHandler;
import org.apache.hc.core5.http.impl.nio.ClientHttp1StreamDuplexer;
import org.apache.hc.core5.http.impl.nio.DefaultHttpResponseFactory;
import org.apache.hc.core5.http.impl.nio.DefaultHttpResponseParser;
import org.apache.hc.core5.http.nio.ContentDecoder;
import org.apache.hc.core5.http.nio.SessionInputBuffer;
import org.apache.hc.core5.http.protocol.HttpProcessor;
import org.apache.hc.core5.http.protocol.HttpProcessorBuilder;
import org.apache.hc.core5.reactor.ProtocolIOSession;
import org.apache.hc.core5.util.CharArrayBuffer;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1.1 on one connection: HttpCore's own protocol handler, with a writer for heads that are
 * ready-made, and with an ear for what comes unasked.
 */
final class Http1 implements Protocol {

  /** Three buffers a connection: ten thousand connections must fit into a small heap. */
  private static final int BUFFER_BYTES = 4 * 1024;

  /**
   * More header lines than any server's, so that a head without an end does not fill the memory.
   */
  private static final int MOST_HEADERS = 10_000;

  private static final Http1Config CONFIG =
      Http1Config.custom()
          .setBufferSize(BUFFER_BYTES)
          .setMaxHeaderCount(MOST_HEADERS)
          .setInitialWindowSize(Integer.MAX_VALUE)
          .build();
  private static final HttpProcessor NO_PROCESSING = HttpProcessorBuilder.create().build();

  private final Head head;
  private final ClientHttp1IOEventHandler events;
  private @Nullable HttpConnection connection;

  /**
   * The protocol's side of {@code session}.
   *
   * @param host the value of the {@code Host} header
   */
  Http1(ProtocolIOSession session, String host) {
    this.head = new Head(host);
    this.events = new ClientHttp1IOEventHandler(new Duplexer(session));
  }

  @Override
  public void serves(HttpConnection served) {
    connection = served;
  }

  @Override
  public ClientHttp1IOEventHandler events() {
    return events;
  }

  @Override
  public boolean isOpen() {
    return events.isOpen();
  }

  @Override
  public HttpRequest head(Request request) {
    return head.of(request);
  }

  @Override
  public boolean isReady() {
    return true;
  }

  private void unasked(Exception cause) {
    HttpConnection served = connection;
    if (served != null) {
      served.unasked(cause);
    }
  }

  private final class Duplexer extends ClientHttp1StreamDuplexer {

    Duplexer(ProtocolIOSession session) {
      super(
          session,
          NO_PROCESSING,
          CONFIG,
          null,
          null,
          new Parser(),
          new Head.Writer(),
          null,
          message -> ((Head) message).bodyBytes(),
          null);
    }

    @Override
    protected ContentDecoder createContentDecoder(
        long length,
        ReadableByteChannel channel,
        SessionInputBuffer buffer,
        BasicHttpTransportMetrics metrics)
        throws HttpException {
      return length == ContentLengthStrategy.CHUNKED
          ? new ChunkDecoder(channel, new ChunkHeads(buffer), CONFIG, metrics)
          : super.createContentDecoder(length, channel, buffer, metrics);
    }

    @Override
    protected boolean handleIncomingMessage(HttpResponse response) throws HttpException {
      try {
        return super.handleIncomingMessage(response);
      } catch (HttpException e) {
        unasked(e);
        throw e;
      }
    }
  }

  private final class Parser extends DefaultHttpResponseParser<HttpResponse> {

    Parser() {
      super(CONFIG, DefaultHttpResponseFactory.INSTANCE);
    }

    @Override
    public @Nullable HttpResponse parse(SessionInputBuffer buffer, boolean endOfStream)
        throws IOException, HttpException {
      try {
        HttpResponse head = super.parse(buffer, endOfStream);
        if (head == null && buffer.hasData()) {
          // The beginning of a line, which would be taken for the next answer's.
          demandAsked();
        }
        return head;
      } catch (HttpException | MessageConstraintException | RuntimeException e) {
        unasked(e);
        throw e;
      }
    }

    @Override
    protected HttpResponse createMessage(CharArrayBuffer statusLine) throws HttpException {
      demandAsked();
      return super.createMessage(statusLine);
    }

    private void demandAsked() throws ProtocolException {
      HttpConnection served = connection;
      if (served != null && !served.isAsked()) {
        throw new ProtocolException("the server sent an answer that nobody had asked for");
      }
    }
  }
}
