package dev.kvbench.load.engine;

import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Where a step's arrivals come from and which lane gets them: a schedule that waits for nobody, or
 * the lanes' own becoming free. Any thread may call.
 */
interface ArrivalSource<T extends ArrivalSource.Taker> {

  /** Whatever carries an arrival at a time. */
  interface Taker {
    /**
     * Is given an arrival, under the source's lock.
     *
     * @param index its number, from 0
     * @param dueNanos when it was due
     * @param waitedNanos how long it waited because nothing was idle
     */
    void take(long index, long dueNanos, long waitedNanos);
  }

  /** Begins to hand out arrivals; the window's start must be set. */
  void start();

  /** Begins the measured window at {@code nanos}, or behind what has been handed out by now. */
  void measureFrom(long nanos);

  /**
   * Forgets what is left of the warm-up when the measured window begins: it counts nowhere, and
   * served first it would take the place of what is measured.
   */
  default void dropWarmup() {}

  /** Ends the window at {@code nanos}, or behind what has been handed out by now. */
  void cutAt(long nanos);

  /**
   * For the pacer: gives the arrival that is due next to a lane.
   *
   * @return the lane, which has the arrival now; null if nothing is due or no lane is idle
   */
  @Nullable T handOver(long nowNanos);

  /**
   * For a lane that has been free since {@code freeNanos}: takes its next arrival, if that is due,
   * or makes it idle.
   *
   * @return whether the lane has an arrival now
   */
  boolean takeOrRest(T lane, long freeNanos);

  /** For a lane that has no connection yet: makes it idle, to be used when no other is. */
  void reserve(T lane);

  /**
   * For a lane that has no connection and could not get one: takes the next due arrival, if any, to
   * charge it with that. Where another lane is idle the arrival is that one's.
   */
  boolean takeDue(T lane, long nowNanos);

  /** Takes {@code lane} out of the idle ones; returns whether it was among them. */
  boolean withdraw(T lane, long nowNanos);

  /** Waits, for the pacer, until a lane may be idle. Returns at once if one is, or after close. */
  void awaitIdle();

  /**
   * For the pacer, when a lane is idle: has it {@code sleep} until {@link #nextDueNanos}, which
   * {@code sleep} asks for. Where that becomes earlier meanwhile, the thread is unparked.
   */
  void awaitDue(Runnable sleep);

  /** Whether a lane is idle. */
  boolean hasIdle();

  /** Hands out nothing from now on. */
  void close();

  /** Whether nothing is handed out any more. */
  boolean isClosed();

  /**
   * When the arrival that is to be handed out next is due; {@link Long#MAX_VALUE} when there is
   * none.
   */
  long nextDueNanos();

  /** How many arrivals have been handed out, or were dropped with the warm-up. */
  long gone();

  /** Whether every arrival before the window's end has been handed out. */
  boolean isExhausted();

  /**
   * Tells the due times of the window's arrivals that are left when the step is over; only after
   * close, by one thread.
   */
  void forEachLeft(LongConsumer dueNanos);
}
