package dev.kvbench.server;

import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;

/** Waits for what happens soon but not at once. */
final class Waiting {

  private static final Duration DEADLINE = Duration.ofSeconds(30);

  private Waiting() {}

  static void until(BooleanSupplier condition) {
    Instant deadline = Instant.now().plus(DEADLINE);
    while (!condition.getAsBoolean()) {
      if (Instant.now().isAfter(deadline)) {
        throw new AssertionError("not within " + DEADLINE);
      }
      Thread.onSpinWait();
    }
  }
}
