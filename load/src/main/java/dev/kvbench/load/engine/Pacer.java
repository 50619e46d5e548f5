package dev.kvbench.load.engine;

import dev.kvbench.time.NanoClock;
import dev.kvbench.time.SharpTimer;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The thread that hands due arrivals to idle lanes. It sleeps until shortly before the next one is
 * due, and where no lane is idle until one may be; while a backlog waits it never polls.
 */
final class Pacer implements Runnable {

  /**
   * The shortest sleep at high rates, in nanoseconds: several arrivals are handed over at a time,
   * which halves the wake-ups for some tens of microseconds of lag.
   */
  private static final long QUANTUM_NANOS = 100 * NanoClock.NANOS_PER_MICRO;

  /** From which rate on the quantum holds; below it arrivals are farther apart anyway. */
  private static final double QUANTUM_FROM_PER_SECOND = 20_000;

  /**
   * How long before an arrival is due the sleep ends, at the most, in nanoseconds: a timer of a
   * virtual machine wakes a thread some 50 µs late, and what is left of this the thread waits
   * awake.
   */
  private static final double LEAD_NANOS = 80 * NanoClock.NANOS_PER_MICRO;

  /** The share of a processor that waiting awake may cost; where arrivals are many, it is short. */
  private static final double AWAKE_SHARE = 0.08;

  /** Up to which rate arrivals are awaited awake: above it the processors hardly ever sleep. */
  private static final double AWAKE_TO_PER_SECOND = 4_000;

  private final ArrivalSource<Lane> arrivals;
  private final Window window;
  private final long leadNanos;
  private final long shortestSleepNanos;
  private final NanoClock clock;
  private final Runnable sleep = this::sleepUntilDue;
  private volatile @Nullable RuntimeException failure;

  /**
   * A pacer that is not running yet.
   *
   * @param peakRatePerSecond the highest rate that the arrivals come to; 0 where nobody knows
   */
  Pacer(ArrivalSource<Lane> arrivals, Window window, double peakRatePerSecond, NanoClock clock) {
    this.arrivals = arrivals;
    this.window = window;
    this.shortestSleepNanos = peakRatePerSecond > QUANTUM_FROM_PER_SECOND ? QUANTUM_NANOS : 0;
    this.leadNanos = leadNanos(peakRatePerSecond);
    this.clock = clock;
  }

  /** Paces until the arrivals are closed; the thread must be unparked then. */
  @Override
  public void run() {
    // Where the machine does not agree, later wake-ups show as schedule lag, where they belong.
    boolean unused = SharpTimer.sharpen();
    try {
      pace();
    } catch (RuntimeException | Error e) {
      failure = new IllegalStateException("the pacer ended before its time", e);
    }
  }

  private void pace() {
    while (!arrivals.isClosed()) {
      long now = clock.nanos();
      Lane lane = arrivals.handOver(now);
      if (lane != null) {
        lane.begin();
      } else if (!arrivals.hasIdle()) {
        arrivals.awaitIdle();
      } else {
        arrivals.awaitDue(sleep);
      }
    }
  }

  /** What ended this thread before its time, or null. */
  @Nullable RuntimeException failure() {
    return failure;
  }

  private void sleepUntilDue() {
    long dueNanos = arrivals.nextDueNanos();
    if (dueNanos >= window.endNanos()) {
      LockSupport.park(this);
      return;
    }
    long nanos = dueNanos - leadNanos - clock.nanos();
    if (nanos > 0) {
      LockSupport.parkNanos(this, Math.max(nanos, shortestSleepNanos));
    }
    if (leadNanos > 0) {
      awaitAwake(dueNanos);
    }
  }

  /**
   * Waits out what is left until {@code dueNanos}, if that is little and the arrival still ours.
   */
  private void awaitAwake(long dueNanos) {
    long left = dueNanos - clock.nanos();
    while (left > 0 && left <= leadNanos && arrivals.nextDueNanos() == dueNanos) {
      Thread.onSpinWait();
      left = dueNanos - clock.nanos();
    }
  }

  /** How long before it is due an arrival is awaited awake, in nanoseconds; 0 where it is not. */
  static long leadNanos(double peakRatePerSecond) {
    if (peakRatePerSecond <= 0 || peakRatePerSecond > AWAKE_TO_PER_SECOND) {
      return 0;
    }
    double share = AWAKE_SHARE * NanoClock.NANOS_PER_SECOND / peakRatePerSecond;
    return (long) Math.min(LEAD_NANOS, share);
  }
}
