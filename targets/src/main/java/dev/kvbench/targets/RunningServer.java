package dev.kvbench.targets;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** A server that was running before kvbench came, and is left running. */
final class RunningServer implements Target {

  private static final int CONNECT_TIMEOUT_MILLIS = 5_000;

  private final URI url;
  private final OptionalLong pid;

  private RunningServer(URI url, OptionalLong pid) {
    this.url = url;
    this.pid = pid;
  }

  /**
   * Looks whether something listens at {@code url}.
   *
   * @throws TargetException if nothing does
   */
  static RunningServer find(URI url) {
    InetSocketAddress address = new InetSocketAddress(url.getHost(), url.getPort());
    if (address.isUnresolved()) {
      throw new TargetException(
          "cannot reach " + url + ": no address is known for the host " + url.getHost());
    }
    try (Socket socket = new Socket()) {
      socket.connect(address, CONNECT_TIMEOUT_MILLIS);
    } catch (IOException e) {
      throw new TargetException(
          "cannot reach " + url + ": " + e.getMessage() + ". Is the server running?");
    }
    return new RunningServer(url, Listeners.pid(address));
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
    return facts;
  }

  @Override
  public OptionalLong pid() {
    return pid;
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
