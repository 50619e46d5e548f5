package dev.kvbench.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kvbench.scenario.Route;
import dev.kvbench.scenario.TargetSpec;
import dev.kvbench.scenario.TargetSpec.Command;
import dev.kvbench.scenario.TargetSpec.Ready;
import dev.kvbench.time.NanoClock;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real commands, started and stopped: shells, and a server behind them. */
@Timeout(120)
class StartedServerTest {

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();
  private static final long TIMEOUT_NANOS = 60 * NanoClock.NANOS_PER_SECOND;

  /** The reference server, as any program of the user's is started. */
  private static final String SERVER =
      "exec '"
          + JAVA
          + "' -XX:TieredStopAtLevel=1 -Xmx64m -cp '"
          + System.getProperty("java.class.path")
          + "' dev.kvbench.server.ServerMain --port {port}";

  @TempDir private Path folder;

  @BeforeEach
  void demandAShell() {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "skipped: there is no /bin/sh here");
  }

  private static Command shell(String script, Ready ready, long timeoutNanos) {
    return new Command(
        List.of("/bin/sh", "-c", script), "", Map.of(), Map.of(), ready, timeoutNanos);
  }

  private static Command shell(String script) {
    return shell(script, new Ready.Port(), TIMEOUT_NANOS);
  }

  private Path log() {
    return folder.resolve("target.log");
  }

  private Target start(TargetSpec spec) {
    return start(spec, () -> false);
  }

  private Target start(TargetSpec spec, BooleanSupplier givenUp) {
    return Targets.ready(spec, log(), NanoClock.system(), givenUp);
  }

  private String refusal(TargetSpec spec, BooleanSupplier givenUp) {
    TargetException e =
        catchThrowableOfType(TargetException.class, () -> start(spec, givenUp).close());
    return String.valueOf(Objects.requireNonNull(e, "it was started").getMessage());
  }

  private String refusal(TargetSpec spec) {
    return refusal(spec, () -> false);
  }

  /** What the log has behind a word, such as {@code pid} or {@code folder}. */
  private List<String> logged(String word) throws IOException {
    return Pattern.compile("(?m)^" + word + " (.*)$")
        .matcher(Files.readString(log()))
        .results()
        .map((MatchResult found) -> found.group(1))
        .toList();
  }

  private void assertNothingIsLeft(int processes, int folders) throws Exception {
    assertThat(logged("pid")).hasSize(processes);
    for (String pid : logged("pid")) {
      assertThat(isRunning(Long.parseLong(pid))).as("process %s", pid).isFalse();
    }
    assertThat(logged("folder"))
        .hasSize(folders)
        .allSatisfy(each -> assertThat(Path.of(each)).doesNotExist());
  }

  /** One that has ended and waits for its parent to ask is running no more. */
  private static boolean isRunning(long pid) throws IOException {
    if (ProcessHandle.of(pid).isEmpty()) {
      return false;
    }
    Path stat = Path.of("/proc/" + pid + "/stat");
    return !Files.exists(stat) || !Files.readString(stat).matches("(?s).*\\) Z .*");
  }

  @Test
  void readyByPort_isLoadable_andSaysWhatItIs() throws Exception {
    String script = "echo pid $$; echo folder {dir}; " + SERVER;
    try (Target target = start(shell(script))) {
      assertThat(new Probe(target.url()).isGood("/v0/status")).isTrue();
      assertThat(target.facts())
          .containsEntry("command", "/bin/sh -c " + script)
          .containsEntry("url", target.url().toString())
          .hasEntrySatisfying("kind", kind -> assertThat(kind).contains("started by a command"));
      assertThat(target.pid().getAsLong()).isEqualTo(Long.parseLong(logged("pid").get(0)));
    }
    assertNothingIsLeft(1, 1);
  }

  @Test
  void readyByPath_orByALine_waitsForIt() throws Exception {
    try (Target target = start(shell(SERVER, new Ready.Path("/v0/status"), TIMEOUT_NANOS))) {
      assertThat(target.url().getHost()).isEqualTo("127.0.0.1");
    }
    Ready line = new Ready.Line("listening on http://.*:[0-9]+");
    try (Target target = start(shell(SERVER, line, TIMEOUT_NANOS))) {
      assertThat(Files.readString(log())).contains("listening on");
      assertThat(new Probe(target.url()).isPortOpen()).isTrue();
    }
  }

  @Test
  void pathThatIsNeverGood_isNotReady() {
    assertThat(refusal(shell(SERVER, new Ready.Path("/elsewhere"), 2 * NanoClock.NANOS_PER_SECOND)))
        .startsWith("the target's command 'sh' was not ready after 2.0 s")
        .contains("listening on");
  }

  @Test
  void filesEnvironmentAndFolder_areTheCommands() throws Exception {
    Command spec =
        new Command(
            List.of("/bin/sh", "-c", "pwd; cat conf/a; echo $A $KVBENCH_TARGET_FOLDER; exit 7"),
            "{dir}",
            Map.of("A", "at {port} in {dir}"),
            Map.of("conf/a", "port {port} of {dir}\n"),
            new Ready.Port(),
            TIMEOUT_NANOS);
    assertThat(refusal(spec))
        .matches(
            "the target's command 'sh' ended at its start, with exit code 7; it printed last:"
                + " (/.*) / port (\\d+) of \\1 / at \\2 in \\1 \\1");
  }

  @Test
  void failureToStart_saysCodeOrSignal_andTheLastWords() {
    assertThat(refusal(shell("echo one; echo two >&2; exit 3")))
        .isEqualTo(
            "the target's command 'sh' ended at its start, with exit code 3; it printed last: one /"
                + " two");
    assertThat(refusal(shell("kill -9 $$")))
        .isEqualTo(
            "the target's command 'sh' ended at its start, killed by signal 9; it printed nothing");
    assertThat(refusal(shell("for i in $(seq 100); do echo line $i; done; exit 1")))
        .contains("line 91 / line 92")
        .endsWith("line 100")
        .doesNotContain("line 90 ");
    assertThat(refusal(shell("sleep 1000", new Ready.Port(), 100 * NanoClock.NANOS_PER_MILLI)))
        .isEqualTo("the target's command 'sh' was not ready after 0.1 s; it printed nothing");
  }

  @Test
  void programThatIsNotThere_isSaid() {
    Command unknown =
        new Command(
            List.of("kvbench-no-such-program"),
            "",
            Map.of(),
            Map.of(),
            new Ready.Port(),
            TIMEOUT_NANOS);
    assertThat(refusal(unknown))
        .isEqualTo(
            "cannot start the target's command 'kvbench-no-such-program': there is no program"
                + " kvbench-no-such-program on the path");
    Command homeless =
        new Command(
            List.of("sh"), "/no/such/folder", Map.of(), Map.of(), new Ready.Port(), TIMEOUT_NANOS);
    assertThat(refusal(homeless)).contains("there is no folder /no/such/folder to run it in");
  }

  @Test
  void start_thatNobodyWaitsForAnyMore_isGivenUp_andLeavesNothing() throws Exception {
    String message =
        refusal(shell("echo pid $$; echo folder {dir}; sleep 1000"), () -> hasLogged("folder"));
    assertThat(message).isEqualTo("interrupted while the target's command 'sh' started");
    assertNothingIsLeft(1, 1);
  }

  private boolean hasLogged(String word) {
    try {
      return !logged(word).isEmpty();
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void close_endsChildrenOfChildren_alsoThoseThatWereLeftBehind_orDoNotListen() throws Exception {
    String script =
        """
        echo pid $$; echo folder {dir}
        (trap '' TERM; sh -c 'trap "" TERM; echo pid $$; while :; do sleep 1000; done') &
        (sh -c 'echo pid $$; exec sleep 1000' &)
        (setsid sh -c 'echo pid $$; exec sleep 1000' &)
        """;
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/setsid")) && Files.isDirectory(Path.of("/proc/self")),
        "skipped: children that were left behind are found on Linux alone");
    try (Target target = start(shell(script + SERVER))) {
      // Whatever it has started by now: each child says so by itself.
      while (logged("pid").size() < 4) {
        Thread.onSpinWait();
      }
      assertThat(target.pid()).isPresent();
    }
    assertNothingIsLeft(4, 1);
  }

  @Test
  void end_ofTheProcess_isTold_andWhatItStartedIsEndedToo() throws Exception {
    String script = "echo folder {dir}; sh -c 'echo pid $$; exec sleep 1000' & " + SERVER;
    CompletableFuture<String> told = new CompletableFuture<>();
    try (Target target = start(shell(script))) {
      target.onEnd(told::complete);
      while (logged("pid").isEmpty()) {
        Thread.onSpinWait();
      }
      assertThat(ProcessHandle.of(target.pid().getAsLong()).orElseThrow().destroyForcibly())
          .isTrue();
      assertThat(told.get(60, TimeUnit.SECONDS))
          .startsWith("the target's command 'sh' ended, killed by signal 9; it printed last: ");
    }
    assertNothingIsLeft(1, 1);
  }

  @Test
  void thirtyStartsAndStops_leaveNoProcessAndNoFolder() throws Exception {
    long before = ProcessHandle.current().descendants().count();
    List<URI> urls = new ArrayList<>();
    String script =
        "echo pid $$; echo folder {dir}; sh -c 'echo pid $$; exec sleep 1000' & "
            + "echo data > {dir}/data; "
            + SERVER;
    for (int i = 0; i < 30; i++) {
      try (Target target = start(shell(script, new Ready.Line("listening on"), TIMEOUT_NANOS))) {
        urls.add(target.url());
      }
    }
    assertThat(urls).hasSize(30);
    // The last ones have ended, but the virtual machine may not have collected them yet.
    while (ProcessHandle.current().descendants().count() > before) {
      Thread.onSpinWait();
    }
    assertNothingIsLeft(60, 30);
    try (Stream<String> lines = Files.lines(log())) {
      assertThat(lines.filter(line -> line.contains("listening on"))).hasSize(30);
    }
  }

  @Test
  void runningServer_isObservedByItsPid_namedOrFound() {
    try (Target server = start(shell("sleep 1000 & " + SERVER))) {
      long pid = server.pid().getAsLong();
      try (Target found = start(new TargetSpec.Url(server.url()))) {
        assertThat(found.pid()).hasValue(pid);
        assertThat(found.facts())
            .containsEntry("process", pid + ", which listens at the url's port");
      }
      TargetSpec.Url named =
          new TargetSpec.Url(
              server.url(), Route.DIRECT, OptionalLong.of(ProcessHandle.current().pid()));
      try (Target target = start(named)) {
        assertThat(target.pid()).hasValue(ProcessHandle.current().pid());
        assertThat(target.facts().get("process")).endsWith(", as the scenario says");
      }
      TargetSpec.Url gone =
          new TargetSpec.Url(server.url(), Route.DIRECT, OptionalLong.of(Integer.MAX_VALUE));
      assertThat(refusal(gone)).startsWith("there is no process 2147483647 on this machine");
      // A target that kvbench did not start goes on.
      assertThat(new Probe(server.url()).isPortOpen()).isTrue();
    }
  }

  @Test
  void eldest_isTheOneThatTheOthersComeFrom() {
    long own = ProcessHandle.current().pid();
    long parent = ProcessHandle.current().parent().orElseThrow().pid();
    assertThat(Listeners.eldest(Set.of(own, parent))).hasValue(parent);
    assertThat(Listeners.eldest(Set.of(own))).hasValue(own);
    assertThat(Listeners.eldest(Set.of())).isEmpty();
    assertThat(Listeners.eldest(Set.of(own, (long) Integer.MAX_VALUE))).isEmpty();
  }
}
