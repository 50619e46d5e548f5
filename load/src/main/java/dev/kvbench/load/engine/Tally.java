package dev.kvbench.load.engine;

import dev.kvbench.result.StepResult;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * What became of a step's arrivals: an account for the warm-up and one for the measured window.
 *
 * <p>Both are kept by the same code and to the same length, though nothing of the warm-up's is
 * told: code that runs for the first time when the measured window begins is compiled within it,
 * and that was what held requests up by milliseconds in its first seconds.
 */
final class Tally {

  private final Account[] accounts;
  private final LongAdder reconnects = new LongAdder();

  /** For a measured window of this length, in nanoseconds. */
  Tally(long durationNanos) {
    accounts = new Account[] {new Account(durationNanos), new Account(durationNanos)};
  }

  /** The account of a window, by {@link Window#phase}'s number. */
  Account account(int phase) {
    return accounts[phase];
  }

  /** The warm-up's account. */
  Account warmup() {
    return accounts[Window.WARMUP];
  }

  /** The measured window's account. */
  Account measured() {
    return accounts[Window.MEASURED];
  }

  void reconnected() {
    reconnects.increment();
  }

  long reconnects() {
    return reconnects.sum();
  }

  /** Right answers so far, warm-up included. */
  long good() {
    return warmup().good() + measured().good();
  }

  /**
   * Arrivals so far that ended without a right answer, warm-up included; not those that were given
   * up because the step was over.
   */
  long failed() {
    return warmup().failed() + measured().failed();
  }

  /**
   * The failures of the measured window, the most frequent first. Where it has none, those of the
   * warm-up, marked: a window may be empty because the warm-up's requests held every connection.
   */
  List<StepResult.Failure> failures() {
    List<StepResult.Failure> measured = measured().failures().list("");
    return measured.isEmpty() ? warmup().failures().list(" (warm-up)") : measured;
  }
}
