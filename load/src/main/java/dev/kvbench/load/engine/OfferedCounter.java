package dev.kvbench.load.engine;

import dev.kvbench.load.arrival.ArrivalCursor;

/**
 * Counts a schedule's arrivals by their due times, independently of those that hand them out: with
 * a cursor of its own.
 */
final class OfferedCounter implements Offered {

  private final ArrivalCursor arrivals;
  private long nextDue;
  private long count;

  OfferedCounter(ArrivalCursor arrivals) {
    this.arrivals = arrivals;
    this.nextDue = arrivals.next();
  }

  @Override
  public long dueBefore(long nanos) {
    while (nextDue < nanos) {
      count++;
      nextDue = arrivals.next();
    }
    return count;
  }
}
