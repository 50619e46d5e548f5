package dev.kvbench.load.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Comparator;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Sleeps of 5 ms, in nanoseconds of a clock that the tests move. */
class StallWatchTest {

  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000 * MICRO;
  private static final long SLEEP = 5 * MILLI;

  private final StallWatch watch = new StallWatch();
  private long now;

  @Test
  void stalls_ofVeryMany_keepsTheLongest_inTheirOrder() {
    watch.begin();
    int many = StallWatch.MOST_KEPT + 500;
    for (int i = 0; i < many; i++) {
      long due = i * 100L * MILLI;
      // Every second one is short.
      watch.slept(due - SLEEP, due, due + (i % 2 == 0 ? 2 : 50) * MILLI);
    }
    assertThat(watch.count()).isEqualTo(many);
    assertThat(watch.stalls())
        .hasSize(StallWatch.MOST_KEPT)
        .isSortedAccordingTo(Comparator.comparingLong(StallWatch.Stall::dueNanos))
        .filteredOn(stall -> stall.lateNanos() > 10 * MILLI)
        .hasSize(many / 2);
    watch.begin();
    assertThat(watch.stalls()).isEmpty();
  }

  @Test
  void slept_aLittleLate_isNoStall() {
    watch.begin();
    for (int i = 0; i < 100; i++) {
      sleep(900 * MICRO);
    }
    assertThat(watch.count()).isZero();
    assertThat(watch.totalNanos()).isZero();
  }

  @Test
  void slept_muchTooLate_isAStall_asLongAsTheWakeUpsThatItMissed() {
    watch.begin();
    sleep(8 * MILLI);
    sleep(2 * MILLI);
    assertThat(watch.count()).isEqualTo(2);
    assertThat(watch.longestNanos()).isEqualTo(8 * MILLI);
    // Of the first sleep two wake-ups were missed, of the second one.
    assertThat(watch.totalNanos()).isEqualTo(3 * SLEEP);
  }

  @Test
  void slept_outsideOfTheWindow_isNotCounted() {
    sleep(8 * MILLI);
    watch.begin();
    sleep(3 * MILLI);
    watch.end();
    sleep(8 * MILLI);
    assertThat(watch.count()).isEqualTo(1);
    assertThat(watch.longestNanos()).isEqualTo(3 * MILLI);
  }

  @Test
  void slept_notAtAll_isNoStall() {
    watch.begin();
    watch.slept(10, 10, 9 * MILLI);
    assertThat(watch.count()).isZero();
  }

  @Test
  void total_isWhatTheStallsTook_shortOnesAndLongOnes() {
    for (long stall : new long[] {3 * MILLI, 5 * MILLI, 8 * MILLI, 40 * MILLI}) {
      // A wake-up in the last millisecond of a stall is not late enough: if it is the only one that
      // the stall can hit, that millisecond is missing.
      long seen = stall <= SLEEP ? stall - MILLI : stall;
      assertThat(totalOf(10_000, stall))
          .as("%d ns", stall)
          .isCloseTo(10_000.0 * seen, Percentage.withPercentage(3));
    }
  }

  /** Puts stalls of one length into a long time, at random, with a rest of 50 to 150 ms between. */
  private double totalOf(int stalls, long stallNanos) {
    SplittableRandom random = new SplittableRandom(5);
    watch.begin();
    now = 0;
    long begins = 0;
    for (int i = 0; i < stalls; i++) {
      begins += stallNanos + 50 * MILLI + random.nextLong(100 * MILLI);
      while (now + SLEEP < begins) {
        sleep(0);
      }
      long due = now + SLEEP;
      sleep(Math.max(0, begins + stallNanos - due));
    }
    assertThat(watch.longestNanos()).isCloseTo(stallNanos, within(MILLI / 10));
    return watch.totalNanos();
  }

  private void sleep(long lateNanos) {
    watch.slept(now, now + SLEEP, now + SLEEP + lateNanos);
    now += SLEEP + lateNanos;
  }
}
