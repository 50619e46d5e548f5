package dev.kvbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.kvbench.server.KvServer;
import dev.kvbench.server.ServerConfig;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Wrong use is answered with a sentence and the right exit code, and never with a stack trace. */
class CommandLineTest {

  private static final String TINY =
      """
      keys: { count: 200 }
      connections: 4
      steps:
        - fill
        - get: { rate: 200, warmup: 200ms, duration: 1s }
      """;

  @TempDir private Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void help_namesTheCommands() {
    assertThat(kvbench("--help")).isEqualTo(ExitCode.GOOD);
    assertThat(out()).contains("run", "report", "serve", "scenarios", "kvbench run quickstart");
  }

  @Test
  void selftest_ofALawThatIsNotThere_isAnsweredWithThoseThatAre() {
    assertThat(kvbench("selftest", "--law", "stal")).isEqualTo(ExitCode.WRONG_USE);
    assertThat(err()).contains("no law 'stal'").contains("stall");
    assertNoStackTrace();
  }

  @Test
  void selftestAndCalibrate_sayInTheirHelpWhatTheyDo_andTheirExitCodes() {
    for (String command : List.of("selftest", "calibrate")) {
      assertThat(kvbench(command, "--help")).isEqualTo(ExitCode.GOOD);
      assertThat(out()).contains("less").contains("130 interrupted");
      assertThat(out().lines()).allMatch(line -> line.length() <= 80);
    }
  }

  @Test
  void nothing_showsTheHelp_andIsWrong() {
    assertThat(kvbench()).isEqualTo(ExitCode.WRONG_USE);
    assertThat(out()).contains("Usage: kvbench");
  }

  @Test
  void unknownCommand_isAnsweredWithTheNearest() {
    assertThat(kvbench("rnu")).isEqualTo(ExitCode.WRONG_USE);
    assertThat(err()).contains("no command 'rnu'").contains("did you mean run?");
  }

  @Test
  void unknownScenario_isAnsweredWithTheNearestName() {
    assertThat(kvbench("run", "quickstrat")).isEqualTo(ExitCode.WRONG_USE);
    assertThat(err()).contains("no scenario 'quickstrat'").contains("did you mean quickstart?");
    assertNoStackTrace();
  }

  @Test
  void unknownOption_isAnswered() {
    assertThat(kvbench("run", "quickstart", "--repaet", "3")).isEqualTo(ExitCode.WRONG_USE);
    assertThat(err()).contains("--repaet").contains("did you mean --repeat?");
    assertNoStackTrace();
  }

  @Test
  void wrongWords_areAnsweredInTwoLines_byEveryCommand() {
    for (String command : List.of("run", "report", "serve", "scenarios", "calibrate", "selftest")) {
      err.reset();
      boolean needsMore = command.equals("run") || command.equals("report");
      String[] words =
          needsMore
              ? new String[] {command, "x", "--unknown"}
              : new String[] {command, "--unknown"};
      assertThat(kvbench(words)).as(command).isEqualTo(ExitCode.WRONG_USE);
      assertThat(err().lines()).as(command).hasSize(2);
      assertThat(err()).startsWith("kvbench " + command + ": ").doesNotContain("Usage");
      assertThat(err()).contains("'kvbench " + command + " --help' shows");
      assertThat(err()).contains("unknown").doesNotContain("Exception");
    }
    err.reset();
    assertThat(kvbench("calibrate", "--unknown")).isEqualTo(ExitCode.WRONG_USE);
    assertThat(err())
        .isEqualTo(
            """
            kvbench calibrate: there is no option '--unknown'
                'kvbench calibrate --help' shows what there is
            """);
    err.reset();
    assertThat(kvbench("run")).isEqualTo(ExitCode.WRONG_USE);
    assertThat(err().lines()).hasSize(2);
    assertThat(err()).contains("SCENARIO");
    err.reset();
    assertThat(kvbench("serve", "--port", "many")).isEqualTo(ExitCode.WRONG_USE);
    assertThat(err().lines()).hasSize(2);
    assertThat(out()).isEmpty();
  }

  @Test
  void folderAsScenario_isAnswered() {
    assertThat(kvbench("run", folder.toString())).isEqualTo(ExitCode.WRONG_USE);
    assertThat(err()).contains("is a folder");
  }

