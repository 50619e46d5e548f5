package dev.kvbench.targets;

import dev.kvbench.scenario.TargetSpec;
import dev.kvbench.targets.process.ServerProcess;
import dev.kvbench.time.NanoClock;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The embedded reference server, in a virtual machine of its own. */
final class ReferenceServer implements Target {

  /** Named and not imported: the server is no part of the targets, it is started like any other. */
  private static final String MAIN_CLASS = "dev.kvbench.server.ServerMain";

  private static final Pattern LISTENING =
      Pattern.compile("^kvbench-server listening on (http://\\S+)$", Pattern.MULTILINE);

  private final ServerProcess process;
  private final URI url;
  private final Map<String, String> facts;

  private ReferenceServer(ServerProcess process, URI url, Map<String, String> facts) {
    this.process = process;
    this.url = url;
    this.facts = facts;
  }

  static ReferenceServer start(
      TargetSpec.Reference spec, Path log, NanoClock clock, BooleanSupplier givenUp) {
    List<String> command =
        OwnJava.command(ReferenceSetup.jvmFlags(spec), MAIN_CLASS, ReferenceSetup.arguments(spec));
    ServerProcess process = ServerProcess.start("the reference server", command, log, clock);
    try {
      Matcher line = process.awaitLine(LISTENING, givenUp);
      Map<String, String> facts = new LinkedHashMap<>();
      facts.put("kind", "kvbench's reference server, in a process of its own");
      facts.put("url", line.group(1));
      facts.putAll(ReferenceSetup.facts(spec));
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
