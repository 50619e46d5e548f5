package dev.kvbench.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The server as a process of its own. */
class ServerMainTest {

  @Test
  void main_withoutOptions_printsOneLineAndServesThere() throws Exception {
    try (ServerProcess process = ServerProcess.startMain()) {
      int port = assertListening(process);
      assertAnswers(port);

      process.interrupt();

      assertThat(process.awaitExitCode()).as("by SIGINT").isEqualTo(130);
      assertThat(process.readLine()).as("after its one line").isNull();
      assertThat(process.errors()).isEmpty();
    }
  }

  @Test
  void main_withOptions_usesThem() throws Exception {
    int port;
    try (KvServer server = KvServer.start(ServerConfig.DEFAULT)) {
      port = server.port();
    }
    try (ServerProcess process =
        ServerProcess.startMain(
            "--port", Integer.toString(port), "--host", "127.0.0.1", "--selectors", "2")) {
      assertThat(assertListening(process)).isEqualTo(port);
      assertAnswers(port);
    }
  }

  @Test
  void owned_inputEnds_exits0() throws Exception {
    try (ServerProcess process = ServerProcess.startMain("--owned")) {
      int port = assertListening(process);
      try (RawClient idle = new RawClient(port)) {
        assertThat(idle.request("GET /v0/status").status()).isEqualTo(200);

        process.endInput();

        assertThat(process.awaitExitCode()).isZero();
        assertThat(idle.atEnd()).isTrue();
      }
      assertThat(process.errors()).isEmpty();
    }
  }

  @Test
  void owned_interrupted_goesOn() throws Exception {
    try (ServerProcess process = ServerProcess.startMain("--owned")) {
      int port = assertListening(process);

      process.interrupt();

      for (int i = 0; i < 50; i++) {
        assertAnswers(port);
      }
      process.endInput();
      assertThat(process.awaitExitCode()).as("by the end of its input").isZero();
    }
  }

  @Test
  void main_portTaken_saysWhatToDoAndExits5() throws Exception {
    try (KvServer server = KvServer.start(ServerConfig.DEFAULT);
        ServerProcess process =
            ServerProcess.startMain("--port", Integer.toString(server.port()), "--owned")) {
      assertThat(process.awaitExitCode()).isEqualTo(5);
      assertThat(process.errors().strip())
          .isEqualTo(
              "Cannot listen on 127.0.0.1:%d (Address already in use): stop what listens there, or"
                  + " choose another --port (0 for any that is free) or --host.",
              server.port());
      assertThat(process.readLine()).isNull();
    }
  }

  @Test
  void main_hostIsNotOfThisMachine_exits5() throws Exception {
    // TEST-NET-1 of RFC 5737: nobody's address
    try (ServerProcess process = ServerProcess.startMain("--host", "192.0.2.1")) {
      assertThat(process.awaitExitCode()).isEqualTo(5);
      assertThat(process.errors()).startsWith("Cannot listen on 192.0.2.1:0 (").hasLineCount(1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--prot 80, 'Unknown option --prot; there are --block-cache-bytes, --data, --deadline-nanos, --flush-threshold-bytes, --host, --max-body-bytes, --order, --owned, --port, --queue, --queue-capacity, --rejection, --selectors, --storage, --sync, --workers.'",
    "--port, The option --port needs a value after it.",
    "--port http, 'The option --port needs a whole number, not ''http''.'",
    "--port 70000, 'The port must be from 0 (any that is free) to 65535, not 70000.'",
    "--storage rocksdb, 'RocksDB needs a folder for its data: --data FOLDER.'",
    "--sync none, 'The option --sync is about RocksDB, and needs --storage rocksdb.'",
    "--selectors 0, 'There must be at least 1 selector, not 0.'"
  })
  void main_wrongOptions_saysWhichAndExits2(String options, String sentence) throws Exception {
    try (ServerProcess process = ServerProcess.startMain(options.split(" ", -1))) {
      assertThat(process.awaitExitCode()).isEqualTo(2);
      assertThat(process.errors().strip()).isEqualTo(sentence);
      assertThat(process.readLine()).isNull();
    }
  }

  private static int assertListening(ServerProcess process) throws IOException {
    String line = process.readLine();
    assertThat(line).matches("kvbench-server listening on http://127\\.0\\.0\\.1:[1-9]\\d*");
    return Integer.parseInt(String.valueOf(line).replaceAll(".*:", ""));
  }

  private static void assertAnswers(int port) throws IOException {
    try (RawClient client = new RawClient(port)) {
      assertThat(client.request("GET /v0/status").status()).isEqualTo(200);
    }
  }
}
