package dev.kvbench.load.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.load.http.Breakage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalPortsTest {

  @ParameterizedTest
  @ValueSource(strings = {"Cannot assign requested address", "Can't assign requested address"})
  void noPortLeft_isExplained(String said) {
    Breakage explained = LocalPorts.explained(new Breakage(Breakage.Kind.CONNECT, said));
    assertThat(explained.kind()).isEqualTo(Breakage.Kind.CONNECT);
    assertThat(explained.message()).startsWith(said + ": no local port is free");
  }

  @Test
  void otherFailures_areLeftAsTheyAre() {
    Breakage refused = new Breakage(Breakage.Kind.CONNECT, "Connection refused");
    assertThat(LocalPorts.explained(refused)).isSameAs(refused);
  }
}
