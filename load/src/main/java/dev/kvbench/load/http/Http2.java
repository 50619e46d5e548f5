package dev.kvbench.load.http;

import dev.kvbench.load.workload.Request;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.config.CharCodingConfig;
import org.apache.hc.core5.http.impl.nio.HttpConnectionEventHandler;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.http.protocol.HttpProcessorBuilder;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.http2.frame.FrameType;
import org.apache.hc.core5.http2.frame.RawFrame;
import org.apache.hc.core5.http2.impl.nio.ClientH2PrefaceHandler;
import org.apache.hc.core5.http2.impl.nio.ClientH2StreamMultiplexerFactory;
import org.apache.hc.core5.http2.impl.nio.H2StreamListener;
import org.apache.hc.core5.net.URIAuthority;
import org.apache.hc.core5.reactor.IOEventHandler;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.reactor.ProtocolIOSession;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/2 on one connection, one stream at a time: HttpCore's own protocol handler. The connection
 * is ready for requests when the server has sent its settings.
 */
final class Http2 implements Protocol, IOEventHandler {

  /** Room for any head of a key-value server, and an end to one that has none. */
  private static final int MOST_HEAD_BYTES = 256 * 1024;

  private static final H2Config CONFIG =
      H2Config.custom().setPushEnabled(false).setMaxHeaderListSize(MOST_HEAD_BYTES).build();

  private final String scheme;
  private final URIAuthority authority;
  private final ProtocolIOSession session;
  private IOEventHandler events;
  private volatile boolean ready;

  /**
   * The protocol's side of {@code underlying}.
   *
   * @param url scheme, host and port of the server
   */
  Http2(ProtocolIOSession underlying, URI url) {
    this.scheme = url.getScheme();
    this.authority = new URIAuthority(url.getHost(), url.getPort());
    this.session = new Upgradable(underlying);
    ClientH2StreamMultiplexerFactory streams =
        new ClientH2StreamMultiplexerFactory(
            HttpProcessorBuilder.create().build(),
            null,
            CONFIG,
            CharCodingConfig.DEFAULT,
            new SettingsEar());
    this.events = new ClientH2PrefaceHandler(session, streams, true, null);
  }

  @Override
  public void serves(HttpConnection connection) {
    // Nothing comes unasked: a stream that nobody opened ends the connection.
  }

  @Override
  public IOEventHandler events() {
    return this;
  }

  @Override
  public boolean isReady() {
    return ready;
  }

  @Override
  public boolean isOpen() {
    return events instanceof HttpConnectionEventHandler handler && handler.isOpen();
  }

  @Override
  public HttpRequest head(Request request) {
    BasicHttpRequest head =
        new BasicHttpRequest(request.method(), scheme, authority, request.path());
    request.form().headers().forEach(head::addHeader);
    ByteBuffer body = request.body();
    if (body != null) {
      head.addHeader("content-length", Integer.toString(body.capacity()));
    }
    return head;
  }

  @Override
  public void connected(IOSession ignored) throws IOException {
    events.connected(session);
  }

  @Override
  public void inputReady(IOSession ignored, @Nullable ByteBuffer source) throws IOException {
    events.inputReady(session, source);
  }

  @Override
  public void outputReady(IOSession ignored) throws IOException {
    events.outputReady(session);
  }

  @Override
  public void timeout(IOSession ignored, Timeout timeout) throws IOException {
    events.timeout(session, timeout);
  }

  @Override
  public void exception(IOSession ignored, Exception cause) {
    events.exception(session, cause);
  }

  @Override
  public void disconnected(IOSession ignored) {
    events.disconnected(session);
  }

  /** Whose next handler, when the preface is written, gets its events from here. */
  private final class Upgradable extends ForwardingSession {

    Upgradable(ProtocolIOSession underlying) {
      super(underlying);
    }

    @Override
    public void upgrade(IOEventHandler next) {
      events = next;
    }
  }

  /** Hears the server's settings. */
  private final class SettingsEar implements H2StreamListener {

    @Override
    public void onFrameInput(
        org.apache.hc.core5.http.HttpConnection connection, int streamId, RawFrame frame) {
      if (!ready && frame.isType(FrameType.SETTINGS)) {
        ready = true;
      }
    }

    @Override
    public void onFrameOutput(
        org.apache.hc.core5.http.HttpConnection connection, int streamId, RawFrame frame) {
      // Of no interest.
    }

    @Override
    public void onHeaderInput(
        org.apache.hc.core5.http.HttpConnection connection,
        int streamId,
        List<? extends Header> headers) {
      // Of no interest.
    }

    @Override
    public void onHeaderOutput(
        org.apache.hc.core5.http.HttpConnection connection,
        int streamId,
        List<? extends Header> headers) {
      // Of no interest.
    }

    @Override
    public void onInputFlowControl(
        org.apache.hc.core5.http.HttpConnection connection, int streamId, int delta, int size) {
      // Of no interest.
    }

    @Override
    public void onOutputFlowControl(
        org.apache.hc.core5.http.HttpConnection connection, int streamId, int delta, int size) {
      // Of no interest.
    }
  }
}
