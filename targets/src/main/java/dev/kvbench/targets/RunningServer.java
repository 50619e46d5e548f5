package dev.kvbench.targets;

import dev.kvbench.scenario.Route;
import dev.kvbench.scenario.TargetSpec;
import dev.kvbench.tls.TlsFailures;
import dev.kvbench.tls.TlsSetup;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import javax.net.ssl.SSLSocket;

/** A server that was running before kvbench came, and is left running. */
final class RunningServer implements Target {

  private static final int CONNECT_TIMEOUT_MILLIS = 5_000;

  private final URI url;
  private final Route route;
  private final OptionalLong pid;
  private final boolean pidNamed;

  private RunningServer(URI url, Route route, OptionalLong pid, boolean pidNamed) {
    this.url = url;
    this.route = route;
    this.pid = pid;
    this.pidNamed = pidNamed;
  }

  /**
   * Looks whether something can be reached as {@code spec} says: over TCP with the handshake of TLS
   * where there is one, or at a Unix domain socket.
   *
   * @throws TargetException if nothing can
   */
  static RunningServer find(TargetSpec.Url spec) {
    String socket = spec.route().unixSocket();
    OptionalLong found =
        socket == null ? lookAtPort(spec.url(), spec.route()) : lookAtSocket(socket);
    if (spec.pid().isPresent() && ProcessHandle.of(spec.pid().getAsLong()).isEmpty()) {
      throw new TargetException(
          "there is no process "
              + spec.pid().getAsLong()
              + " on this machine, which target.pid says serves "
              + spec.url());
    }
    boolean named = spec.pid().isPresent();
    return new RunningServer(spec.url(), spec.route(), named ? spec.pid() : found, named);
  }

  private static OptionalLong lookAtSocket(String path) {
    try {
      SocketChannel.open(UnixDomainSocketAddress.of(path)).close();
    } catch (IOException e) {
      throw new TargetException(
          "cannot reach " + path + ": " + e.getMessage() + ". Is the server running?");
    }
    // Whose process it is could be told of ports alone.
    return OptionalLong.empty();
  }

  private static OptionalLong lookAtPort(URI url, Route route) {
    InetSocketAddress address = new InetSocketAddress(url.getHost(), url.getPort());
    if (address.isUnresolved()) {
      throw new TargetException(
          "cannot reach " + url + ": no address is known for the host " + url.getHost());
    }
    try (Socket socket = new Socket()) {
      socket.connect(address, CONNECT_TIMEOUT_MILLIS);
      if (url.getScheme().equals("https")) {
        shakeHands(socket, url, route);
      }
    } catch (IOException e) {
      String tls = TlsFailures.explain(e);
      throw new TargetException(
          "cannot reach "
              + url
              + ": "
              + (tls == null ? e.getMessage() + ". Is the server running?" : tls));
    }
    return Listeners.pid(address);
  }

  private static void shakeHands(Socket socket, URI url, Route route) throws IOException {
    TlsSetup setup = TlsSetup.of(route);
    socket.setSoTimeout(CONNECT_TIMEOUT_MILLIS);
    SSLSocket secure =
        (SSLSocket)
            setup
                .context()
                .getSocketFactory()
                .createSocket(socket, url.getHost(), url.getPort(), true);
    var parameters = setup.parameters();
    parameters.setServerNames(secure.getSSLParameters().getServerNames());
    secure.setSSLParameters(parameters);
    // A read's timeout begins anew with every byte; this one does not.
    AtomicBoolean over = new AtomicBoolean();
    CompletableFuture.delayedExecutor(CONNECT_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
        .execute(
            () -> {
              if (over.compareAndSet(false, true)) {
                closeNow(socket);
              }
            });
    try {
      secure.startHandshake();
    } catch (IOException e) {
      if (!over.compareAndSet(false, true)) {
        throw new TargetException(
            "cannot reach "
                + url
                + ": the TLS handshake was not over within "
                + CONNECT_TIMEOUT_MILLIS / 1000
                + " s");
      }
      throw e;
    }
    over.set(true);
    if (route.protocol() == Route.Protocol.H2
        && !setup.protocolName().equals(secure.getApplicationProtocol())) {
      throw new TargetException(
          "cannot reach " + url + " over HTTP/2: the server does not offer it over TLS");
    }
  }

  private static void closeNow(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // Closed it is all the same.
    }
  }

  @Override
  public URI url() {
    return url;
  }

  @Override
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("kind", "a server that was already running");
    facts.put("url", url.toString());
    String socket = route.unixSocket();
    if (socket != null) {
      facts.put("unix domain socket", socket);
    }
    if (route.protocol() == Route.Protocol.H2) {
      facts.put("protocol", "HTTP/2, one request at a time on each connection");
    }
    if (url.getScheme().equals("https")) {
      facts.put("tls", tls());
    }
    pid.ifPresent(
        number ->
            facts.put(
                "process",
                number
                    + (pidNamed ? ", as the scenario says" : ", which listens at the url's port")));
    return facts;
  }

  private String tls() {
    if (!route.tls().verify()) {
      return "not checked: that this is the server it says it is, is not known";
    }
    return route.tls().trusted().isEmpty()
        ? "certificate checked against the virtual machine's trust store"
        : "certificate checked against the scenario's own authorities";
  }

  @Override
  public OptionalLong pid() {
    return pid;
  }

  @Override
  public boolean mayBeAttachedTo() {
    // A process that was only guessed from the port is left untouched.
    return pidNamed;
  }

  @Override
  public void onEnd(Consumer<String> listener) {
    // It is not ours: whether it still runs shows in its answers alone.
  }

  @Override
  public void close() {
    // It was running before and stays so.
  }
}
