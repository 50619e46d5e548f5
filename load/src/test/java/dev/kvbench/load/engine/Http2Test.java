package dev.kvbench.load.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.impl.bootstrap.HttpAsyncServer;
import org.apache.hc.core5.http.nio.AsyncRequestConsumer;
import org.apache.hc.core5.http.nio.AsyncServerRequestHandler;
import org.apache.hc.core5.http.nio.entity.AsyncEntityProducers;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityConsumer;
import org.apache.hc.core5.http.nio.support.AsyncResponseBuilder;
import org.apache.hc.core5.http.nio.support.BasicRequestConsumer;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.http2.impl.nio.bootstrap.H2ServerBootstrap;
import org.apache.hc.core5.http2.ssl.H2ServerTlsStrategy;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.ListenerEndpoint;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Targets over HTTP/2, with TLS and without. */
@Timeout(60)
class Http2Test {

  /** 20 arrivals. */
  private static final String SHORT = "get: { rate: 100, warmup: 0s, duration: 200ms }";

  private static final String PER_REQUEST = "{ mode: per-request, max: 4 }";
  private static final int LARGE = 1 << 20;
  private static final int REFUSED_STREAM = 7;
  private static final int ENHANCE_YOUR_CALM = 11;

  private static Identity loopback;

  @BeforeAll
  static void makeIdentity() throws IOException {
    loopback = Identity.ofLoopback();
  }

  private static RoutedTrial trial(int port, boolean tls) {
    return RoutedTrial.of(
            "protocol: h2, url: "
                + (tls
                    ? "https://127.0.0.1:" + port + ", tls: { trust: server.pem }"
                    : "http://127.0.0.1:" + port))
        .trusting(loopback);
  }

  private static RoutedTrial trial(ScriptedServer server) {
    return trial(server.port(), false);
  }

  private static String connectFailure(Measurement measured) {
    return Objects.requireNonNull(measured.connectFailure());
  }

