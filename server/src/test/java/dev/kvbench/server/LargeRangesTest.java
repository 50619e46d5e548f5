package dev.kvbench.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Large ranges out of a server in a process of its own, with one selector, read by a client that is
 * slow while others put and get.
 */
class LargeRangesTest {

  private static final int USERS = 4;
  private static final int KEY_BYTES = 12;
  private static final int HEAP_MIB = 48;

  /** So little that the server has to wait for the client all the time. */
  private static final int RECEIVE_BUFFER_BYTES = 8 * 1024;

  @TempDir private Path folder;

  @ParameterizedTest(name = "{0}, {1} records of {2} bytes, workers {3}")
  @CsvSource({
    "memory, 50000, 200, ''",
    "memory, 50000, 200, 2-2",
    // twice the heap
    "rocksdb, 1500, 65536, ''",
    "rocksdb, 1500, 65536, 2-2"
  })
  void range_readSlowlyUnderLoad_arrivesWholeAndHoldsNobodyUp(
      String storage, int records, int valueBytes, String workers) throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    AtomicLong answered = new AtomicLong();
    List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
    try (ServerProcess process = start(storage, workers)) {
      int port = process.awaitPort();
      fill(port, records, valueBytes);
      List<Thread> users = new ArrayList<>();
      for (int user = 0; user < USERS; user++) {
        int number = user;
        users.add(
            new Thread(
                () -> {
                  try {
                    putAndGet(port, number, valueBytes, done, answered);
                  } catch (IOException | AssertionError e) {
                    failures.add(e);
                  }
                }));
      }
      users.forEach(Thread::start);

      try (RawClient slow = new RawClient(port, RECEIVE_BUFFER_BYTES)) {
        slow.sendRequest("GET /v0/entities?start=k&end=l");
        assertThat(slow.readHead()).startsWith("HTTP/1.1 200 OK");
        int pause = records / 20;
        for (int record = 0; record < records; record++) {
          if (record % pause == 0) {
            // reads no further until the others have been served again and again
            long goal = answered.get() + 20 * USERS;
            Waiting.until(() -> answered.get() >= goal || !failures.isEmpty());
          }
          byte[] chunk = slow.readChunk();
          assertThat(new String(chunk, 0, KEY_BYTES, US_ASCII)).isEqualTo(key(record));
          assertThat(chunk[KEY_BYTES]).isEqualTo((byte) '\n');
          assertThat(Arrays.copyOfRange(chunk, KEY_BYTES + 1, chunk.length))
              .isEqualTo(value(record, valueBytes));
        }
        assertThat(slow.readChunk()).isEmpty();
        assertThat(slow.request("GET /v0/status").status()).isEqualTo(200);
      } finally {
        done.set(true);
        for (Thread user : users) {
          user.join();
        }
      }
      assertThat(failures).isEmpty();
    }
  }

  private static String key(int record) {
    return String.format(Locale.ROOT, "k%0" + (KEY_BYTES - 1) + "d", record);
  }

  private static byte[] value(int record, int bytes) {
    byte[] value = new byte[bytes];
    new Random(record).nextBytes(value);
    return value;
  }

  private static void fill(int port, int records, int valueBytes) throws IOException {
    try (RawClient client = new RawClient(port)) {
      for (int record = 0; record < records; record++) {
        assertThat(client.put(key(record), value(record, valueBytes)).status()).isEqualTo(201);
      }
    }
  }

  /** A user of keys of its own, outside of the range. */
  private static void putAndGet(
      int port, int user, int valueBytes, AtomicBoolean done, AtomicLong answered)
      throws IOException {
    try (RawClient client = new RawClient(port)) {
      for (int i = 0; !done.get(); i++) {
        String key = "user-" + user + "-" + i % 10;
        byte[] value = value(i, valueBytes);
        assertThat(client.put(key, value).status()).isEqualTo(201);
        assertThat(client.request("GET /v0/entity?id=" + key).chunks().get(0)).isEqualTo(value);
        answered.addAndGet(2);
      }
    }
  }

  private ServerProcess start(String storage, String workers) throws IOException {
    List<String> options = new ArrayList<>(List.of("--storage", storage, "--selectors", "1"));
    if (storage.equals("rocksdb")) {
      options.addAll(List.of("--data", folder.resolve("data").toString()));
    }
    if (!workers.isEmpty()) {
      options.addAll(List.of("--workers", workers));
    }
    return ServerProcess.start(
        List.of(
            "-Xmx" + HEAP_MIB + "m",
            "-Djava.io.tmpdir=" + Files.createDirectories(folder.resolve("temporary"))),
        ServerMain.class,
        options.toArray(String[]::new));
  }
}
