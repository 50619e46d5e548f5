package dev.kvbench.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvbench.server.storage.StorageConfig;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ServerConfigTest {

  @Test
  void default_isLoopbackAFreePortAndOneSelector() {
    assertThat(ServerConfig.DEFAULT)
        .isEqualTo(
            new ServerConfig("127.0.0.1", 0, 1, null, 0, 1024 * 1024, new StorageConfig.Memory()));
  }

  @Test
  void with_changesOneSetting() {
    WorkersConfig workers = WorkersConfig.fixed(3);
    StorageConfig storage = StorageConfig.RocksDb.in(Path.of("data"));
    assertThat(
            ServerConfig.DEFAULT
                .withHost("::1")
                .withPort(8080)
                .withSelectors(2)
                .withWorkers(workers)
                .withDeadlineNanos(5)
                .withMaxBodyBytes(7)
                .withStorage(storage))
        .isEqualTo(new ServerConfig("::1", 8080, 2, workers, 5, 7, storage));
  }

  @Test
  void new_outOfRange_saysWhatWouldBeRight() {
    assertThatThrownBy(() -> ServerConfig.DEFAULT.withPort(65536))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The port must be from 0 (any that is free) to 65535, not 65536.");
    assertThatThrownBy(() -> ServerConfig.DEFAULT.withSelectors(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("There must be at least 1 selector, not 0.");
    assertThatThrownBy(() -> ServerConfig.DEFAULT.withHost(" "))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("The host must not be empty");
    assertThatThrownBy(() -> ServerConfig.DEFAULT.withDeadlineNanos(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("The deadline must be 0 (none) or more");
    assertThatThrownBy(() -> ServerConfig.DEFAULT.withMaxBodyBytes(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("The largest body must have 0 bytes or more");
  }
}
