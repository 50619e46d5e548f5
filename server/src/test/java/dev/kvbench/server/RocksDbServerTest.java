package dev.kvbench.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server over RocksDB in a process of its own: killed under load, and with little heap. */
class RocksDbServerTest {

  private static final int USERS = 4;
  private static final int VALUE_BYTES = 500;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"none, 3000, 1", "none, 3000, 2", "every-write, 300, 3"})
  void killed_whileValuesArePut_hasAllThatItAcknowledged(String sync, int mostPuts, long seed)
      throws Exception {
    CountDownLatch untilKilled = new CountDownLatch(100 + new Random(seed).nextInt(mostPuts));
    Map<String, String> acknowledged = new ConcurrentHashMap<>();
    try (ServerProcess process = start(sync)) {
      int port = process.awaitPort();
      List<Thread> users = new ArrayList<>();
      for (int user = 0; user < USERS; user++) {
        int number = user;
        users.add(new Thread(() -> putUntilItBreaks(port, number, acknowledged, untilKilled)));
      }
      users.forEach(Thread::start);
      untilKilled.await();
      process.kill();
      for (Thread user : users) {
        user.join();
      }
    }

    try (ServerProcess again = start(sync);
        RawClient client = new RawClient(again.awaitPort())) {
      for (Map.Entry<String, String> put : acknowledged.entrySet()) {
        RawClient.Reply reply = client.request("GET /v0/entity?id=" + put.getKey());
        assertThat(reply.status()).as(put.getKey()).isEqualTo(200);
        assertThat(reply.text()).isEqualTo(put.getValue());
      }
      List<String> records = client.request("GET /v0/entities?start=a").texts();
      assertThat(records).hasSizeBetween(acknowledged.size(), acknowledged.size() + USERS);
    }
  }

  @Test
  void killed_leavesNothingOfRocksDbInTheTemporaryFolder() throws Exception {
    try (ServerProcess process = start("none");
        RawClient client = new RawClient(process.awaitPort())) {
      assertThat(client.put("a", new byte[1]).status()).isEqualTo(201);
      process.kill();
    }
    try (Stream<Path> left = Files.list(Files.createDirectories(temporary()))) {
      // one-nio keeps its library there under a name that all servers share
      assertThat(left.map(path -> path.getFileName().toString()))
          .allMatch(name -> name.matches("libonenio\\.\\w+\\.so"));
    }
  }

  @Test
  void range_largerThanTheHeapAndFromDisk_arrivesWhole() throws Exception {
    int records = 96;
    byte[] value = new byte[ServerConfig.DEFAULT_MAX_BODY_BYTES];
    try (ServerProcess process = start("none");
        RawClient client = new RawClient(process.awaitPort())) {
      for (int i = 0; i < records; i++) {
        assertThat(client.put(RepeatingStorage.key(i), value).status()).isEqualTo(201);
      }
      client.sendRequest("GET /v0/entities?start=0");
      assertThat(client.readHead()).startsWith("HTTP/1.1 200 OK");
      for (int i = 0; i < records; i++) {
        byte[] chunk = client.readChunk();
        assertThat(chunk).hasSize(RepeatingStorage.KEY_BYTES + 1 + value.length);
        assertThat(new String(chunk, 0, RepeatingStorage.KEY_BYTES, UTF_8))
            .isEqualTo(RepeatingStorage.key(i));
      }
      assertThat(client.readChunk()).isEmpty();
    }
  }

  private static void putUntilItBreaks(
      int port, int user, Map<String, String> acknowledged, CountDownLatch untilKilled) {
    try (RawClient client = new RawClient(port)) {
      for (int i = 0; ; i++) {
        String key = "user-" + user + "-" + i;
        String value = (key + " ").repeat(VALUE_BYTES / key.length());
        if (client.put(key, value.getBytes(UTF_8)).status() == 201) {
          acknowledged.put(key, value);
          untilKilled.countDown();
        }
      }
    } catch (IOException e) {
      // it was killed
    }
  }

  private Path temporary() {
    return folder.resolve("temporary");
  }

  private ServerProcess start(String sync) throws IOException {
    return ServerProcess.start(
        List.of("-Xmx64m", "-Djava.io.tmpdir=" + Files.createDirectories(temporary())),
        ServerMain.class,
        "--storage",
        "rocksdb",
        "--data",
        folder.resolve("data").toString(),
        "--flush-threshold-bytes",
        Integer.toString(256 << 10),
        "--workers",
        "2-2",
        "--sync",
        sync);
  }
}
