package dev.kvbench.load.engine;

import dev.kvbench.load.http.Breakage;
import dev.kvbench.load.http.HttpConnection;
import dev.kvbench.load.workload.Request;
import dev.kvbench.time.NanoClock;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One of a step's connections, kept up: it carries an arrival at a time, and opens the connection
 * again when it is lost.
 *
 * <p>The pacer, the I/O thread and the watch come here. Which of them ends an arrival is decided by
 * one compare-and-set, so an arrival ends once.
 */
final class Lane implements Dispatcher.Taker, HttpConnection.Observer {

  private static final long FIRST_RETRY_NANOS = 10 * NanoClock.NANOS_PER_MILLI;
  private static final long LAST_RETRY_NANOS = 500 * NanoClock.NANOS_PER_MILLI;
  private static final long NEVER = Long.MAX_VALUE;

  /** What the lane has of an arrival. */
  private enum State {
    /** None. */
    FREE,
    /** One that is under way. */
    HOLDING,
    /** One that has ended and is being recorded, by the thread that ended it. */
    ENDING
  }

  private final Shared shared;
  private final AtomicReference<State> state = new AtomicReference<>(State.FREE);
  private volatile @Nullable HttpConnection connection;
  private volatile long retryAtNanos = NEVER;
  private long retryDelayNanos = FIRST_RETRY_NANOS;
  private boolean everConnected;

  // The arrival under way.
  private long index;
  private long dueNanos;
  private long waitNanos;
  private long firstWrittenNanos;
  private long lostAtNanos;
  private int attempts;
  private @Nullable Request request;

  Lane(Shared shared) {
    this.shared = shared;
  }

  @Override
  public void take(long arrivalIndex, long arrivalDueNanos, long waitedNanos) {
    index = arrivalIndex;
    dueNanos = arrivalDueNanos;
    waitNanos = waitedNanos;
    firstWrittenNanos = 0;
    attempts = 0;
    state.set(State.HOLDING);
  }

  /** Writes the arrival's request, over a new connection if need be. */
  void begin() {
    Request next = shared.workload().request(index);
    request = next;
    HttpConnection open = connection;
    if (open == null || !open.isOpen() || !open.send(next)) {
      reconnect();
    }
  }

  /** Opens the first connection, before the step's clock starts. */
  void open(Runnable done) {
    shared
        .transport()
        .connect(
            this,
            opened -> {
              connection = opened;
              everConnected = true;
              done.run();
            },
            breakage -> {
              shared.connectFailed(breakage);
              done.run();
            });
  }

  /** Joins the idle lanes at the step's start, or goes on trying to connect. */
  void join(long nowNanos) {
    if (connection == null) {
      retryAtNanos = nowNanos;
    } else {
      rest(nowNanos);
    }
  }

  /** Whether no arrival is under way here, and the last one is recorded to its end. */
  boolean isFree() {
    return state.get() == State.FREE;
  }

  private boolean isHolding() {
    return state.get() == State.HOLDING;
  }

  boolean isConnected() {
    HttpConnection open = connection;
    return open != null && open.isOpen();
  }

  @Override
  public void answered(HttpConnection from) {
    if (from != connection) {
      return;
    }
    long end = from.endNanos();
    retryDelayNanos = FIRST_RETRY_NANOS;
    noteWritten(from);
    Outcome outcome = judge(from);
    settle(outcome, from, end);
    if (from.isOpen()) {
      rest(end);
    } else {
      reconnect();
    }
  }

  @Override
  public void broken(HttpConnection from, Breakage breakage) {
    if (from != connection) {
      return;
    }
    boolean retry = mayResend(from, breakage);
    noteWritten(from);
    if (breakage.kind() == Breakage.Kind.MALFORMED) {
      // An answer that nobody asked for breaks the connection before the next request is written:
      // that request is written again, and what broke it is said.
      shared.tally().failure(measured(), breakage);
    }
    if (retry) {
      attempts++;
      if (from.isWritten() && shared.window().measures(dueNanos)) {
        shared.tally().resent();
      }
    } else {
      if (breakage.kind() != Breakage.Kind.MALFORMED) {
        shared.tally().failure(measured(), breakage);
      }
      settle(outcomeOf(breakage), from, from.endNanos());
    }
    reconnect();
  }

  /** The watch's turn: deadlines, connections lost while idle, attempts to connect again. */
  void watch(long nowNanos, long timeoutNanos) {
    HttpConnection open = connection;
    if (open == null) {
      if (nowNanos >= retryAtNanos) {
        retryAtNanos = NEVER;
        connect();
      }
    } else if (open.isBusy()) {
      long since = open.pendingSinceNanos();
      if (nowNanos - since > timeoutNanos && open.giveUp()) {
        noteWritten(open);
        settle(open.isWritten() ? Outcome.TIMEOUT : Outcome.WRITE, open, nowNanos);
        reconnect();
      }
    } else if (!open.isOpen() && shared.dispatcher().withdraw(this, nowNanos)) {
      if (open.exchanges() > 0) {
        reconnect();
      } else {
        // Closed before it was of any use: no storm of connections on a server that does not want
        // them.
        boolean unused = open.close();
        connection = null;
        retryLater(nowNanos);
      }
    }
  }

