package dev.kvbench.targets.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kvbench.result.Resources;
import org.junit.jupiter.api.Test;

class CollectionLogTest {

  private static final long MILLI = 1_000_000L;

  private final CollectionLog log = new CollectionLog();

  @Test
  void since_putsStartsToTheClock_byTheCollectionThatWasHeardOfSoonest() {
    // The machine's origin is at 1,000 ms of the clock; word comes 30, 1 and 5 ms late.
    log.add(told("Copy", 100, 10), 1_140 * MILLI);
    log.add(told("Copy", 200, 10), 1_211 * MILLI);
    log.add(told("Copy", 400, 20), 1_425 * MILLI);
    assertThat(log.since(1_205 * MILLI, Resources.TARGET))
        .extracting(Resources.Collection::startSeconds)
        .satisfiesExactly(
            under -> assertThat(under).isCloseTo(-0.004, within(1e-9)),
            later -> assertThat(later).isCloseTo(0.196, within(1e-9)));
  }

  @Test
  void since_cyclesBesideTheProgram_areNoPauses() {
    log.add(told("ZGC Cycles", 0, 40), 50 * MILLI);
    log.add(told("ZGC Pauses", 1, 0), 51 * MILLI);
    assertThat(log.since(0, Resources.TARGET))
        .extracting(Resources.Collection::pause)
        .containsExactly(false, true);
  }

  @Test
  void since_ofVeryMany_saysThatSomeAreNotKept() {
    for (int i = 0; i <= CollectionLog.MOST; i++) {
      log.add(told("Copy", 10L * i, 1), (10L * i + 1) * MILLI);
    }
    assertThat(log.since(0, Resources.TARGET)).hasSize(CollectionLog.MOST);
    assertThat(log.hasDroppedSince(0)).isTrue();
    assertThat(log.hasDroppedSince(100 * MILLI)).isFalse();
  }

  private static CollectionLog.Told told(String collector, long start, long millis) {
    return new CollectionLog.Told(collector, "Allocation Failure", start, millis, 2_000, 1_000);
  }
}
