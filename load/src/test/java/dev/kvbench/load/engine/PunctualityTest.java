package dev.kvbench.load.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A window of a second, in slots of 10 ms. */
class PunctualityTest {

  private static final long MILLI = 1_000_000;

  private final Punctuality punctuality = new Punctuality(1_000 * MILLI);

  @Test
  void result_ofPunctualRequests_hasNoneBehind() {
    for (int i = 0; i < 1_000; i++) {
      punctuality.note(i * MILLI, 0, i * MILLI + 1);
    }
    assertThat(result()).isEqualTo(new Measurement.Handing(1_000, 0, 0, 0, 10 * MILLI));
  }

  @Test
  void result_ofAStall_countsThoseDueInIt() {
    for (int i = 0; i < 1_000; i++) {
      long written = i >= 200 && i < 300 ? 300 : i;
      punctuality.note(i * MILLI, 0, written * MILLI);
    }
    assertThat(result().mostBehind()).isEqualTo(100);
    assertThat(result().mostLate()).isZero();
  }

  @Test
  void result_ofOwnLag_countsItInBoth() {
    for (int i = 0; i < 1_000; i++) {
      punctuality.note(i * MILLI, 20 * MILLI, (i + 20) * MILLI);
    }
    assertThat(result().mostBehind()).isEqualTo(20);
    assertThat(result().mostLate()).isEqualTo(20);
  }

  @Test
  void result_ofOwnLagAtTheEnd_countsWhatItKeptOutOfTheWindow() {
    for (int i = 0; i < 1_000; i++) {
      punctuality.note(i * MILLI, i < 500 ? 0 : 50 * MILLI, (i + 50) * MILLI);
    }
    assertThat(result().lateAtEnd()).isEqualTo(50);
    assertThat(punctuality.result(700 * MILLI).lateAtEnd()).as("cut short").isEqualTo(50);
    assertThat(punctuality.result(300 * MILLI).lateAtEnd()).as("before it began").isZero();
  }

  @Test
  void note_behindTheWindow_isInNoSlotOfIt() {
    punctuality.note(999 * MILLI, 0, 5_000 * MILLI);
    assertThat(result().mostBehind()).isEqualTo(1);
  }

  @Test
  void slots_ofALongWindow_areLonger() {
    long day = 86_400_000 * MILLI;
    Punctuality daylong = new Punctuality(day);
    daylong.note(day - 1, 0, day + 1);
    assertThat(daylong.result(day).slotNanos()).isEqualTo(8_640 * MILLI + 1);
  }

  private Measurement.Handing result() {
    return punctuality.result(1_000 * MILLI);
  }
}
