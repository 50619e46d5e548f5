package dev.kvbench.targets;

import dev.kvbench.scenario.TargetSpec;
import dev.kvbench.scenario.TargetSpec.Command;
import dev.kvbench.targets.process.Launch;
import dev.kvbench.targets.process.ServerProcess;
import dev.kvbench.time.NanoClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A server that kvbench started by a command of the scenario's, and knows nothing else of. */
final class StartedServer implements Target {

  private static final String HOST = "127.0.0.1";
  private static final byte[] HOST_BYTES = {127, 0, 0, 1};

  private final ServerProcess process;
  private final URI url;
  private final Map<String, String> facts;

  private StartedServer(ServerProcess process, URI url, Map<String, String> facts) {
    this.process = process;
    this.url = url;
    this.facts = facts;
  }

  /**
   * Starts the server and waits until it is ready.
   *
   * @param log file that its output is appended to
   * @param givenUp whether nobody waits for it any more
   * @throws TargetException if it cannot be started, ends, or is not ready in time
   */
  static StartedServer start(Command spec, Path log, NanoClock clock, BooleanSupplier givenUp) {
    int port = freePort();
    String program = String.valueOf(Path.of(spec.words().get(0)).getFileName());
    Launch launch =
        new Launch(
            "the target's command '" + program + "'",
            spec.words(),
            spec.environment(),
            spec.files(),
            spec.workingFolder(),
            Map.of(Command.PORT, Integer.toString(port)),
            true);
    ServerProcess process = ServerProcess.start(launch, log, clock);
    try {
      URI url = URI.create("http://" + HOST + ":" + port);
      URI unused =
          process.await(readiness(spec.ready(), process, url), spec.startTimeoutNanos(), givenUp);
      return new StartedServer(process, url, facts(spec, url));
    } catch (RuntimeException e) {
      process.close();
      throw e;
    }
  }

  private static Supplier<@Nullable URI> readiness(
      TargetSpec.Ready ready, ServerProcess process, URI url) {
    Probe probe = new Probe(url);
    if (ready instanceof TargetSpec.Ready.Path path) {
      return () -> probe.isPortOpen() && probe.isGood(path.path()) ? url : null;
    }
    if (ready instanceof TargetSpec.Ready.Line line) {
      Pattern pattern = Pattern.compile(line.regex());
      boolean[] said = new boolean[1];
      return () -> {
        said[0] |= process.newLine(pattern) != null;
        return said[0] && probe.isPortOpen() ? url : null;
      };
    }
    return () -> probe.isPortOpen() ? url : null;
  }

  /**
   * A port that nobody listens on now. Nothing keeps it free until the server takes it; one that
   * finds it taken ends, and says why.
   */
  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByAddress(HOST_BYTES))) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new TargetException("no port is free for the target: " + e.getMessage());
    }
  }

  private static Map<String, String> facts(Command spec, URI url) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("kind", "a server that kvbench started by a command, in a process of its own");
    facts.put("command", String.join(" ", spec.words()));
    facts.put("url", url.toString());
    return facts;
  }

  @Override
  public URI url() {
    return url;
  }

  @Override
  public Map<String, String> facts() {
    return facts;
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.of(process.pid());
  }

  @Override
  public void onEnd(Consumer<String> listener) {
    process.onEnd(listener);
  }

  @Override
  public void close() {
    process.close();
  }
}
