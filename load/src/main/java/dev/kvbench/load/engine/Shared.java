package dev.kvbench.load.engine;

import dev.kvbench.load.http.Breakage;
import dev.kvbench.load.http.HttpTransport;
import dev.kvbench.load.workload.Workload;
import dev.kvbench.time.NanoClock;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What the lanes of a step have in common. */
record Shared(
    HttpTransport transport,
    Workload workload,
    Dispatcher<Lane> dispatcher,
    Window window,
    Tally tally,
    NanoClock clock,
    State state) {

  /** What changes while a step runs, beside the dispatcher and the tally. */
  static final class State {
    private volatile boolean over;
    private final AtomicReference<@Nullable String> connectFailure = new AtomicReference<>();
  }

  /** Whether the step is over: nothing is opened or sent any more. */
  boolean isOver() {
    return state.over;
  }

  void end() {
    state.over = true;
  }

  void connectFailed(Breakage breakage) {
    state.connectFailure.compareAndSet(null, breakage.message());
  }

  /** What the first failed attempt to connect said, or null. */
  @Nullable String connectFailure() {
    return state.connectFailure.get();
  }
}
