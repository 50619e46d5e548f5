package dev.kvbench.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvbench.server.storage.MemoryStorage;
import dev.kvbench.server.storage.RecordCursor;
import dev.kvbench.server.storage.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Starting, stopping, and a storage that fails. */
@ParameterizedClass
@EnumSource(Doing.class)
class KvServerLifecycleTest {

  private KvServer server;
  private final Doing doing;

  KvServerLifecycleTest(Doing doing) {
    this.doing = doing;
  }

  @BeforeEach
  void start() throws IOException {
    server = KvServer.start(doing.config());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void start_portTaken_isABindExceptionAndTheStorageIsClosed() {
    AtomicBoolean closed = new AtomicBoolean();
    Storage storage =
        new ForwardingStorage() {
          @Override
          public void close() {
            closed.set(true);
          }
        };

    assertThatThrownBy(() -> KvServer.start(doing.config().withPort(server.port()), storage))
        .isInstanceOf(BindException.class);
    assertThat(closed).isTrue();
  }

  @Test
  void start_severalSelectors_allAnswer() throws Exception {
    try (KvServer several = KvServer.start(doing.config().withSelectors(3))) {
      for (int i = 0; i < 20; i++) {
        try (RawClient raw = new RawClient(several.port())) {
          assertThat(raw.request("GET /v0/status").status()).isEqualTo(200);
        }
      }
    }
  }

  @Test
  void close_connectionsOpen_closesThemAndFreesThePort() throws Exception {
    try (RawClient idle = new RawClient(server.port())) {
      assertThat(idle.request("GET /v0/status").status()).isEqualTo(200);

      server.close();

      assertThat(idle.atEnd()).isTrue();
    }
    int port = server.port();
    assertThatThrownBy(() -> new RawClient(port)).isInstanceOf(ConnectException.class);
    try (KvServer again = KvServer.start(doing.config().withPort(port))) {
      assertThat(again.port()).isEqualTo(port);
    }
  }

  @Test
  void storage_failing_is500() throws Exception {
    Storage failing =
        new ForwardingStorage() {
          @Override
          public byte @Nullable [] get(byte[] key) {
            throw new UncheckedIOException(new IOException("no space left"));
          }

          @Override
          public RecordCursor range(byte[] start, byte @Nullable [] end) {
            throw new UncheckedIOException(new IOException("no space left"));
          }
        };
    try (KvServer broken = KvServer.start(doing.config(), failing);
        RawClient raw = new RawClient(broken.port())) {
      assertThat(raw.request("GET /v0/entity?id=a").status()).isEqualTo(500);
      assertThat(raw.request("GET /v0/entities?start=a").status()).isEqualTo(500);
      assertThat(raw.request("GET /v0/status").status()).isEqualTo(200);
    }
  }

  /** Keeps everything in memory but for what a test overrides. */
  private static class ForwardingStorage implements Storage {

    private final MemoryStorage records = new MemoryStorage();

    @Override
    public byte @Nullable [] get(byte[] key) {
      return records.get(key);
    }

    @Override
    public void put(byte[] key, byte[] value) {
      records.put(key, value);
    }

    @Override
    public void delete(byte[] key) {
      records.delete(key);
    }

    @Override
    public RecordCursor range(byte[] start, byte @Nullable [] end) {
      return records.range(start, end);
    }

    @Override
    public void close() {
      records.close();
    }
  }
}
