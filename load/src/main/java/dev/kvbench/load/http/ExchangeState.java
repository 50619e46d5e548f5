package dev.kvbench.load.http;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Where a connection's exchanges are: idle, busy with one, or closed. Busy states are numbered, so
 * that who has looked at one exchange and acts on what he saw cannot meet the next. Any thread may
 * ask and change.
 */
final class ExchangeState {

  private static final int IDLE = 0;
  private static final int BUSY = 1;
  private static final int CLOSED = 2;
  private static final int STEP = 4;

  /** The number of the last exchange times {@link #STEP}, and where it is. */
  private final AtomicLong state = new AtomicLong(IDLE);

  /** Begins the next exchange; returns whether the connection was idle. */
  boolean begin() {
    long now = state.get();
    return where(now) == IDLE && state.compareAndSet(now, now - IDLE + STEP + BUSY);
  }

  /** Ends the exchange under way, if any; the connection is idle then. */
  boolean answered() {
    long now = state.get();
    return where(now) == BUSY && state.compareAndSet(now, now - BUSY + IDLE);
  }

  /** Closes the connection if it is busy. */
  boolean closeBusy() {
    long now = state.get();
    return where(now) == BUSY && close(now);
  }

  /** Closes the connection if it is idle. */
  boolean closeIdle() {
    long now = state.get();
    return where(now) == IDLE && close(now);
  }

  /** Closes the connection if it is still where {@link #now} said. */
  boolean close(long seen) {
    return state.compareAndSet(seen, seen - where(seen) + CLOSED);
  }

  /** Where the connection is now, as {@link #close} takes it. */
  long now() {
    return state.get();
  }

  boolean isBusy() {
    return isBusy(state.get());
  }

  /** Whether an exchange was under way when {@link #now} said {@code seen}. */
  static boolean isBusy(long seen) {
    return where(seen) == BUSY;
  }

  boolean isClosed() {
    return where(state.get()) == CLOSED;
  }

  private static int where(long state) {
    return (int) (state % STEP);
  }
}
