package dev.kvbench.load.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A loop over two lanes that think for 100 ns; the step begins at 1,000 ns, the window at 1,500.
 */
class ClosedLoopTest {

  private static final long THINK_NANOS = 100;

  private final Window window = new Window(500);
  private final ClosedLoop<Carrier> loop = new ClosedLoop<>(THINK_NANOS, 2, window);
  private final Carrier first = new Carrier();
  private final Carrier second = new Carrier();

  /** Remembers what it was given. */
  private static final class Carrier implements ArrivalSource.Taker {
    private long index = -1;
    private long dueNanos;
    private long waitedNanos = -1;

    @Override
    public void take(long arrivalIndex, long arrivalDueNanos, long arrivalWaitedNanos) {
      index = arrivalIndex;
      dueNanos = arrivalDueNanos;
      waitedNanos = arrivalWaitedNanos;
    }
  }

  ClosedLoopTest() {
    window.start(1_000);
    window.measureFrom(1_500);
    loop.start();
  }

  private void join() {
    assertThat(loop.takeOrRest(first, 900)).isFalse();
    assertThat(loop.takeOrRest(second, 950)).isFalse();
  }

  @Test
  void lanes_beginSpreadOverOneThinkTime() {
    join();
    assertThat(loop.nextDueNanos()).isEqualTo(1_000);
    assertThat(loop.handOver(999)).isNull();
    assertThat(loop.handOver(1_049)).isSameAs(first);
    assertThat(loop.handOver(1_049)).isNull();
    assertThat(loop.handOver(1_050)).isSameAs(second);
    assertThat(first.dueNanos).isEqualTo(1_000);
    assertThat(second.dueNanos).isEqualTo(1_050);
    assertThat(second.index).isEqualTo(1);
    assertThat(loop.hasIdle()).isFalse();
    assertThat(loop.nextDueNanos()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void nextArrival_isDueAThinkTimeAfterTheLaneBecameFree_andNeverWaits() {
    join();
    loop.handOver(1_000);
    loop.handOver(1_050);
    // The answer to the second's request comes first.
    assertThat(loop.takeOrRest(second, 1_070)).isFalse();
    assertThat(loop.takeOrRest(first, 1_060)).isFalse();
    assertThat(loop.handOver(1_300)).isSameAs(first);
    assertThat(loop.handOver(1_300)).isSameAs(second);
    assertThat(first.dueNanos).isEqualTo(1_160);
    assertThat(second.dueNanos).isEqualTo(1_170);
    assertThat(first.waitedNanos).isZero();
  }

  @Test
  void withoutAThinkTime_aLaneGoesOnAtOnce() {
    ClosedLoop<Carrier> restless = new ClosedLoop<>(0, 2, window);
    restless.takeOrRest(first, 900);
    restless.takeOrRest(second, 900);
    assertThat(restless.handOver(1_000)).isSameAs(first);
    assertThat(restless.handOver(1_000)).isSameAs(second);
    assertThat(restless.takeOrRest(second, 1_234)).isTrue();
    assertThat(second.dueNanos).isEqualTo(1_234);
    assertThat(second.index).isEqualTo(2);
  }

  @Test
  void counts_tellTheWindowsArrivals_bothOfThoseBegun() {
    join();
    loop.handOver(1_000);
    loop.handOver(1_050);
    loop.takeOrRest(first, 1_399);
    loop.takeOrRest(second, 1_400);
    loop.handOver(1_600);
    loop.handOver(1_600);
    assertThat(first.dueNanos).isEqualTo(1_499);
    assertThat(second.dueNanos).isEqualTo(1_500);
    assertThat(loop.gone()).isEqualTo(4);
    assertThat(loop.dueBefore(500)).as("before the window").isEqualTo(3);
    assertThat(loop.dueBefore(1_000)).as("before its end").isEqualTo(4);
  }

  @Test
  void nothing_isBegunBehindTheWindow_norAfterClose() {
    join();
    loop.handOver(1_000);
    loop.handOver(1_050);
    loop.takeOrRest(first, 1_900);
    assertThat(loop.isExhausted()).isTrue();
    assertThat(loop.handOver(2_500)).isNull();
    loop.takeOrRest(second, 1_800);
    assertThat(loop.isExhausted()).isFalse();
    loop.close();
    assertThat(loop.handOver(1_950)).isNull();
    assertThat(loop.isExhausted()).isTrue();
    loop.forEachLeft(due -> assertThat(due).as("nothing was scheduled").isNull());
    assertThat(loop.gone()).isEqualTo(2);
  }

  @Test
  void windows_neverChangeWhatWasBegun() {
    join();
    loop.handOver(1_000);
    loop.handOver(1_050);
    loop.measureFrom(1_020);
    assertThat(window.fromNanos()).isEqualTo(1_051);
    loop.takeOrRest(first, 1_100);
    loop.handOver(1_200);
    loop.cutAt(1_150);
    assertThat(window.endNanos()).isEqualTo(1_201);
    assertThat(loop.dueBefore(51)).isEqualTo(2);
    assertThat(loop.dueBefore(201)).isEqualTo(3);
  }

  @Test
  void withdraw_takesALaneOut() {
    join();
    assertThat(loop.withdraw(first, 960)).isTrue();
    assertThat(loop.withdraw(first, 960)).isFalse();
    assertThat(loop.handOver(1_100)).isSameAs(second);
  }

  @Test
  @Timeout(60)
  void lane_dueEarlierThanThePacerSleepsFor_endsItsSleep() throws InterruptedException {
    loop.takeOrRest(first, 1_400);
    Thread pacer =
        new Thread(
            () ->
                loop.awaitDue(
                    () -> {
                      while (loop.nextDueNanos() == 1_500) {
                        LockSupport.park(this);
                      }
                    }));
    pacer.setDaemon(true);
    pacer.start();
    while (pacer.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    // Free before the first, and late to say so.
    loop.takeOrRest(second, 1_300);
    pacer.join();
    assertThat(loop.handOver(1_400)).isSameAs(second);
  }
}
