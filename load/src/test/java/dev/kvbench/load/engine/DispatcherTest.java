package dev.kvbench.load.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.load.arrival.ArrivalCursor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One arrival every 100 ns from 1,000 ns on; the window ends at 2,000 ns. */
class DispatcherTest {

  private final Window window = new Window(1_000);
  private long next = -100;
  private final Dispatcher<Carrier> dispatcher = new Dispatcher<>(() -> next += 100, window);
  private final Carrier first = new Carrier();
  private final Carrier second = new Carrier();

  /** Remembers what it was given. */
  private static final class Carrier implements ArrivalSource.Taker {
    private long index = -1;
    private long dueNanos;
    private long waitedNanos;

    @Override
    public void take(long arrivalIndex, long arrivalDueNanos, long arrivalWaitedNanos) {
      index = arrivalIndex;
      dueNanos = arrivalDueNanos;
      waitedNanos = arrivalWaitedNanos;
    }
  }

  @BeforeEach
  void start() {
    window.start(1_000);
    window.measureFrom(1_000);
    dispatcher.start();
  }

  @Test
  void handOver_beforeAnythingIsDue_givesNothing() {
    dispatcher.takeOrRest(first, 900);
    assertThat(dispatcher.handOver(999)).isNull();
    assertThat(dispatcher.nextDueNanos()).isEqualTo(1_000);
  }

  @Test
  void handOver_ofDueArrivals_goesToWhoWasIdleLongest_withoutAnyWait() {
    dispatcher.takeOrRest(first, 900);
    dispatcher.takeOrRest(second, 950);
    assertThat(dispatcher.handOver(1_150)).isSameAs(first);
    assertThat(dispatcher.handOver(1_150)).isSameAs(second);
    assertThat(first.dueNanos).isEqualTo(1_000);
    assertThat(second.dueNanos).isEqualTo(1_100);
    // The pacer came late; that is its own lag and no want of connections.
    assertThat(first.waitedNanos).isZero();
    assertThat(second.waitedNanos).isZero();
  }

  @Test
  void takeOrRest_whenNothingWasIdle_countsTheWaitFromTheDueTime() {
    dispatcher.takeOrRest(first, 900);
    dispatcher.handOver(1_000);
    assertThat(dispatcher.takeOrRest(first, 1_170)).isTrue();
    assertThat(first.index).isEqualTo(1);
    assertThat(first.waitedNanos).isEqualTo(70);
  }

  @Test
  void takeOrRest_whenTheIdleRanOutAfterTheDueTime_countsTheWaitFromThen() {
    dispatcher.takeOrRest(first, 900);
    // Arrivals 0 and 1 were due at 1,000 and 1,100; the pacer came at 1,130 and had one lane.
    dispatcher.handOver(1_130);
    assertThat(dispatcher.takeOrRest(first, 1_170)).isTrue();
    assertThat(first.dueNanos).isEqualTo(1_100);
    assertThat(first.waitedNanos).isEqualTo(40);
  }

  @Test
  void takeOrRest_whileOthersAreIdle_isThePacersLag() {
    dispatcher.takeOrRest(first, 900);
    assertThat(dispatcher.takeOrRest(second, 1_040)).isTrue();
    assertThat(second.index).isZero();
    assertThat(second.waitedNanos).isZero();
  }

  @Test
  void takeOrRest_withNothingDue_makesIdle() {
    assertThat(dispatcher.takeOrRest(first, 999)).isFalse();
    assertThat(dispatcher.hasIdle()).isTrue();
  }

  @Test
  void reserve_isHandedOutLast_andNobodyWaitsBeforeItIsEmpty() {
    dispatcher.reserve(second);
    dispatcher.takeOrRest(first, 900);
    assertThat(dispatcher.handOver(1_200)).isSameAs(first);
    assertThat(dispatcher.hasIdle()).isTrue();
    assertThat(dispatcher.takeDue(first, 1_200)).isFalse();
    assertThat(dispatcher.handOver(1_210)).isSameAs(second);
    assertThat(second.dueNanos).isEqualTo(1_100);
    assertThat(second.waitedNanos).isZero();
    assertThat(dispatcher.handOver(1_220)).isNull();
    assertThat(dispatcher.takeOrRest(first, 1_250)).isTrue();
    assertThat(first.waitedNanos).as("since the reserve ran out").isEqualTo(40);
  }

