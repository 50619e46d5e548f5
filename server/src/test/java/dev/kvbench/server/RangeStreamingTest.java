package dev.kvbench.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvbench.server.RepeatingStorage.Failing;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Ranges that are larger than what socket buffers, or the heap, can hold. */
@ParameterizedClass
@EnumSource(Doing.class)
class RangeStreamingTest {

  private static final int VALUE_BYTES = 256 * 1024;
  // far more than the kernel buffers between two loopback sockets
  private static final int RECORDS = 400;
  private final Doing doing;

  RangeStreamingTest(Doing doing) {
    this.doing = doing;
  }

  @Test
  void range_readSlowly_leavesTheOnlySelectorFreeForOthers() throws IOException {
    RepeatingStorage storage = new RepeatingStorage(RECORDS, VALUE_BYTES);
    try (KvServer server = KvServer.start(doing.config().withSelectors(1), storage);
        RawClient slow = new RawClient(server.port(), 16 * 1024);
        RawClient other = new RawClient(server.port())) {
      slow.sendRequest("GET /v0/entities?start=a");
      assertThat(slow.readHead()).startsWith("HTTP/1.1 200 OK");

      for (int record = 0; record < RECORDS; record++) {
        assertThat(other.request("GET /v0/entity?id=a").chunks().get(0)).hasSize(VALUE_BYTES);
        assertThat(slow.readChunk()).hasSize(VALUE_BYTES + RepeatingStorage.KEY_BYTES + 1);
        if (record == 0) {
          assertThat(storage.recordsRead()).as("streamed, not built").isLessThan(RECORDS / 2);
        }
      }
      assertThat(slow.readChunk()).isEmpty();
      assertThat(slow.request("GET /v0/status").status()).isEqualTo(200);
      assertThat(storage.openCursors()).isZero();
    }
  }

  @Test
  void range_requestsPipelinedBehindIt_areAnsweredAfterIt() throws IOException {
    try (KvServer server =
            KvServer.start(doing.config(), new RepeatingStorage(RECORDS, VALUE_BYTES));
        RawClient client = new RawClient(server.port())) {
      client.sendRequest("GET /v0/entities?start=a");
      for (int i = 0; i < 300; i++) {
        client.sendRequest("GET /v0/status");
      }

      assertThat(client.read().chunks()).hasSize(RECORDS);
      for (int i = 0; i < 300; i++) {
        assertThat(client.read().status()).isEqualTo(200);
      }
    }
  }

  @Test
  void range_clientGone_closesTheCursor() throws IOException {
    RepeatingStorage storage = new RepeatingStorage(RECORDS, VALUE_BYTES);
    try (KvServer server = KvServer.start(doing.config(), storage)) {
      try (RawClient client = new RawClient(server.port())) {
        client.sendRequest("GET /v0/entities?start=a");
        client.readHead();
        assertThat(storage.openCursors()).isEqualTo(1);
      }
      Waiting.until(() -> storage.openCursors() == 0);
    }
  }

  @Test
  void close_rangeHalfSent_closesTheCursor() throws IOException {
    RepeatingStorage storage = new RepeatingStorage(RECORDS, VALUE_BYTES);
    KvServer server = KvServer.start(doing.config(), storage);
    try (RawClient client = new RawClient(server.port())) {
      client.sendRequest("GET /v0/entities?start=a");
      client.readHead();

      server.close();

      assertThat(storage.openCursors()).isZero();
    }
  }

  @Test
  void range_storageFailsOnTheWay_breaksTheConnectionBeforeTheLastChunk() throws IOException {
    Failing storage = new Failing(RECORDS, 1000, 300);
    try (KvServer server = KvServer.start(doing.config(), storage);
        RawClient client = new RawClient(server.port());
        RawClient other = new RawClient(server.port())) {
      client.sendRequest("GET /v0/entities?start=a");

      assertThatThrownBy(client::read).isInstanceOf(IOException.class);
      assertThat(other.request("GET /v0/status").status()).isEqualTo(200);
      assertThat(storage.openCursors()).isZero();
    }
  }

  @Test
  void range_largerThanTheServersHeap_arrivesWhole() throws Exception {
    int records = 96;
    int valueBytes = 1024 * 1024;
    try (ServerProcess process =
            ServerProcess.start(
                List.of("-Xmx32m"),
                RepeatingStorage.class,
                Integer.toString(records),
                Integer.toString(valueBytes));
        RawClient client = new RawClient(process.awaitPort())) {
      client.sendRequest("GET /v0/entities?start=a");

      assertThat(client.readHead()).startsWith("HTTP/1.1 200 OK");
      for (int record = 0; record < records; record++) {
        byte[] chunk = client.readChunk();
        assertThat(chunk).hasSize(valueBytes + RepeatingStorage.KEY_BYTES + 1);
        assertThat(new String(chunk, 0, RepeatingStorage.KEY_BYTES, UTF_8))
            .isEqualTo(RepeatingStorage.key(record));
      }
      assertThat(client.readChunk()).isEmpty();
    }
  }
}
