package dev.kvbench.load.arrival;

import dev.kvbench.scenario.DueTimes;

/** Arrivals at recorded times: arrival <i>i</i> is due at the <i>i</i>-th of them. It ends. */
final class TraceArrivals implements ArrivalFormula {

  private final DueTimes times;

  TraceArrivals(DueTimes times) {
    this.times = times;
  }

  @Override
  public long dueNanos(long index) {
    return index < times.size() ? times.nanos((int) index) : ArrivalCursor.NO_MORE;
  }
}