  @Test
  void arrivals_behindTheWindow_areNotHandedOut() {
    dispatcher.takeOrRest(first, 900);
    for (int i = 0; i < 10; i++) {
      assertThat(dispatcher.handOver(5_000)).isSameAs(first);
      assertThat(dispatcher.takeOrRest(first, 900)).isFalse();
    }
    assertThat(dispatcher.isExhausted()).isTrue();
    assertThat(dispatcher.handOver(5_000)).isNull();
    assertThat(dispatcher.gone()).isEqualTo(10);
  }

  @Test
  void close_handsOutNothing_andWhatIsLeftCanBeSkipped() {
    dispatcher.takeOrRest(first, 900);
    dispatcher.close();
    assertThat(dispatcher.handOver(1_500)).isNull();
    int left = 0;
    while (!dispatcher.isExhausted()) {
      dispatcher.skip();
      left++;
    }
    assertThat(left).isEqualTo(10);
  }

  @Test
  void cutAt_neverExcludesWhatWasHandedOut() {
    dispatcher.takeOrRest(first, 900);
    dispatcher.handOver(1_000);
    dispatcher.takeOrRest(first, 1_200);
    dispatcher.cutAt(1_050);
    assertThat(first.dueNanos).isEqualTo(1_100);
    assertThat(window.endNanos()).isEqualTo(1_101);
  }

  @Test
  void measureFrom_neverIncludesWhatWasHandedOut() {
    dispatcher.takeOrRest(first, 900);
    dispatcher.handOver(1_000);
    dispatcher.takeOrRest(first, 1_200);
    dispatcher.measureFrom(1_050);
    assertThat(window.measures(first.dueNanos)).isFalse();
    assertThat(window.fromNanos()).isEqualTo(1_200);
  }

  @Test
  void dropWarmup_whenTheWindowBegins_leavesNoneOfItsArrivals() {
    window.measureFrom(1_500);
    dispatcher.takeOrRest(first, 900);
    assertThat(dispatcher.handOver(1_499)).isSameAs(first);
    assertThat(first.dueNanos).isEqualTo(1_000);
    dispatcher.dropWarmup();
    assertThat(dispatcher.takeOrRest(first, 1_750)).isTrue();
    assertThat(first.dueNanos).isEqualTo(1_500);
    assertThat(first.index).isEqualTo(5);
    assertThat(dispatcher.gone()).isEqualTo(6);
  }

  @Test
  void withdraw_ofTheLastIdle_beginsTheWait() {
    dispatcher.takeOrRest(first, 900);
    assertThat(dispatcher.withdraw(first, 950)).isTrue();
    assertThat(dispatcher.withdraw(first, 950)).isFalse();
    assertThat(dispatcher.takeDue(second, 1_080)).isTrue();
    assertThat(second.waitedNanos).isEqualTo(80);
  }

  @Test
  void afterTheLastArrival_nothingIsDueEver() {
    long[] due = {0, 10};
    int[] at = {0};
    Dispatcher<Carrier> finite =
        new Dispatcher<>(() -> at[0] < due.length ? due[at[0]++] : ArrivalCursor.NO_MORE, window);
    finite.start();
    finite.takeOrRest(first, 900);
    finite.takeOrRest(second, 900);
    assertThat(finite.handOver(1_500)).isSameAs(first);
    assertThat(finite.isExhausted()).isFalse();
    assertThat(finite.handOver(1_500)).isSameAs(second);
    assertThat(finite.nextDueNanos()).isEqualTo(Long.MAX_VALUE);
    assertThat(finite.isExhausted()).isTrue();
    assertThat(finite.takeOrRest(first, 1_999)).isFalse();
    assertThat(finite.handOver(1_999)).isNull();
    finite.measureFrom(3_000);
    assertThat(window.fromNanos()).isEqualTo(3_000);
  }

  @Test
  void offeredCounter_countsAFiniteScheduleOnce() {
    long[] due = {0, 10, 10, 20};
    int[] at = {0};
    OfferedCounter counter =
        new OfferedCounter(() -> at[0] < due.length ? due[at[0]++] : ArrivalCursor.NO_MORE);
    assertThat(counter.dueBefore(10)).isEqualTo(1);
    assertThat(counter.dueBefore(11)).isEqualTo(3);
    assertThat(counter.dueBefore(Long.MAX_VALUE)).isEqualTo(4);
    assertThat(counter.dueBefore(Long.MAX_VALUE)).isEqualTo(4);
  }
}
