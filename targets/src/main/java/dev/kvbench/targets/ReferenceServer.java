package dev.kvbench.targets;

import dev.kvbench.scenario.TargetSpec;
import dev.kvbench.targets.process.ServerProcess;
import dev.kvbench.time.NanoClock;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The embedded reference server, in a virtual machine of its own. */
final class ReferenceServer implements Target {

  /** Named and not imported: the server is no part of the targets, it is started like any other. */
  private static final String MAIN_CLASS = "dev.kvbench.server.ServerMain";

  private static final Pattern LISTENING =
      Pattern.compile("^kvbench-server listening on (http://\\S+)$", Pattern.MULTILINE);

  private static final int NATIVE_ACCESS_FLAGS_SINCE = 24;
  private static final long MIB = 1 << 20;

  private final ServerProcess process;
  private final URI url;
  private final Map<String, String> facts;

  private ReferenceServer(ServerProcess process, URI url, Map<String, String> facts) {
    this.process = process;
    this.url = url;
    this.facts = facts;
  }

  static ReferenceServer start(TargetSpec.Reference spec, Path log, NanoClock clock) {
    List<String> flags = new ArrayList<>();
    flags.add("-XX:+UseSerialGC");
    flags.add("-XX:-UsePerfData");
    flags.add("-Xms" + spec.heapBytes() / MIB + "m");
    flags.add("-Xmx" + spec.heapBytes() / MIB + "m");
    if (Runtime.version().feature() >= NATIVE_ACCESS_FLAGS_SINCE) {
      flags.add("--enable-native-access=ALL-UNNAMED");
      flags.add("--sun-misc-unsafe-memory-access=allow");
    }
    List<String> arguments =
        List.of("--port", "0", "--selectors", Integer.toString(spec.selectors()), "--owned");
    List<String> command = OwnJava.command(flags, MAIN_CLASS, arguments);
    ServerProcess process = ServerProcess.start("the reference server", command, log, clock);
    try {
      Matcher line = process.awaitLine(LISTENING);
      Map<String, String> facts = new LinkedHashMap<>();
      facts.put("kind", "kvbench's reference server, in a process of its own");
      facts.put("url", line.group(1));
      facts.put("selectors", Integer.toString(spec.selectors()));
      facts.put("storage", "memory");
      facts.put("jvm flags", String.join(" ", flags));
      return new ReferenceServer(process, URI.create(line.group(1)), facts);
    } catch (RuntimeException e) {
      process.close();
      throw e;
    }
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
