package dev.kvbench.load.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WindowTest {

  // The engine's clock may begin anywhere, below 0 too.
  @ParameterizedTest
  @ValueSource(longs = {0, 1_000, -5_000, Long.MIN_VALUE / 2, Long.MAX_VALUE / 2})
  void anArrival_belongsToTheWindowOfItsDueTime(long start) {
    Window window = new Window(100);
    window.start(start);
    assertThat(window.phase(start)).isEqualTo(Window.WARMUP);
    assertThat(window.phase(start + Long.MAX_VALUE / 4)).isEqualTo(Window.WARMUP);
    assertThat(window.contains(Window.WARMUP, start + 40)).isTrue();
    assertThat(window.begin(Window.WARMUP)).isEqualTo(start);

    window.measureFrom(start + 50);
    assertThat(window.phase(start + 49)).isEqualTo(Window.WARMUP);
    assertThat(window.phase(start + 50)).isEqualTo(Window.MEASURED);
    assertThat(window.begin(Window.MEASURED)).isEqualTo(start + 50);
    assertThat(window.contains(Window.WARMUP, start + 50)).isFalse();
    assertThat(window.contains(Window.MEASURED, start + 149)).isTrue();
    assertThat(window.contains(Window.MEASURED, start + 150)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -5_000})
  void cutInItsWarmup_aStepHasAnEmptyWindow(long start) {
    Window window = new Window(100);
    window.start(start);
    window.measureFrom(start + 50);
    window.cutAt(start + 20);
    assertThat(window.seconds()).isZero();
    assertThat(window.phase(start + 19)).isEqualTo(Window.WARMUP);
  }
}
