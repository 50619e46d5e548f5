package dev.kvbench.server.law;

import dev.kvbench.time.NanoClock;
import dev.kvbench.time.SharpTimer;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that asks to be woken every millisecond and notes when that came late: then the machine,
 * or this process, was not able to run a thread that was ready. What a request of that moment
 * suffered is no fault of whoever measured it.
 */
final class WakeWitness implements Runnable {

  private static final long PERIOD_NANOS = NanoClock.NANOS_PER_MILLI;

  /** Earlier than this a late waking changes no figure by more than is tolerated anyway. */
  private static final long NOTED_NANOS = 150 * NanoClock.NANOS_PER_MICRO;

  private final NanoClock clock;
  private final ServedLog log;

  /**
   * A witness that does not watch yet.
   *
   * @param clock gives nanoseconds since the server's start
   */
  WakeWitness(NanoClock clock, ServedLog log) {
    this.clock = clock;
    this.log = log;
  }

  void start() {
    Thread thread = new Thread(this, "wake-witness");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void run() {
    boolean unused = SharpTimer.sharpen();
    long wake = clock.nanos() + PERIOD_NANOS;
    while (true) {
      long left = wake - clock.nanos();
      if (left > 0) {
        LockSupport.parkNanos(this, left);
        continue;
      }
      if (-left > NOTED_NANOS) {
        log.wokenLate(wake, -left);
      }
      wake += -left + PERIOD_NANOS;
    }
  }
}