  @Test
  void trace_isFoundBesideItsScenario_andItsMistakesAreShown() throws IOException {
    Path file = folder.resolve("traced.yaml");
    Files.writeString(
        file, "steps: [ get: { warmup: 0s, arrivals: { trace: traces/due.txt } } ]\n");
    assertThat(kvbench("scenarios", "validate", file.toString())).isEqualTo(ExitCode.WRONG_USE);
    assertThat(err()).contains("there is no file").contains("due.txt");
    assertNoStackTrace();
    Files.createDirectory(folder.resolve("traces"));
    Files.writeString(folder.resolve("traces/due.txt"), "0.5\n0.25\n");
    assertThat(kvbench("scenarios", "validate", file.toString())).isEqualTo(ExitCode.WRONG_USE);
    assertThat(err()).contains("traces/due.txt:2:1: this due time is before the one above it");
    Files.writeString(folder.resolve("traces/due.txt"), "0.25\n0.5\n");
    assertThat(kvbench("scenarios", "validate", file.toString())).isEqualTo(ExitCode.GOOD);
  }

  @Test
  void binaryAsScenario_isAnswered() throws IOException {
    Path file = folder.resolve("binary.yaml");
    Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1, 2});
    assertThat(kvbench("run", file.toString())).isEqualTo(ExitCode.WRONG_USE);
    assertThat(err()).contains("no text in UTF-8");
  }

  @Test
  void hugeScenario_isAnswered() throws IOException {
    Path file = folder.resolve("huge.yaml");
    Files.write(file, new byte[2 << 20]);
    assertThat(kvbench("run", file.toString())).isEqualTo(ExitCode.WRONG_USE);
    assertThat(err()).contains("at most");
  }

  @Test
  void brokenScenario_isAnsweredWithAllItsProblemsAtOnce() throws IOException {
    Path file = scenario("steps:\n  - get: { rte: 5, rate: -1, duration: 3 }\n");
    assertThat(kvbench("run", file.toString())).isEqualTo(ExitCode.WRONG_USE);
    assertThat(err()).contains("'rte'", "rate", "duration", "^", ":2:");
    assertNoStackTrace();
  }

  @Test
  void badSetting_isAnswered() {
    assertThat(kvbench("run", "quickstart", "--set", "keys.cuont=3")).isEqualTo(ExitCode.WRONG_USE);
    assertThat(err()).contains("cuont").contains("count");
    assertNoStackTrace();
  }

  @Test
  void badUrl_isAnswered() {
    for (String url : List.of("ftp://127.0.0.1", "http://u:p@127.0.0.1:1", "nonsense", "http://")) {
      assertThat(kvbench("run", "quickstart", "--url", url)).as(url).isEqualTo(ExitCode.WRONG_USE);
      assertNoStackTrace();
    }
  }

  @Test
  void badProfile_isAnswered() {
    assertThat(kvbench("run", "quickstart", "--profile", "cpu,lokc")).isEqualTo(ExitCode.WRONG_USE);
    assertThat(err())
        .isEqualTo(
            "kvbench: --profile cpu,lokc: must be some of cpu, alloc and lock, not the text 'lokc' (did you"
                + " mean 'lock'?)\n");
    assertNoStackTrace();
  }

  @Test
  void unreachableUrl_endsWithFive() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    Path result = folder.resolve("result");
    int code =
        kvbench(
            "run", "quickstart", "--url", "http://127.0.0.1:" + port, "--out", result.toString());
    assertThat(code).isEqualTo(ExitCode.NO_TARGET);
    assertThat(err()).contains("cannot reach http://127.0.0.1:" + port).contains("refused");
    assertThat(result.resolve("result.json")).exists();
    assertNoStackTrace();
  }

  @Test
  void outputFolder_thatIsAFile_isAnswered() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "x");
    assertThat(kvbench("run", "quickstart", "--out", file.toString()))
        .isEqualTo(ExitCode.WRONG_USE);
    assertThat(err()).contains("cannot write").contains("--out");
    assertNoStackTrace();
  }

  @Test
  void outputFolder_thatIsNotEmpty_isLeftAlone() throws IOException {
    Files.writeString(folder.resolve("precious"), "x");
    assertThat(kvbench("run", "quickstart", "--out", folder.toString()))
        .isEqualTo(ExitCode.WRONG_USE);
    assertThat(err()).contains("not empty");
    assertThat(folder.resolve("precious")).hasContent("x");
  }

  @Test
  void report_ofAFolderWithoutAResult_isAnswered() {
    assertThat(kvbench("report", folder.toString())).isEqualTo(ExitCode.WRONG_USE);
    assertThat(err()).contains("no result directory");
    assertNoStackTrace();
  }

  @Test
  void report_ofABrokenResult_isAnswered() throws IOException {
    Files.writeString(folder.resolve("result.json"), "{ \"format\": ");
    assertThat(kvbench("report", folder.toString())).isEqualTo(ExitCode.WRONG_USE);
    assertThat(err()).contains("cannot read");
    assertNoStackTrace();
  }

  @Test
  void report_ofAResultThatIsNotAsKvbenchWritesIt_saysWhere() throws IOException {
    Files.writeString(
        folder.resolve("result.json"), "{ \"steps\": [ { \"times\": { \"response\": 7 } } ] }");
    assertThat(kvbench("report", folder.toString())).isEqualTo(ExitCode.WRONG_USE);
    assertThat(err()).contains("steps[0].times.response").doesNotContain("dev.kvbench");
    for (String nothing : List.of("null", "{}")) {
      Files.writeString(folder.resolve("result.json"), nothing);
      assertThat(kvbench("report", folder.toString())).isEqualTo(ExitCode.WRONG_USE);
    }
    assertThat(err()).doesNotContain("dev.kvbench");
    assertNoStackTrace();
  }

  @Test
  void controlCharacters_ofOthersFiles_neverReachTheTerminal() throws IOException {
    assertThat(kvbench("report", "/no\u001b[31msuch")).isEqualTo(ExitCode.WRONG_USE);
    assertThat(kvbench("run", "--fo\u001b[31m")).isEqualTo(ExitCode.WRONG_USE);
    assertThat(err()).contains("\uFFFD[31m").doesNotContain("\u001b");
  }

  @Test
  void serve_onATakenPort_isAnswered() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(kvbench("serve", "--port", Integer.toString(taken.getLocalPort())))
          .isEqualTo(ExitCode.NO_TARGET);
      assertThat(err()).contains("cannot listen").contains("--port");
      assertNoStackTrace();
    }
  }

  @Test
  void serve_onAnImpossiblePort_isAnswered() {
    assertThat(kvbench("serve", "--port", "70000")).isEqualTo(ExitCode.WRONG_USE);
    assertNoStackTrace();
  }

  @Test
  void contract_ofTheReferenceServer_isKept() throws IOException {
    try (KvServer server = KvServer.start(ServerConfig.DEFAULT)) {
      String url = "http://127.0.0.1:" + server.port();
      assertThat(kvbench("contract", url, "--timeout", "20s")).as(out()).isEqualTo(ExitCode.GOOD);
      assertThat(out()).startsWith("contract of " + url + ": ");
      assertThat(out()).contains("pass    range-order ").contains("The server keeps the contract");
      assertThat(out()).doesNotContain("\u001b");
      assertThat(err()).isEmpty();
    }
  }

  @Test
  void contract_ofAnotherServer_endsWithOne_andShowsWhatCame() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(404, -1);
          exchange.close();
        });
    server.start();
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort();
      assertThat(kvbench("contract", url)).isEqualTo(ExitCode.MISSED);
      assertThat(out())
          .contains("FAIL    status ")
          .contains("sent:  GET /v0/status\n")
          .contains("came:  HTTP/1.1 404 Not Found\n")
          .contains("right: an answer with status 200\n")
          .contains("untried get-present ");
      assertNoStackTrace();
    } finally {
      server.stop(0);
    }
  }

  @Test
  void contract_ofNoServer_endsWithFive() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    assertThat(kvbench("contract", "http://127.0.0.1:" + port)).isEqualTo(ExitCode.NO_TARGET);
    assertThat(err()).contains("cannot reach http://127.0.0.1:" + port).contains("refused");
    assertNoStackTrace();
  }

  @Test
  void contract_usedWrongly_isAnswered() {
    for (List<String> words :
        List.of(
            List.of("contract"),
            List.of("contract", "nonsense"),
            List.of("contract", "http://127.0.0.1:8080/path"),
            List.of("contract", "http://127.0.0.1:8080", "--timeout", "soon"),
            List.of("contract", "http://127.0.0.1:8080", "--no-verify"),
            List.of("contract", "https://127.0.0.1:8080", "--trust", "no-such.pem"),
            List.of("contract", "https://127.0.0.1:8080", "--trust", "x.pem", "--no-verify"))) {
      err.reset();
      assertThat(kvbench(words.toArray(String[]::new)))
          .as(words.toString())
          .isEqualTo(ExitCode.WRONG_USE);
      assertThat(err()).as(words.toString()).isNotBlank();
      assertNoStackTrace();
    }
    assertThat(kvbench("contract", "--help")).isEqualTo(ExitCode.GOOD);
    assertThat(out()).contains("130 interrupted");
    assertThat(out().lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void scenarios_areListedShownAndValidated() {
    assertThat(kvbench("scenarios")).isEqualTo(ExitCode.GOOD);
    assertThat(out()).contains("quickstart");
    assertThat(kvbench("scenarios", "show", "quickstart")).isEqualTo(ExitCode.GOOD);
    assertThat(out()).contains("steps:");
    assertThat(kvbench("scenarios", "validate", "quickstart")).isEqualTo(ExitCode.GOOD);
    assertThat(out()).contains("is right");
  }

  @Test
  void run_againstARunningServer_leavesAResultThatReportRendersByteForByte() throws IOException {
    Path file = scenario(TINY.replace("warmup: 200ms", "warmup: 0s"));
    Path result = folder.resolve("result");
    try (KvServer server = KvServer.start(ServerConfig.DEFAULT)) {
      String url = "http://127.0.0.1:" + server.port();
      int code = kvbench("run", file.toString(), "--url", url, "--out", result.toString());
      assertThat(code).as(err()).isIn(ExitCode.GOOD, ExitCode.INVALID);
    }
    assertThat(out()).contains("get", "report: ", ", no warm-up, ");
    List<Path> written = files(result);
    assertThat(written)
        .extracting(path -> result.relativize(path).toString())
        .contains("result.json", "report.md", "default/1/get.hlog", "default/1/get.hgrm")
        .noneMatch(name -> name.endsWith(".part"));
    Path again = folder.resolve("again/report.md");
    assertThat(kvbench("report", result.toString(), "--out", again.toString()))
        .isEqualTo(ExitCode.GOOD);
    assertThat(again).hasSameBinaryContentAs(result.resolve("report.md"));
    Path json = result.resolve("result.json");
    String whole = Files.readString(json);
    String missing = whole.replaceFirst("\"kind\" : \"[^\"]*\"", "\"kind\" : null");
    assertThat(missing).isNotEqualTo(whole);
    Files.writeString(json, missing);
    assertThat(kvbench("report", result.toString())).isEqualTo(ExitCode.WRONG_USE);
    assertThat(err()).contains("not as kvbench writes them").doesNotContain("FTL");
    Files.writeString(json, whole);
    for (Path chart : files(result.resolve("charts"))) {
      assertThat(again.resolveSibling("charts").resolve(chart.getFileName()))
          .hasSameBinaryContentAs(chart);
    }
  }

  @Test
  void run_whoseObjectiveIsMissed_endsWithOne() throws IOException {
    Path file = scenario(TINY.replace("duration: 1s", "duration: 2s, objectives: { p50: 1ns }"));
    int code = kvbench("run", file.toString(), "--out", folder.resolve("r").toString(), "--quiet");
    // On a machine that is too busy to measure, the measurement's own fault goes first.
    assertThat(code).isIn(ExitCode.MISSED, ExitCode.INVALID);
    assertThat(out()).contains("objective missed");
  }

  private Path scenario(String text) throws IOException {
    return Files.writeString(folder.resolve("scenario.yaml"), text);
  }

  private static List<Path> files(Path root) throws IOException {
    try (var paths = Files.walk(root)) {
      return paths.filter(Files::isRegularFile).toList();
    }
  }

  private int kvbench(String... args) {
    Console console =
        new Console(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            100);
    return Kvbench.execute(console, args);
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private void assertNoStackTrace() {
    assertThat(err()).doesNotContain("\tat ").doesNotContain("Exception");
  }
}
