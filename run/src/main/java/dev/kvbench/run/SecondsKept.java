package dev.kvbench.run;

import dev.kvbench.result.Counts;
import java.util.ArrayList;
import java.util.List;

/**
 * The times of a run second by second, in memory that does not grow with its length: of a run
 * longer than {@value #MOST} seconds, neighbours are kept together.
 */
final class SecondsKept {

  /** How many there are at most; an interval of confidence needs no more of them. */
  static final int MOST = 600;

  private final List<Counts> kept = new ArrayList<>();
  private int together = 1;
  private int inLast;

  /** Adds the next second. */
  void add(Counts second) {
    if (inLast < together && !kept.isEmpty()) {
      addToLast(second);
      inLast++;
      return;
    }
    if (kept.size() == MOST) {
      for (int i = 0; i < MOST / 2; i++) {
        kept.set(i, kept.get(2 * i).plus(kept.get(2 * i + 1)));
      }
      kept.subList(MOST / 2, MOST).clear();
      together *= 2;
    }
    kept.add(second);
    inLast = 1;
  }

  /** Adds what is left of a second to the one before, or begins with it. */
  void addToLast(Counts rest) {
    if (kept.isEmpty()) {
      add(rest);
    } else {
      kept.set(kept.size() - 1, kept.get(kept.size() - 1).plus(rest));
    }
  }

  /** The seconds in their order. */
  List<Counts> all() {
    return List.copyOf(kept);
  }
}