  /** Ends the arrival under way, if any, because the step is over. */
  void finish(long nowNanos) {
    HttpConnection open = connection;
    if (open != null) {
      open.giveUp();
    }
    boolean written = firstWrittenNanos != 0 || (open != null && open.isWritten());
    settle(written ? Outcome.UNFINISHED : Outcome.UNSENT, open, nowNanos);
    while (!isFree()) {
      // The I/O thread ended it a moment ago and is still recording it.
      Thread.onSpinWait();
    }
  }

  private Outcome judge(HttpConnection from) {
    Request asked = request;
    if (asked == null) {
      throw new IllegalStateException("an answer to no request");
    }
    Outcome outcome = Answers.judge(asked, from.status(), from.bodyBytes());
    if (!outcome.isGood()) {
      shared.tally().wrongAnswer(measured(), asked, from.status(), from.bodyBytes(), outcome);
    }
    return outcome;
  }

  /**
   * Whether the request may have met a connection that the peer had already closed: it was used
   * before, and no byte came back. Every operation is idempotent.
   */
  private boolean mayResend(HttpConnection from, Breakage breakage) {
    boolean stale = from.exchanges() > 0 && !from.isAnswerBegun();
    boolean lost = breakage.kind() == Breakage.Kind.READ || breakage.kind() == Breakage.Kind.WRITE;
    return attempts == 0 && !shared.isOver() && (!from.isWritten() || (stale && lost));
  }

  private boolean measured() {
    return isHolding() && shared.window().measures(dueNanos);
  }

  private static Outcome outcomeOf(Breakage breakage) {
    return switch (breakage.kind()) {
      case CONNECT -> Outcome.CONNECT;
      case WRITE -> Outcome.WRITE;
      case READ -> Outcome.READ;
      case MALFORMED -> Outcome.MALFORMED;
    };
  }

  private void noteWritten(HttpConnection from) {
    if (firstWrittenNanos == 0 && from.isWritten()) {
      firstWrittenNanos = from.writtenNanos();
    }
  }

  private void settle(Outcome outcome, @Nullable HttpConnection from, long endNanos) {
    if (!state.compareAndSet(State.HOLDING, State.ENDING)) {
      return;
    }
    try {
      record(outcome, from, endNanos);
    } finally {
      state.set(State.FREE);
    }
  }

  private void record(Outcome outcome, @Nullable HttpConnection from, long endNanos) {
    Window window = shared.window();
    Tally tally = shared.tally();
    boolean measured = window.measures(dueNanos);
    int status = from == null ? 0 : from.status();
    tally.count(measured, outcome, status, window.contains(endNanos));
    if (from != null) {
      tally.bytes(measured, from.takeReceivedBytes(), from.takeSentBytes());
    }
    if (measured && firstWrittenNanos != 0) {
      long begin = window.fromNanos();
      shared
          .punctuality()
          .note(
              dueNanos - begin,
              firstWrittenNanos - dueNanos - waitNanos,
              firstWrittenNanos - begin);
    }
    if (outcome.isGood() && from != null) {
      long lag = firstWrittenNanos - dueNanos - waitNanos;
      tally.times(
          measured,
          endNanos - dueNanos,
          endNanos - firstWrittenNanos,
          lag,
          waitNanos,
          from.firstByteNanos() - firstWrittenNanos);
    } else {
      tally.censored(measured, outcome, endNanos - dueNanos);
    }
  }

  private void rest(long nowNanos) {
    if (shared.dispatcher().takeOrRest(this, nowNanos)) {
      begin();
    }
  }

  private void reconnect() {
    HttpConnection lost = connection;
    connection = null;
    if (lost != null) {
      // Lost while idle: only its closing gives its place among the client's connections back.
      boolean unused = lost.close();
    }
    lostAtNanos = shared.clock().nanos();
    if (!shared.isOver()) {
      connect();
    }
  }

  private void connect() {
    shared.transport().connect(this, this::connected, this::connectFailed);
  }

  private void connected(HttpConnection opened) {
    if (shared.isOver()) {
      opened.close();
      return;
    }
    long now = shared.clock().nanos();
    if (everConnected && shared.window().contains(now)) {
      shared.tally().reconnected();
    }
    everConnected = true;
    connection = opened;
    if (!isHolding()) {
      rest(now);
      return;
    }
    if (firstWrittenNanos == 0) {
      waitNanos += now - lostAtNanos;
    }
    Request pending = request;
    if (pending != null && !opened.send(pending)) {
      reconnect();
    }
  }

  private void connectFailed(Breakage breakage) {
    long now = shared.clock().nanos();
    shared.connectFailed(breakage);
    if (isHolding() || shared.dispatcher().takeDue(this, now)) {
      shared.tally().failure(measured(), breakage);
      settle(Outcome.CONNECT, null, now);
    }
    retryLater(now);
  }

  private void retryLater(long nowNanos) {
    lostAtNanos = nowNanos;
    retryAtNanos = nowNanos + retryDelayNanos;
    retryDelayNanos = Math.min(2 * retryDelayNanos, LAST_RETRY_NANOS);
  }
}
