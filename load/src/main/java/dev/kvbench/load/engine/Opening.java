package dev.kvbench.load.engine;

import dev.kvbench.load.http.HttpTransport;
import dev.kvbench.scenario.ConnectionSpec;
import dev.kvbench.scenario.Scenario;
import dev.kvbench.time.NanoClock;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Makes a step's lanes, and opens those connections that it begins with before its clock starts: a
 * few at a time, so that none is dropped.
 */
final class Opening {

  private static final int AT_ONCE = 64;
  private static final long LOOK_MILLIS = 100;
  private static final long SLACK_NANOS = 2 * NanoClock.NANOS_PER_SECOND;

  private Opening() {}

  /** Returns a transport for a scenario's connections, which may be replaced while in use. */
  static HttpTransport transport(Scenario scenario, URI url, NanoClock clock) {
    return new HttpTransport(
        url,
        scenario.target().route(),
        scenario.ioThreads().orElseGet(Opening::ioThreads),
        scenario.timeoutNanos(),
        clock);
  }

  /**
   * Returns a lane for each connection that there may be, when each of those to begin with is
   * connected or has failed to.
   *
   * @param closed whether arrivals wait for the lanes
   * @param timeoutNanos how long an attempt may take; where no connection has been made for longer,
   *     what is connected must do: a target that lets every attempt time out, or a process without
   *     file descriptors, where the client fails but one attempt a second, would take hours
   * @param stopped whether to give up what is not connected by now
   */
  static List<Lane> lanes(
      Shared shared,
      ConnectionSpec connections,
      boolean closed,
      long timeoutNanos,
      BooleanSupplier stopped) {
    Keeping keeping = Keeping.of(connections.mode(), closed);
    List<Lane> lanes =
        Stream.generate(() -> new Lane(shared, keeping)).limit(connections.max()).toList();
    open(shared, lanes.subList(0, connections.initial()), timeoutNanos, stopped);
    return lanes;
  }

  private static void open(
      Shared shared, List<Lane> lanes, long timeoutNanos, BooleanSupplier stopped) {
    Semaphore atOnce = new Semaphore(AT_ONCE);
    CountDownLatch done = new CountDownLatch(lanes.size());
    Patience patience = new Patience(shared.clock(), timeoutNanos + SLACK_NANOS);
    try {
      for (Lane lane : lanes) {
        while (!atOnce.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
          if (stopped.getAsBoolean() || patience.isOver(lanes)) {
            return;
          }
        }
        lane.open(
            () -> {
              atOnce.release();
              done.countDown();
            });
      }
      while (!done.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        if (stopped.getAsBoolean() || patience.isOver(lanes)) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** How long it is since a connection was made. */
  private static final class Patience {
    private final NanoClock clock;
    private final long nanos;
    private long made;
    private long madeNanos;

    Patience(NanoClock clock, long nanos) {
      this.clock = clock;
      this.nanos = nanos;
      this.madeNanos = clock.nanos();
    }

    boolean isOver(List<Lane> lanes) {
      long now = clock.nanos();
      long madeNow = lanes.stream().filter(Lane::isConnected).count();
      if (madeNow > made) {
        made = madeNow;
        madeNanos = now;
      }
      return now - madeNanos > nanos;
    }
  }

  /** One I/O thread where the machine is small, and one for every four processors beyond. */
  private static int ioThreads() {
    return Math.max(1, Runtime.getRuntime().availableProcessors() / 4);
  }
}
