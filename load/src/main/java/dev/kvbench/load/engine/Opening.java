package dev.kvbench.load.engine;

import dev.kvbench.load.http.HttpTransport;
import dev.kvbench.time.NanoClock;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Opens a step's connections before its clock starts: a few at a time, so that none is dropped. */
final class Opening {

  private static final int AT_ONCE = 64;
  private static final long LOOK_MILLIS = 100;
  private static final long SLACK_NANOS = 2 * NanoClock.NANOS_PER_SECOND;

  private Opening() {}

  /** Returns a transport for {@code connections} connections that may be replaced while in use. */
  static HttpTransport transport(URI url, int connections, long timeoutNanos, NanoClock clock) {
    return new HttpTransport(url, ioThreads(), timeoutNanos, clock);
  }

  /**
   * Opens {@code count} lanes; returns when each is connected or has failed to.
   *
   * @param timeoutNanos how long an attempt may take; where nothing at all is heard for longer, as
   *     when the process has no file descriptors left, what is connected must do
   * @param stopped whether to give up what is not connected by now
   */
  static List<Lane> lanes(Shared shared, int count, long timeoutNanos, BooleanSupplier stopped) {
    List<Lane> lanes = new ArrayList<>(count);
    Semaphore atOnce = new Semaphore(AT_ONCE);
    CountDownLatch done = new CountDownLatch(count);
    Patience patience = new Patience(shared.clock(), timeoutNanos + SLACK_NANOS, count);
    try {
      for (int i = 0; i < count; i++) {
        Lane lane = new Lane(shared);
        lanes.add(lane);
        while (!atOnce.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
          if (stopped.getAsBoolean() || patience.isOver(done.getCount())) {
            return lanes;
          }
        }
        lane.open(
            () -> {
              atOnce.release();
              done.countDown();
            });
      }
      while (!done.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        if (stopped.getAsBoolean() || patience.isOver(done.getCount())) {
          return lanes;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return lanes;
  }

  /** How long it is since something was heard. */
  private static final class Patience {
    private final NanoClock clock;
    private final long nanos;
    private long left;
    private long heardNanos;

    Patience(NanoClock clock, long nanos, long left) {
      this.clock = clock;
      this.nanos = nanos;
      this.left = left;
      this.heardNanos = clock.nanos();
    }

    boolean isOver(long leftNow) {
      long now = clock.nanos();
      if (leftNow != left) {
        left = leftNow;
        heardNanos = now;
      }
      return now - heardNanos > nanos;
    }
  }

  /** One I/O thread where the machine is small, and one for every four processors beyond. */
  private static int ioThreads() {
    return Math.max(1, Runtime.getRuntime().availableProcessors() / 4);
  }
}
