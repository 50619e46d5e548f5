package dev.kvbench.load.engine;

import dev.kvbench.load.http.Breakage;
import dev.kvbench.load.http.HttpConnection;
import dev.kvbench.load.workload.Request;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The arrival that a lane has under way, if any: its times so far, and how it ends. Which of
 * several threads ends it is decided by one compare-and-set, so an arrival ends once.
 */
final class UnderWay {

  private enum State {
    /** There is none. */
    FREE,
    /** There is one. */
    HOLDING,
    /** It has ended and is being recorded, by the thread that ended it. */
    ENDING
  }

  private final Shared shared;
  private final AtomicReference<State> state = new AtomicReference<>(State.FREE);
  private long index;
  private long dueNanos;
  private long waitNanos;
  private long firstWrittenNanos;
  private int attempts;
  private @Nullable Request request;

  UnderWay(Shared shared) {
    this.shared = shared;
  }

  /** Begins an arrival; there must be none. */
  void take(long arrivalIndex, long arrivalDueNanos, long waitedNanos) {
    index = arrivalIndex;
    dueNanos = arrivalDueNanos;
    waitNanos = waitedNanos;
    firstWrittenNanos = 0;
    attempts = 0;
    state.set(State.HOLDING);
  }

  /** Makes the arrival's request. */
  Request makeRequest() {
    Request made = shared.workload().request(index);
    request = made;
    return made;
  }

  /** The arrival's request, or null where it was not made yet. */
  @Nullable Request request() {
    return request;
  }

  /** Whether no arrival is under way, and the last one is recorded to its end. */
  boolean isFree() {
    return state.get() == State.FREE;
  }

  boolean isHolding() {
    return state.get() == State.HOLDING;
  }

  /** Remembers that the arrival stood {@code nanos} without a connection, if it was not written. */
  void waited(long nanos) {
    if (firstWrittenNanos == 0) {
      waitNanos += nanos;
    }
  }

  /** Remembers when the arrival was written first. */
  void noteWritten(HttpConnection from) {
    if (firstWrittenNanos == 0 && from.isWritten()) {
      firstWrittenNanos = from.writtenNanos();
    }
  }

  /** Ends the arrival by the answer that {@code from} has got. */
  void answered(HttpConnection from) {
    long end = from.endNanos();
    noteWritten(from);
    settle(judge(from), from, end);
  }

  /**
   * Ends the arrival by what broke its exchange, or keeps it to be written once more.
   *
   * <p>It is kept where its request may have met a connection that the peer had already closed: one
   * that was used before, and gave no byte back; and only if it does no harm to do it twice.
   */
  void broken(HttpConnection from, Breakage breakage) {
    boolean retry = mayResend(from, breakage);
    noteWritten(from);
    // What nobody asked for is said when the lane drops the connection, since no request may be
    // under way then. An HTTP that is broken is said even where the request is written once more.
    boolean saidElsewhere = from.unasked() != null;
    if (!saidElsewhere && (!retry || breakage.kind() == Breakage.Kind.MALFORMED)) {
      account().failures().add(breakage);
    }
    if (retry) {
      attempts++;
      if (from.isWritten()) {
        account().resent();
      }
    } else {
      settle(outcomeOf(breakage), from, from.endNanos());
    }
  }

  /** Ends the arrival because its deadline has passed. */
  void overdue(HttpConnection from, long nowNanos, long timeoutNanos) {
    noteWritten(from);
    boolean unwritten = !from.isRequestComplete();
    account().failures().addOverdue(unwritten, timeoutNanos);
    settle(unwritten ? Outcome.WRITE : Outcome.TIMEOUT, from, nowNanos);
  }

  /** Ends the arrival because no connection could be made for it. */
  void unconnected(Breakage breakage, long nowNanos) {
    account().failures().add(breakage);
    settle(Outcome.CONNECT, null, nowNanos);
  }

  /** Ends the arrival, if any, because the step is over. */
  void finish(@Nullable HttpConnection from, long nowNanos) {
    boolean written = firstWrittenNanos != 0 || (from != null && from.isWritten());
    settle(written ? Outcome.UNFINISHED : Outcome.UNSENT, from, nowNanos);
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
      account().failures().add(asked, from.status(), from.bodyBytes(), outcome);
    }
    return outcome;
  }

  private boolean mayResend(HttpConnection from, Breakage breakage) {
    boolean stale = from.exchanges() > 0 && !from.isAnswerBegun();
    boolean lost = breakage.kind() == Breakage.Kind.READ || breakage.kind() == Breakage.Kind.WRITE;
    Request asked = request;
    boolean harmless = asked == null || asked.form().isIdempotent();
    return attempts == 0 && !shared.isOver() && (!from.isWritten() || (stale && lost && harmless));
  }

  private static Outcome outcomeOf(Breakage breakage) {
    return switch (breakage.kind()) {
      case CONNECT -> Outcome.CONNECT;
      case WRITE -> Outcome.WRITE;
      case READ -> Outcome.READ;
      case MALFORMED -> Outcome.MALFORMED;
    };
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
    int phase = window.phase(dueNanos);
    Account account = shared.tally().account(phase);
    int status = from == null ? 0 : from.status();
    account.count(outcome, status, window.contains(phase, endNanos));
    if (from != null) {
      account.bytes(from.takeReceivedBytes(), from.takeSentBytes());
    }
    long lag = firstWrittenNanos - dueNanos - waitNanos;
    if (firstWrittenNanos != 0) {
      long begin = window.begin(phase);
      account.punctuality().note(dueNanos - begin, lag, firstWrittenNanos - begin);
    }
    if (outcome.isGood() && from != null) {
      account.times(
          endNanos - dueNanos,
          endNanos - firstWrittenNanos,
          lag,
          waitNanos,
          from.firstByteNanos() - firstWrittenNanos);
    } else {
      account.censored(outcome, endNanos - dueNanos);
    }
  }

  /** Where to say what happened to the arrival; to none, it does not count. */
  private Account account() {
    Tally tally = shared.tally();
    return isHolding() ? tally.account(shared.window().phase(dueNanos)) : tally.warmup();
  }
}
