package dev.kvbench.scenario;

import static dev.kvbench.scenario.Reading.messages;
import static dev.kvbench.scenario.Reading.problems;
import static dev.kvbench.scenario.Reading.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Targets that are started by a command. */
class CommandTest {

  private static String target(String settings) {
    return "target: { " + settings + " }\nsteps: [fill]";
  }

  private static TargetSpec.Command command(String settings) {
    return (TargetSpec.Command) read(target(settings)).target();
  }

  @Test
  void command_hasItsDefaults() {
    assertThat(command("command: [java, -jar, my.jar, --port, \"{port}\"]"))
        .isEqualTo(
            new TargetSpec.Command(
                List.of("java", "-jar", "my.jar", "--port", "{port}"),
                "",
                Map.of(),
                Map.of(),
                new TargetSpec.Ready.Port(),
                30_000_000_000L));
  }

  @Test
  void command_hasEverythingThatIsSaid() {
    assertThat(
            command(
                "command: [a, 5, 0x10], environment: { PORT: \"{port}\" }, files: { a.conf: b },"
                    + " ready: { line: \"up in .* ms\" }, start-timeout: 2m, working-folder: c"))
        .isEqualTo(
            new TargetSpec.Command(
                List.of("a", "5", "0x10"),
                "c",
                Map.of("PORT", "{port}"),
                Map.of("a.conf", "b"),
                new TargetSpec.Ready.Line("up in .* ms"),
                120_000_000_000L));
    assertThat(command("command: [\"{port}\"], ready: /v0/status").ready())
        .isEqualTo(new TargetSpec.Ready.Path("/v0/status"));
  }

  @Test
  void workingFolder_isMeantFromTheScenariosOwn() {
    assertThat(folder("working-folder: build")).isEqualTo("/home/me/build");
    assertThat(folder("working-folder: /opt")).isEqualTo("/opt");
    assertThat(folder("working-folder: \"{dir}\"")).isEqualTo("{dir}");
    assertThat(folder("ready: port")).isEqualTo("/home/me");
  }

  private static String folder(String setting) {
    ReferencedFiles beside =
        new ReferencedFiles() {
          @Override
          public String read(String name) {
            return "";
          }

          @Override
          public String folder() {
            return "/home/me";
          }
        };
    String text = target("command: [\"{port}\"], " + setting);
    Scenario scenario = ScenarioReader.read("demo.yaml", text, List.of(), beside);
    return ((TargetSpec.Command) scenario.target()).workingFolder();
  }

  @Test
  void pid_isOfARunningServer() {
    assertThat(read(target("url: http://a:1, pid: 42")).target())
        .isEqualTo(new TargetSpec.Url(URI.create("http://a:1"), Route.DIRECT, OptionalLong.of(42)));
    assertThat(messages(target("pid: 42")))
        .containsExactly(
            "the process of a server that kvbench starts is known; 'pid' is for one that runs");
  }

  @Test
  void serverThatIsNotToldItsPort_isAProblem() {
    Problem problem = problems(target("command: [a, --port, 8080]")).get(0);
    assertThat(problem.message()).startsWith("the server is not told its port");
    assertThat(problem.column()).isEqualTo(20);
  }

  @Test
  void kindsOfTargets_doNotMix() {
    assertThat(messages(target("command: [\"{port}\"], url: http://a, selectors: 2")))
        .containsExactly(
            "a target is started by a 'command' or is something else, so it cannot have selectors,"
                + " url too");
    assertThat(messages(target("command: [\"{port}\"], workers: { threads: 4 }, jvm: []")))
        .containsExactly(
            "a target is started by a 'command' or is something else, so it cannot have workers,"
                + " jvm too");
    assertThat(messages(target("url: http://a, ready: port")))
        .containsExactly("only a server that is started by a command can have ready");
    assertThat(messages(target("command: [\"{port}\"], protocol: h2")))
        .containsExactly(
            "a server that is started by a command is reached by HTTP/1.1 over TCP alone, so it"
                + " cannot have protocol");
  }

  @Test
  void mistakesInReadiness_sayWhatWouldBeRight() {
    assertThat(problems(target("command: [\"{port}\"], ready: { lines: a }")).get(0).hint())
        .isEqualTo("did you mean 'line'?");
    assertThat(messages(target("command: [\"{port}\"], ready: { line: \"a(\" }")).get(0))
        .startsWith("target.ready.line is no regular expression: Unclosed group");
    assertThat(messages(target("command: [\"{port}\"], ready: up")).get(0))
        .isEqualTo("target.ready must be port, a path or a line, not the text 'up'");
  }
}
