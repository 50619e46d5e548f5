package dev.kvbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.kvbench.result.ContractCheck;
import dev.kvbench.result.ResultDirectory;
import dev.kvbench.result.RunResult;
import dev.kvbench.result.StepResult;
import dev.kvbench.run.contract.ContractListener;
import dev.kvbench.run.contract.ContractSuite;
import dev.kvbench.scenario.ScenarioReader;
import dev.kvbench.scenario.TargetSpec;
import dev.kvbench.time.NanoClock;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs against the JDK's own HTTPS server, with a certificate that it has signed itself. */
@Timeout(120)
class TlsRunTest {

  private static final char[] PASSWORD = "of-no-worth".toCharArray();

  private static final String STEPS =
      """
      name: test
      keys: { count: 50 }
      values: { size: 32 }
      connections: 4
      steps:
        - fill
        - get: { rate: 100, warmup: 300ms, duration: 1s }
      """;

  @TempDir private Path folder;
  private HttpsServer server;
  private ExecutorService threads;
  private String certificate;

  @BeforeEach
  void startServer() throws Exception {
    KeyStore keys = generateKeys(folder.resolve("keys.p12"));
    certificate = Base64.getEncoder().encodeToString(keys.getCertificate("server").getEncoded());
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    threads = Executors.newCachedThreadPool();
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.setExecutor(threads);
    Map<String, byte[]> stored = new ConcurrentHashMap<>();
    server.createContext("/", exchange -> answer(exchange, stored));
    server.start();
  }

  @AfterEach
  void stopServer() {
    server.stop(0);
    threads.shutdownNow();
  }

  private static void answer(HttpExchange exchange, Map<String, byte[]> stored) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String path = exchange.getRequestURI().toString();
      if (exchange.getRequestMethod().equals("PUT")) {
        stored.put(path, body);
        exchange.sendResponseHeaders(201, -1);
      } else {
        byte[] value = stored.get(path);
        exchange.sendResponseHeaders(value == null ? 404 : 200, value == null ? -1 : value.length);
        if (value != null) {
          exchange.getResponseBody().write(value);
        }
      }
    }
  }

  private static KeyStore generateKeys(Path file) throws Exception {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-dname",
                "CN=kvbench test",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                new String(PASSWORD),
                "-ext",
                "san=ip:127.0.0.1")
            .redirectErrorStream(true)
            .start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(keytool.waitFor()).as(said).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      keys.load(in, PASSWORD);
    }
    return keys;
  }

  private String url() {
    return "https://127.0.0.1:" + server.getAddress().getPort();
  }

  private ScenarioRun run(String tls, ResultDirectory directory) {
    String pem = "-----BEGIN CERTIFICATE-----\n" + certificate + "\n-----END CERTIFICATE-----\n";
    return new ScenarioRun(
        ScenarioReader.read(
            "test.yaml",
            STEPS + "target: { url: '" + url() + "'" + tls + " }\n",
            List.of(),
            name -> pem),
        directory,
        "test",
        NanoClock.system(),
        InstantSource.system(),
        new RunListener() {});
  }

  @Test
  void run_overTls_fillsAndMeasures_andKeepsNothingOfTheCertificate() throws IOException {
    ResultDirectory directory = new ResultDirectory(folder.resolve("result"));
    RunResult result = run(", tls: { trust: server.pem }", directory).run();
    assertThat(result.state()).isEqualTo(RunResult.State.FINISHED);
    assertThat(result.fills()).singleElement().satisfies(f -> assertThat(f.stored()).isEqualTo(50));
    StepResult get = result.steps().get(0);
    assertThat(get.ledger().ok()).isEqualTo(get.ledger().scheduled()).isEqualTo(100);
    assertThat(result.environment().target())
        .containsEntry("tls", "certificate checked against the scenario's own authorities");
    try (Stream<Path> files = Files.walk(directory.root())) {
      assertThat(files.filter(Files::isRegularFile))
          .isNotEmpty()
          .allSatisfy(
              file ->
                  assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                      .doesNotContain(certificate.substring(0, 60)));
    }
  }

  @Test
  void run_withoutACheck_saysThatItIsNotKnownWhoAnswered() {
    RunResult result =
        run(", tls: { verify: false }", new ResultDirectory(folder.resolve("result"))).run();
    assertThat(result.state()).isEqualTo(RunResult.State.FINISHED);
    assertThat(result.environment().target().get("tls")).startsWith("not checked");
  }

  @Test
  void certificateOfNobodyKnown_isSaidBeforeAnythingRuns() {
    ScenarioRun run = run("", new ResultDirectory(folder.resolve("result")));
    assertThatThrownBy(run::run)
        .isInstanceOf(TargetUnavailableException.class)
        .hasMessageContaining("cannot reach " + url())
        .hasMessageContaining("the server's certificate is not trusted");
  }

  @Test
  void contract_isTriedOverTls() {
    TargetSpec.Url target =
        (TargetSpec.Url)
            ScenarioReader.read(
                    "test.yaml",
                    STEPS + "target: { url: '" + url() + "', tls: { verify: false } }\n",
                    List.of())
                .target();
    List<ContractCheck> checks =
        new ContractSuite(
                target.url(),
                target.route(),
                2 * NanoClock.NANOS_PER_SECOND,
                new Random(7),
                NanoClock.system(),
                new ContractListener() {})
            .run()
            .checks();
    // The JDK's server here knows PUT and GET alone.
    assertThat(checks)
        .filteredOn(check -> check.outcome() == ContractCheck.Outcome.PASS)
        .extracting(ContractCheck::name)
        .contains("put", "get-present", "value-large", "value-binary", "keeps-connection")
        .doesNotContain("delete-absent", "range-end");
  }

  @Test
  void serverWithoutHttp2_isSaidBeforeAnythingRuns() {
    ScenarioRun run =
        run(
            ", protocol: h2, tls: { trust: server.pem }",
            new ResultDirectory(folder.resolve("result")));
    assertThatThrownBy(run::run)
        .isInstanceOf(TargetUnavailableException.class)
        .hasMessageContaining("the server does not offer it over TLS");
  }
}
