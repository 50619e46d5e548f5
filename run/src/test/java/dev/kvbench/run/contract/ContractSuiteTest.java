package dev.kvbench.run.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvbench.result.ContractCheck;
import dev.kvbench.result.ContractCheck.Kind;
import dev.kvbench.result.ContractCheck.Outcome;
import dev.kvbench.result.ContractResult;
import dev.kvbench.run.TargetUnavailableException;
import dev.kvbench.scenario.Route;
import dev.kvbench.server.KvServer;
import dev.kvbench.server.ServerConfig;
import dev.kvbench.time.NanoClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rules against servers that keep them, and against one for each way not to. */
@Timeout(120)
class ContractSuiteTest {

  // far above what a loaded machine needs, where no rule is expected to wait for its end
  private static final long PATIENT_MILLIS = 20_000;
  private static final int QUIET_MILLIS = 10;

  private static final Set<String> OF_EACH_KIND =
      Set.of(
          "status",
          "put",
          "range-end",
          "range-open",
          "unasked-answer",
          "huge-key",
          "malformed-request");

  @Test
  void referenceServer_keepsEveryRule() throws IOException {
    try (KvServer server = KvServer.start(ServerConfig.DEFAULT)) {
      ContractResult result = run(URI.create("http://127.0.0.1:" + server.port()));
      assertThat(notKept(result)).isEmpty();
      assertThat(result.checks()).allMatch(check -> check.outcome() == Outcome.PASS);
      assertThat(result.isGood()).isTrue();
      assertThat(result.keysLeft()).isZero();
    }
  }

  @Test
  void serverWithoutFault_keepsEveryRule_andItsOwnKeysAlone() throws IOException {
    try (FaultyServer server = new FaultyServer(null)) {
      put(server.url(), "somebody-elses", "value");
      ContractResult result = run(server.url());
      assertThat(notKept(result)).isEmpty();
      assertThat(result.isWhole()).isTrue();
      assertThat(result.keyPrefix()).matches("kvbench-[0-9a-f]{8}-");
      assertThat(server.keys()).containsExactly("somebody-elses");
    }
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void fault_isFoundByItsRules_andByNoOther(Fault fault) throws IOException {
    boolean stalls = fault == Fault.LONG_RANGE_STALLS || fault == Fault.FORGETS_PIPELINED_REQUESTS;
    try (FaultyServer server = new FaultyServer(fault)) {
      ContractResult result = run(server.url(), stalls ? 3_000 : PATIENT_MILLIS);
      assertThat(names(result)).as(notKept(result).toString()).isEqualTo(fault.foundBy());
      assertThat(notKept(result))
          .allSatisfy(
              check -> {
                assertThat(check.came()).isNotEmpty();
                assertThat(check.sent()).isNotEmpty();
                assertThat(check.right()).isNotEmpty();
                assertThat(check.outcome() == Outcome.REMARK)
                    .isEqualTo(check.kind() == Kind.REMARK);
              });
      boolean onlyRemarks = notKept(result).stream().allMatch(c -> c.kind() == Kind.REMARK);
      assertThat(result.isGood()).isEqualTo(onlyRemarks);
      assertThat(result.keysLeft() > 0).isEqualTo(fault == Fault.HUGE_KEY_ENDS_THE_SERVER);
    }
  }

  @Test
  void everyRule_isBrokenBySomeFault() {
    Set<String> found =
        Arrays.stream(Fault.values())
            .flatMap(fault -> fault.foundBy().stream())
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(ContractSuite.rules()).extracting(ContractRule::name).doesNotHaveDuplicates();
    assertThat(ContractSuite.rules())
        .extracting(ContractRule::name)
        .containsExactlyInAnyOrderElementsOf(found);
  }

  @ParameterizedTest
  @EnumSource(Hostility.class)
  void hostileServer_keepsNoRule_andHoldsNothingUp(Hostility hostility) throws IOException {
    try (HostileServer server = new HostileServer(hostility)) {
      long timeoutMillis = hostility.isLasting() ? 300 : PATIENT_MILLIS;
      List<ContractRule> some =
          ContractSuite.rules().stream()
              .filter(rule -> OF_EACH_KIND.contains(rule.name()))
              .toList();
      assertThat(some).hasSameSizeAs(OF_EACH_KIND);
      ContractResult result =
          suite(server.url(), timeoutMillis, new ContractListener() {}, some).run();
      assertThat(result.isWhole()).isTrue();
      assertThat(result.checks())
          .allSatisfy(check -> assertThat(check.outcome()).isNotEqualTo(Outcome.PASS));
      assertThat(result.checks().get(0).came()).contains(hostility.words());
      assertThat(result.isGood()).isFalse();
    }
  }

  @Test
  void serverThatHangs_endsTheWholeInTime_andTheRestIsUntried() throws IOException {
    try (HostileServer server = new HostileServer(Hostility.HANGS)) {
      ContractResult result = run(server.url(), 100);
      assertThat(result.isWhole()).isTrue();
      assertThat(result.checks()).noneMatch(check -> check.outcome() == Outcome.PASS);
      ContractCheck last = result.checks().get(result.checks().size() - 1);
      assertThat(last.outcome()).isEqualTo(Outcome.UNTRIED);
      assertThat(last.came()).isEqualTo("the time for all rules, 2.40 s, was over");
    }
  }

  @Test
  void serverThatIsNotThere_cannotBeReached() throws IOException {
    URI url;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      url = URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }
    assertThatThrownBy(() -> run(url))
        .isInstanceOf(TargetUnavailableException.class)
        .hasMessageContaining("cannot reach " + url)
        .hasMessageContaining("refused");
  }