  @ParameterizedTest(name = "over TLS: {0}")
  @ValueSource(booleans = {true, false})
  void answers_areOk_andTheTimesAddUp(boolean tls) throws Exception {
    try (RealServer server = new RealServer(tls, path -> "ok")) {
      Measurement measured =
          trial(server.port(), tls).run("get: { rate: 1000, warmup: 200ms, duration: 2s }");
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("ok", 2000L));
      assertThat(measured.established()).isEqualTo(4);
      assertThat(server.seen.poll()).startsWith("GET HTTP/2.0 127.0.0.1:" + server.port() + " /");
      double response = Trial.total(measured, TimeKind.RESPONSE).getMean();
      double parts =
          Trial.total(measured, TimeKind.SCHEDULE_LAG).getMean()
              + Trial.total(measured, TimeKind.CONNECTION_WAIT).getMean()
              + Trial.total(measured, TimeKind.SERVICE).getMean();
      assertThat(parts).isCloseTo(response, within(response * 0.01));
      assertThat(measured.bytesRead()).isGreaterThan(2000 * 9);
    }
  }

  @ParameterizedTest(name = "over TLS: {0}")
  @ValueSource(booleans = {true, false})
  void bodies_largerThanAFrameAndAWindow_goBothWays(boolean tls) throws Exception {
    try (RealServer server = new RealServer(tls, path -> "x".repeat(LARGE))) {
      Measurement measured =
          trial(server.port(), tls).run("get: { rate: 10, warmup: 1s, duration: 2s }");
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("ok", 20L));
      assertThat(measured.bytesRead()).isGreaterThan(20L * LARGE);
      Measurement put =
          trial(server.port(), tls)
              .withValuesOf(LARGE)
              .run("put: { rate: 10, warmup: 1s, duration: 2s }");
      assertThat(Trial.ends(put)).isEqualTo(Map.of("ok", 20L));
      assertThat(put.bytesWritten()).isGreaterThan(20L * LARGE);
    }
  }

  @Test
  void aConnection_carriesOneRequestAtATime() throws IOException {
    AtomicInteger open = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    try (ScriptedServer server =
        ScriptedServer.conversing(
            socket ->
                H2Conversation.hold(
                    socket,
                    (stream, out) -> {
                      most.accumulateAndGet(open.incrementAndGet(), Math::max);
                      ScriptedServer.pause(5);
                      open.decrementAndGet();
                      out.write(H2Conversation.answer(stream, "ok"));
                      return true;
                    }))) {
      Measurement measured =
          trial(server).over("3").run("get: { rate: 1000, warmup: 0s, duration: 200ms }");
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("ok", 200L));
      assertThat(most.get()).isLessThanOrEqualTo(3);
      assertThat(server.connections()).isEqualTo(3);
    }
  }

  @Test
  void connectionPerRequest_works() throws IOException {
    try (ScriptedServer server = answering()) {
      Measurement measured = trial(server).over(PER_REQUEST).run(SHORT);
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("ok", 20L));
      assertThat(server.connections()).isEqualTo(20);
    }
  }

  @Test
  void goAway_afterAnAnswer_costsAConnectionAndNoRequest() throws IOException {
    try (ScriptedServer server =
        ScriptedServer.conversing(
            socket ->
                H2Conversation.hold(
                    socket,
                    (stream, out) -> {
                      out.write(H2Conversation.answer(stream, "ok"));
                      out.write(H2Conversation.goAway(stream, 0));
                      return true;
                    }))) {
      Measurement measured = trial(server).run("get: { rate: 50, warmup: 0s, duration: 1s }");
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("ok", 50L));
      assertThat(measured.reconnects()).isPositive();
    }
  }

  @Test
  void goAway_beforeAnAnswer_letsItStillCome() throws IOException {
    try (ScriptedServer server =
        ScriptedServer.conversing(
            socket ->
                H2Conversation.hold(
                    socket,
                    (stream, out) -> {
                      out.write(H2Conversation.goAway(stream, 0));
                      out.write(H2Conversation.answer(stream, "ok"));
                      return true;
                    }))) {
      Measurement measured = trial(server).run(SHORT);
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("ok", 20L));
      assertThat(server.connections()).isGreaterThanOrEqualTo(20);
    }
  }

  @Test
  void goAway_withAnError_breaksTheRequestUnderWay() throws IOException {
    try (ScriptedServer server =
        ScriptedServer.conversing(
            socket ->
                H2Conversation.hold(
                    socket,
                    (stream, out) -> {
                      out.write(H2Conversation.goAway(stream, ENHANCE_YOUR_CALM));
                      return false;
                    }))) {
      Measurement measured = trial(server).run(SHORT);
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("read", 20L));
      assertThat(measured.failures())
          .extracting(StepResult.Failure::message)
          .containsExactly("the server reset the stream: ENHANCE_YOUR_CALM");
    }
  }

  @Test
  void streams_thatAreReset_breakWhileReading_andSayWhy() throws IOException {
    try (ScriptedServer server =
        ScriptedServer.conversing(
            socket ->
                H2Conversation.hold(
                    socket,
                    (stream, out) -> {
                      out.write(H2Conversation.reset(stream, REFUSED_STREAM));
                      return true;
                    }))) {
      Measurement measured = trial(server).run(SHORT);
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("read", 20L));
      assertThat(measured.failures())
          .extracting(StepResult.Failure::message)
          .containsExactly("the server reset the stream: REFUSED_STREAM");
    }
  }

  @Test
  void connections_thatEndWithinAnAnswer_breakWhileReading() throws IOException {
    try (ScriptedServer server =
        ScriptedServer.conversing(
            socket ->
                H2Conversation.hold(
                    socket,
                    (stream, out) -> {
                      out.write(
                          H2Conversation.frame(
                              H2Conversation.HEADERS,
                              H2Conversation.END_HEADERS,
                              stream,
                              H2Conversation.STATUS_200));
                      return false;
                    }))) {
      assertThat(Trial.ends(trial(server).run(SHORT))).isEqualTo(Map.of("read", 20L));
    }
  }

  @Test
  void answers_thatAreNoHttp2_areMalformed() throws IOException {
    try (ScriptedServer server =
        ScriptedServer.conversing(
            socket ->
                H2Conversation.hold(
                    socket,
                    (stream, out) -> {
                      // Of a stream that nobody opened.
                      out.write(H2Conversation.answer(stream + 2, "ok"));
                      return true;
                    }))) {
      Measurement measured = trial(server).run(SHORT);
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("malformed", 20L));
    }
  }

  @Test
  void requests_withoutAnAnswer_timeOut() throws IOException {
    try (ScriptedServer server =
        ScriptedServer.conversing(
            socket -> H2Conversation.hold(socket, (stream, out) -> stream > 0))) {
      Measurement measured = trial(server).over("20").within("300ms").run(SHORT);
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("timeout", 20L));
    }
  }

  @Test
  void serverOfHttp11_isAConnectFailure() throws IOException {
    try (ScriptedServer server =
        ScriptedServer.answering("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")) {
      Measurement measured = trial(server).over(PER_REQUEST).run(SHORT);
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("connect", 20L));
      assertThat(connectFailure(measured))
          .startsWith("the server does not speak HTTP/2 as it must:");
    }
  }

  @Test
  void serverOfHttp11_overTls_isAConnectFailure() throws IOException {
    try (ScriptedServer server =
        new ScriptedServer(
            loopback.listen(),
            (number, onConnection, socket, out) -> {
              ScriptedServer.write(out, ScriptedServer.OK);
              return true;
            })) {
      Measurement measured = trial(server.port(), true).over(PER_REQUEST).run(SHORT);
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("connect", 20L));
      assertThat(connectFailure(measured)).isEqualTo("the server does not offer HTTP/2 over TLS");
      assertThat(server.requests()).isZero();
    }
  }

  @Test
  void serverThatCloses_inPlaceOfSettings_isAConnectFailure() throws IOException {
    try (ScriptedServer server =
        ScriptedServer.conversing(socket -> socket.getInputStream().skipNBytes(24))) {
      Measurement measured = trial(server).over(PER_REQUEST).run(SHORT);
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("connect", 20L));
    }
  }

  @Test
  void serverThatIsSilent_isAConnectFailure_withinTheTimeout() throws IOException {
    try (ScriptedServer server =
        ScriptedServer.conversing(
            socket -> {
              while (socket.getInputStream().read() >= 0) {
                // Takes everything, and says nothing to it.
              }
            })) {
      Measurement measured =
          trial(server).over("{ mode: per-request, max: 32 }").within("300ms").run(SHORT);
      assertThat(Trial.ends(measured)).isEqualTo(Map.of("connect", 20L));
      assertThat(connectFailure(measured))
          .startsWith("the server did not begin with HTTP/2 in time");
    }
  }

  private static ScriptedServer answering() throws IOException {
    return ScriptedServer.conversing(
        socket ->
            H2Conversation.hold(
                socket,
                (stream, out) -> {
                  out.write(H2Conversation.answer(stream, "ok"));
                  return true;
                }));
  }

  /**
   * HttpCore's own server: answers GETs with what its function says, and anything else with 201.
   */
  private static final class RealServer implements AutoCloseable {

    private final HttpAsyncServer server;
    private final ListenerEndpoint endpoint;
    final Queue<String> seen = new ConcurrentLinkedQueue<>();

    RealServer(boolean tls, UnaryOperator<String> bodyOf)
        throws InterruptedException, ExecutionException {
      AsyncServerRequestHandler<Message<HttpRequest, byte[]>> handler =
          new AsyncServerRequestHandler<>() {
            @Override
            public AsyncRequestConsumer<Message<HttpRequest, byte[]>> prepare(
                HttpRequest request, EntityDetails body, HttpContext context) {
              return new BasicRequestConsumer<>(new BasicAsyncEntityConsumer());
            }

            @Override
            public void handle(
                Message<HttpRequest, byte[]> message, ResponseTrigger trigger, HttpContext context)
                throws HttpException, IOException {
              HttpRequest head = message.getHead();
              seen.add(
                  head.getMethod()
                      + " "
                      + context.getProtocolVersion()
                      + " "
                      + head.getAuthority()
                      + " "
                      + head.getPath());
              AsyncResponseBuilder answer =
                  AsyncResponseBuilder.create(head.getMethod().equals("GET") ? 200 : 201);
              if (head.getMethod().equals("GET")) {
                answer.setEntity(AsyncEntityProducers.create(bodyOf.apply(head.getPath())));
              }
              trigger.submitResponse(answer.build(), context);
            }
          };
      H2ServerBootstrap bootstrap =
          H2ServerBootstrap.bootstrap()
              .setCanonicalHostName("127.0.0.1")
              .setVersionPolicy(tls ? HttpVersionPolicy.NEGOTIATE : HttpVersionPolicy.FORCE_HTTP_2)
              .register("*", handler);
      if (tls) {
        bootstrap.setTlsStrategy(new H2ServerTlsStrategy(loopback.context()));
      }
      server = bootstrap.create();
      server.start();
      endpoint =
          server
              .listen(
                  new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                  tls ? URIScheme.HTTPS : URIScheme.HTTP)
              .get();
    }

    int port() {
      return ((InetSocketAddress) endpoint.getAddress()).getPort();
    }

    @Override
    public void close() {
      server.close(CloseMode.IMMEDIATE);
    }
  }
}
