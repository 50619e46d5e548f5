package dev.kvbench.load.engine;

import dev.kvbench.load.http.Breakage;
import dev.kvbench.load.http.HttpTransport;
import dev.kvbench.load.workload.Workload;
import dev.kvbench.time.NanoClock;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What the lanes of a step have in common. */
final class Shared {

  private final HttpTransport transport;
  private final Workload workload;
  private final ArrivalSource<Lane> arrivals;
  private final Window window;
  private final NanoClock clock;
  private final Tally tally;
  private final Openings openings = new Openings();
  private final AtomicReference<@Nullable String> connectFailure = new AtomicReference<>();
  private volatile boolean over;

  Shared(
      HttpTransport transport,
      Workload workload,
      ArrivalSource<Lane> arrivals,
      Window window,
      NanoClock clock) {
    this.transport = transport;
    this.workload = workload;
    this.arrivals = arrivals;
    this.window = window;
    this.clock = clock;
    this.tally = new Tally(window.durationNanos());
  }

  HttpTransport transport() {
    return transport;
  }

  Workload workload() {
    return workload;
  }

  ArrivalSource<Lane> arrivals() {
    return arrivals;
  }

  Window window() {
    return window;
  }

  NanoClock clock() {
    return clock;
  }

  Tally tally() {
    return tally;
  }

  Openings openings() {
    return openings;
  }

  /** Whether the step is over: nothing is opened or sent any more. */
  boolean isOver() {
    return over;
  }

  /** Ends the step. */
  void end() {
    over = true;
  }

  /** Remembers what the first failed attempt to connect said. */
  void connectFailed(Breakage breakage) {
    connectFailure.compareAndSet(null, breakage.message());
  }

  /** What the first failed attempt to connect said, or null. */
  @Nullable String connectFailure() {
    return connectFailure.get();
  }
}
