package dev.kvbench.targets.resources;

import dev.kvbench.result.Resources;
import dev.kvbench.time.NanoClock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The last collections of a virtual machine, put to kvbench's clock. The machine tells when a
 * collection began in milliseconds of its own, whose origin it does not tell. But each is told of
 * after its end, never before, and mostly within a millisecond or two: so the origin is taken for
 * the latest that makes no collection end after it was heard of. May be used by any thread.
 */
final class CollectionLog {

  /** How many are kept; more than these a step of an hour seldom has. */
  static final int MOST = 20_000;

  private final Deque<Told> told = new ArrayDeque<>();
  private long originNanos = Long.MAX_VALUE;
  private long droppedUntilMillis = Long.MIN_VALUE;

  /**
   * A collection as it was told.
   *
   * @param startMillis since the machine's origin
   * @param millis how long it took
   */
  record Told(
      String collector,
      String cause,
      long startMillis,
      long millis,
      long heapBeforeBytes,
      long heapAfterBytes) {

    long endMillis() {
      return startMillis + millis;
    }
  }

  /** Adds one that was heard of at {@code nowNanos}. */
  synchronized void add(Told collection, long nowNanos) {
    originNanos =
        Math.min(originNanos, nowNanos - collection.endMillis() * NanoClock.NANOS_PER_MILLI);
    if (told.size() == MOST) {
      droppedUntilMillis = told.removeFirst().endMillis();
    }
    told.addLast(collection);
  }

  /**
   * Those that were not over at {@code fromNanos}, with their offsets from it.
   *
   * @param process the word for whose they are
   */
  synchronized List<Resources.Collection> since(long fromNanos, String process) {
    List<Resources.Collection> found = new ArrayList<>();
    for (Told each : told) {
      double end = seconds(each.endMillis(), fromNanos);
      if (end >= 0) {
        found.add(
            new Resources.Collection(
                process,
                seconds(each.startMillis(), fromNanos),
                each.millis(),
                isPause(each.collector()),
                each.collector(),
                each.cause(),
                each.heapBeforeBytes(),
                each.heapAfterBytes()));
      }
    }
    return found;
  }

  /** Whether some that were not over at {@code fromNanos} are not kept any more. */
  synchronized boolean hasDroppedSince(long fromNanos) {
    return droppedUntilMillis != Long.MIN_VALUE && seconds(droppedUntilMillis, fromNanos) >= 0;
  }

  /** The collectors that work beside the program tell of their cycles and pauses by two names. */
  private static boolean isPause(String collector) {
    return !collector.endsWith("Cycles");
  }

  private double seconds(long millis, long fromNanos) {
    return (originNanos - fromNanos + millis * NanoClock.NANOS_PER_MILLI)
        / (double) NanoClock.NANOS_PER_SECOND;
  }
}
