package dev.kvbench.targets.resources;

import dev.kvbench.time.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What was seen in each round of looks, for one kind of look. A round is begun by whoever keeps the
 * time and looked at by another thread, which may come late, miss rounds, or never come. Of very
 * many rounds every second one is dropped, and again, so that memory does not grow with a step's
 * length. May be used by any thread.
 *
 * @param <T> what is seen
 */
final class Rounds<T> {

  /** An hour of seconds. */
  static final int MOST = 3_600;

  private final List<Seen<T>> seen = new ArrayList<>();
  private long round = -1;
  private long generation;
  private int stride = 1;

  /**
   * What was seen in a round.
   *
   * @param round its number, from 0
   * @param nanos when
   */
  record Seen<T>(long round, long nanos, T look) {}

  /** A round to be looked at. */
  record Ticket(long generation, long round) {}

  /** Forgets everything and begins round 0. */
  synchronized void restart() {
    generation++;
    round = 0;
    stride = 1;
    seen.clear();
  }

  /** Begins the next round. */
  synchronized void next() {
    round++;
  }

  /** The round under way. */
  synchronized Ticket ticket() {
    return new Ticket(generation, round);
  }

  /** Keeps what was seen in a round, unless all was begun anew meanwhile or nobody asked for it. */
  synchronized void keep(Ticket ticket, long nanos, T look) {
    if (ticket.generation != generation || ticket.round < 0 || ticket.round % stride != 0) {
      return;
    }
    if (!seen.isEmpty() && seen.get(seen.size() - 1).round >= ticket.round) {
      return;
    }
    seen.add(new Seen<>(ticket.round, nanos, look));
    notifyAll();
    if (seen.size() > MOST) {
      stride *= 2;
      seen.removeIf(each -> each.round % stride != 0);
    }
  }

  /** What was seen so far, in the order of the rounds. */
  synchronized List<Seen<T>> seen() {
    return List.copyOf(seen);
  }

  /**
   * Waits until the round under way has been looked at, but no longer than so many milliseconds.
   */
  synchronized void awaitRound(long millis, NanoClock clock) {
    if (!isAwaited()) {
      return;
    }
    long deadline = clock.nanos() + millis * NanoClock.NANOS_PER_MILLI;
    try {
      while (isAwaited()) {
        long left = deadline - clock.nanos();
        if (left <= 0) {
          return;
        }
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Not where nobody ever looks: then nothing is to come. */
  private boolean isAwaited() {
    return !seen.isEmpty() && seen.get(seen.size() - 1).round < round && round % stride == 0;
  }
}
