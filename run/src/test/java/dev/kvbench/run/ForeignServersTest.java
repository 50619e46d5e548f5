package dev.kvbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kvbench.result.Ledger;
import dev.kvbench.result.ResultDirectory;
import dev.kvbench.result.RunResult;
import dev.kvbench.result.StepResult;
import dev.kvbench.scenario.Scenario;
import dev.kvbench.scenario.ScenarioReader;
import dev.kvbench.time.NanoClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whole runs against servers that this project did not write, started by their own commands. Each
 * is skipped where its server is not installed; {@code docs/targets.md} says how to install it.
 */
@Timeout(120)
class ForeignServersTest {

  private static final String STEPS =
      """
      steps=
        - get: { name: get-before, rate: 300, warmup: 0s, duration: 1s }
        - put: { rate: 300, warmup: 0s, duration: 1s }
        - fill
        - get: { rate: 500, warmup: 0s, duration: 1s }
      """;

  private static final String LIGHTTPD =
      """
      name: lighttpd-webdav
      target:
        command: [%s, -D, -f, "{dir}/lighttpd.conf"]
        ready: { line: server started }
        files:
          lighttpd.conf: |
            server.modules = ("mod_webdav")
            server.bind = "127.0.0.1"
            server.port = {port}
            server.document-root = "{dir}/data"
            server.upload-dirs = ("{dir}")
            server.max-keep-alive-requests = 60000
            webdav.activate = "enable"
            webdav.is-readonly = "disable"
          data/welcome: a store needs a folder
      api: path
      steps: [fill]
      """;

  @TempDir private Path folder;

  @Test
  void nginxWithWebDav_isFilledAndLoaded() throws IOException {
    String nginx = installed("nginx", "/usr/sbin/nginx", "/usr/local/sbin/nginx");
    String example = Files.readString(Path.of("..", "scenarios", "nginx-webdav.yaml"));
    assertLoads(example.replace("[nginx,", "[" + nginx + ","), "nginx");
  }

  @Test
  void lighttpdWithWebDav_isFilledAndLoaded() throws IOException {
    String lighttpd = installed("lighttpd", "/usr/sbin/lighttpd", "/usr/local/sbin/lighttpd");
    assumeTrue(
        Stream.of("/usr/lib/lighttpd", "/usr/local/lib/lighttpd")
            .anyMatch(modules -> Files.exists(Path.of(modules, "mod_webdav.so"))),
        "skipped: lighttpd has no mod_webdav here; docs/targets.md says how to install it");
    assertLoads(LIGHTTPD.formatted(lighttpd), "lighttpd");
  }

  private static String installed(String name, String... places) {
    Optional<String> found =
        Stream.of(places).filter(p -> Files.isExecutable(Path.of(p))).findFirst();
    assumeTrue(
        found.isPresent(),
        "skipped: " + name + " is not installed here; docs/targets.md says how to install it");
    return found.get();
  }

  private void assertLoads(String text, String program) throws IOException {
    Path result = folder.resolve("result");
    RunResult run = run(text, result);
    assertThat(run.state()).isEqualTo(RunResult.State.FINISHED);
    assertThat(run.fills())
        .singleElement()
        .satisfies(
            fill -> {
              assertThat(fill.failure()).isNull();
              assertThat(fill.stored()).isEqualTo(400);
            });
    assertThat(run.steps())
        .extracting(StepResult::name)
        .containsExactly("get-before", "put", "get");
    for (StepResult step : run.steps()) {
      Ledger ledger = step.ledger();
      assertThat(ledger.sum()).isEqualTo(ledger.scheduled()).isPositive();
      boolean empty = step.name().equals("get-before");
      assertThat(empty ? ledger.miss() : ledger.ok())
          .as("%s of %s: %s", step.name(), ledger, step.failures())
          .isEqualTo(ledger.scheduled());
      // Its processes are observed, as the reference server's is.
      assertThat(Objects.requireNonNull(step.target()).cores()).isNotNegative();
    }
    assertThat(run.environment().target())
        .hasEntrySatisfying("command", command -> assertThat(command).contains(program))
        .hasEntrySatisfying("url", url -> assertThat(url).startsWith("http://127.0.0.1:"));
    assertThat(serversOf(program)).isEmpty();
    assertThat(result.resolve("target.log")).exists();
  }

  private static List<String> serversOf(String program) {
    Pattern name = Pattern.compile(".*/" + program);
    return ProcessHandle.current()
        .descendants()
        .map(process -> process.info().command().orElse(""))
        .filter(command -> name.matcher(command).matches())
        .toList();
  }

  private static RunResult run(String text, Path result) {
    Scenario scenario =
        ScenarioReader.read("test.yaml", text, List.of("keys.count=400", "connections=8", STEPS));
    return new ScenarioRun(
            scenario,
            new ResultDirectory(result),
            "test",
            NanoClock.system(),
            InstantSource.system(),
            new RunListener() {})
        .run();
  }
}
