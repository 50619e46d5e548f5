package dev.kvbench.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ServerConfigTest {

  @Test
  void default_isLoopbackAFreePortAndOneSelector() {
    assertThat(ServerConfig.DEFAULT).isEqualTo(new ServerConfig("127.0.0.1", 0, 1));
  }

  @Test
  void with_changesOneSetting() {
    assertThat(ServerConfig.DEFAULT.withHost("::1").withPort(8080).withSelectors(2))
        .isEqualTo(new ServerConfig("::1", 8080, 2));
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
  }
}