  @Test
  void serverWithoutTls_cannotBeReachedWithIt() throws IOException {
    try (FaultyServer server = new FaultyServer(null)) {
      URI url = URI.create(server.url().toString().replace("http:", "https:"));
      assertThatThrownBy(() -> run(url, 2_000))
          .isInstanceOf(TargetUnavailableException.class)
          .hasMessageContaining("cannot reach " + url);
    }
  }

  @Test
  void interrupt_endsBetweenRules_andDeletesTheKeys() throws IOException {
    try (FaultyServer server = new FaultyServer(null)) {
      ContractSuite[] suite = new ContractSuite[1];
      suite[0] =
          suite(
              server.url(),
              PATIENT_MILLIS,
              new ContractListener() {
                @Override
                public void ruleBegan(int number, String name) {
                  if (name.equals("range-order")) {
                    suite[0].interrupt();
                  }
                }
              });
      ContractResult result = suite[0].run();
      assertThat(result.isWhole()).isFalse();
      assertThat(result.isGood()).isFalse();
      assertThat(result.checks()).isNotEmpty();
      assertThat(result.checks())
          .extracting(ContractCheck::name)
          .contains("range-empty")
          .doesNotContain("range-order");
      assertThat(server.keys()).isEmpty();
    }
  }

  @Test
  void interrupt_endsARuleThatWaits() throws IOException {
    try (HostileServer server = new HostileServer(Hostility.HANGS)) {
      ContractSuite suite = suite(server.url(), PATIENT_MILLIS, new ContractListener() {});
      server.atFirstRequest(suite::interrupt);
      ContractResult result = suite.run();
      assertThat(result.checks()).isEmpty();
      assertThat(result.keysLeft()).isZero();
    }
  }

  @Test
  void everyRule_isInTheDocumentation_asWhatItIs() throws IOException {
    List<String> rows =
        Files.readString(Path.of("..", "docs", "contract.md"))
            .lines()
            .filter(line -> line.startsWith("| `"))
            .toList();
    assertThat(rows).hasSize(ContractSuite.rules().size());
    assertThat(ContractSuite.rules())
        .allSatisfy(
            rule ->
                assertThat(rows)
                    .filteredOn(row -> row.startsWith("| `" + rule.name() + "` | "))
                    .singleElement()
                    .asString()
                    .contains("| " + rule.words() + " |")
                    .contains(rule.kind() == Kind.REMARK ? "| remark |" : "| rule |"));
  }

  private static void put(URI url, String key, String value) throws IOException {
    Dialer dialer = new Dialer(url, Route.DIRECT, NanoClock.system());
    long patient = PATIENT_MILLIS * NanoClock.NANOS_PER_MILLI;
    try (dialer;
        Wire wire = dialer.open(NanoClock.system().nanos() + patient, patient)) {
      wire.send(Call.put(key, value).bytes(dialer.host()));
      assertThat(wire.read(false, 0).status()).isEqualTo(201);
    }
  }

  private static ContractResult run(URI url) {
    return run(url, PATIENT_MILLIS);
  }

  private static ContractResult run(URI url, long timeoutMillis) {
    return suite(url, timeoutMillis, new ContractListener() {}).run();
  }

  private static ContractSuite suite(URI url, long timeoutMillis, ContractListener listener) {
    return suite(url, timeoutMillis, listener, ContractSuite.rules());
  }

  private static ContractSuite suite(
      URI url, long timeoutMillis, ContractListener listener, List<ContractRule> rules) {
    return new ContractSuite(
        rules,
        url,
        Route.DIRECT,
        timeoutMillis * NanoClock.NANOS_PER_MILLI,
        QUIET_MILLIS,
        new Random(7),
        NanoClock.system(),
        listener);
  }

  private static List<ContractCheck> notKept(ContractResult result) {
    return result.checks().stream().filter(check -> check.outcome() != Outcome.PASS).toList();
  }

  private static Set<String> names(ContractResult result) {
    return notKept(result).stream()
        .map(ContractCheck::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
