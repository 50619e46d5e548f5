package dev.kvbench.load.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExchangeStateTest {

  private final ExchangeState state = new ExchangeState();

  @Test
  void close_onWhatWasSeenOfTheExchangeBefore_leavesTheNextAlone() {
    assertThat(state.begin()).isTrue();
    long seen = state.now();
    assertThat(state.answered()).isTrue();
    assertThat(state.begin()).isTrue();

    assertThat(state.close(seen)).isFalse();
    assertThat(state.isBusy()).isTrue();
    assertThat(state.close(state.now())).isTrue();
    assertThat(state.isClosed()).isTrue();
  }

  @Test
  void begin_onlyWhereNothingIsUnderWay() {
    assertThat(state.answered()).isFalse();
    assertThat(state.closeBusy()).isFalse();
    assertThat(state.begin()).isTrue();
    assertThat(state.begin()).isFalse();
    assertThat(state.closeIdle()).isFalse();
    assertThat(state.closeBusy()).isTrue();
    assertThat(state.begin()).isFalse();
  }

  @Test
  void closeIdle_forGood() {
    assertThat(state.closeIdle()).isTrue();
    assertThat(state.closeIdle()).isFalse();
    assertThat(state.begin()).isFalse();
    assertThat(ExchangeState.isBusy(state.now())).isFalse();
  }
}
