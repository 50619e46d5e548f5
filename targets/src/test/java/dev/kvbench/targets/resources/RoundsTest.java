package dev.kvbench.targets.resources;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RoundsTest {

  private final Rounds<String> rounds = new Rounds<>();

  @Test
  void keep_beforeAnythingBegan_keepsNothing() {
    rounds.keep(rounds.ticket(), 1, "early");
    assertThat(rounds.seen()).isEmpty();
  }

  @Test
  void keep_ofARoundBeforeTheRestart_keepsNothing() {
    rounds.restart();
    Rounds.Ticket old = rounds.ticket();
    rounds.restart();
    rounds.keep(old, 1, "old");
    rounds.keep(rounds.ticket(), 2, "new");
    assertThat(rounds.seen()).containsExactly(new Rounds.Seen<>(0, 2, "new"));
  }

  @Test
  void keep_twiceInARound_keepsTheFirst() {
    rounds.restart();
    rounds.keep(rounds.ticket(), 1, "first");
    rounds.keep(rounds.ticket(), 2, "second");
    assertThat(rounds.seen()).containsExactly(new Rounds.Seen<>(0, 1, "first"));
  }

  @Test
  void keep_ofADay_keepsNoMoreThanAnHoursSeconds_evenlySpread() {
    rounds.restart();
    for (int second = 0; second < 86_400; second++) {
      rounds.keep(rounds.ticket(), second, "look");
      rounds.next();
    }
    assertThat(rounds.seen()).hasSizeBetween(Rounds.MOST / 2, Rounds.MOST);
    long stride = rounds.seen().get(1).round();
    for (int i = 0; i < rounds.seen().size(); i++) {
      assertThat(rounds.seen().get(i).round()).isEqualTo(i * stride);
    }
  }

  @Test
  void awaitRound_whereNothingIsToCome_doesNotWait() {
    rounds.restart();
    rounds.awaitRound(
        1_000,
        () -> {
          throw new AssertionError("waited");
        });
  }
}
