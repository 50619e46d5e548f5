package dev.kvbench.time;

import java.util.concurrent.locks.LockSupport;

/**
 * A thread that asks to be woken every millisecond and says how late that came: so long the
 * machine, or this process, could not run a thread that was ready. It does nothing else, so that
 * its lateness is nobody's fault but theirs.
 */
public final class WakeWitness implements AutoCloseable {

  /** How long the thread asks to sleep each time, in nanoseconds. */
  public static final long PERIOD_NANOS = NanoClock.NANOS_PER_MILLI;

  private final NanoClock clock;
  private final boolean sharp;
  private final Observer observer;
  private volatile boolean closed;

  /** Is told of every waking, on the witness's thread. */
  @FunctionalInterface
  public interface Observer {

    /**
     * The thread was woken.
     *
     * @param atNanos when it was to be woken
     * @param lateNanos how long after that it was; at least 0
     */
    void woken(long atNanos, long lateNanos);
  }

  private WakeWitness(NanoClock clock, boolean sharp, Observer observer) {
    this.clock = clock;
    this.sharp = sharp;
    this.observer = observer;
  }

  /**
   * Starts a witness.
   *
   * @param sharp whether its thread asks for a {@link SharpTimer}
   */
  public static WakeWitness start(NanoClock clock, boolean sharp, Observer observer) {
    WakeWitness witness = new WakeWitness(clock, sharp, observer);
    Thread thread = new Thread(witness::watch, "kvbench-wake-witness");
    thread.setDaemon(true);
    thread.start();
    return witness;
  }

  /** Ends it; a waking that is under way may still be told. */
  @Override
  public void close() {
    closed = true;
  }

  private void watch() {
    if (sharp) {
      boolean unused = SharpTimer.sharpen();
    }
    long wake = clock.nanos() + PERIOD_NANOS;
    while (!closed) {
      long left = wake - clock.nanos();
      if (left > 0) {
        LockSupport.parkNanos(this, left);
      } else {
        observer.woken(wake, -left);
        wake += PERIOD_NANOS - left;
      }
    }
  }
}
