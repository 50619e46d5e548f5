package dev.kvbench.load.engine;

import dev.kvbench.load.http.Breakage;
import dev.kvbench.load.http.ConnectAttempt;
import dev.kvbench.load.http.HttpConnection;
import dev.kvbench.load.workload.Request;
import dev.kvbench.time.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * One of a step's connections, opened and closed as its {@link Keeping} says: it carries an arrival
 * at a time. The pacer, the I/O thread and the watch come here.
 */
final class Lane implements ArrivalSource.Taker, HttpConnection.Observer {

  private static final long FIRST_RETRY_NANOS = 10 * NanoClock.NANOS_PER_MILLI;
  private static final long LAST_RETRY_NANOS = 500 * NanoClock.NANOS_PER_MILLI;
  private static final long NEVER = Long.MAX_VALUE;

  /** From when on a place without a connection is one that is missing, and not one being opened. */
  private static final long MISSING_NANOS = 100 * NanoClock.NANOS_PER_MILLI;

  private final Shared shared;
  private final Keeping keeping;
  private final UnderWay arrival;
  private volatile @Nullable HttpConnection connection;
  private volatile @Nullable ConnectAttempt attempt;
  private volatile long retryAtNanos = NEVER;
  private long retryDelayNanos = FIRST_RETRY_NANOS;
  private long lostAtNanos;
  private boolean everTried;
  private boolean joined;
  private boolean everConnected;
  // Of the watch alone:
  private long seenNanos = NEVER;
  private long withoutSinceNanos = NEVER;

  Lane(Shared shared, Keeping keeping) {
    this.shared = shared;
    this.keeping = keeping;
    this.arrival = new UnderWay(shared);
  }

  @Override
  public void take(long index, long dueNanos, long waitedNanos) {
    arrival.take(index, dueNanos, waitedNanos);
  }

  /** Writes the arrival's request, over a new connection if need be. */
  void begin() {
    Request next = arrival.makeRequest();
    HttpConnection open = connection;
    if (open == null || !open.isOpen() || !open.send(next)) {
      reconnect();
    }
  }

  /** Opens the first connection, before the step's clock starts. */
  void open(Runnable done) {
    everTried = true;
    shared
        .transport()
        .attempt(
            this,
            opened -> {
              openedFirst(opened);
              done.run();
            },
            breakage -> {
              shared.connectFailed(LocalPorts.explained(breakage));
              done.run();
            })
        .begin();
  }

  private synchronized void openedFirst(HttpConnection opened) {
    if (joined) {
      // Nobody waited for it any longer: the lane tries again by itself.
      boolean unused = opened.close();
    } else {
      connection = opened;
      everConnected = true;
      shared.openings().opened(false);
    }
  }

  private synchronized @Nullable HttpConnection endOpening() {
    joined = true;
    return connection;
  }

  /** Joins the idle lanes at the step's start, or goes on trying to connect. */
  void join(long nowNanos) {
    HttpConnection open = endOpening();
    if (open != null || keeping != Keeping.READY) {
      rest(nowNanos);
    } else if (everTried) {
      retryAtNanos = nowNanos;
    } else {
      shared.arrivals().reserve(this);
    }
  }

  /** Whether no arrival is under way here, and the last one is recorded to its end. */
  boolean isFree() {
    return arrival.isFree();
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
    arrival.answered(from);
    if (from.isOpen() && keeping != Keeping.PER_REQUEST) {
      rest(end);
    } else {
      free(end);
    }
  }

  @Override
  public void broken(HttpConnection from, Breakage breakage) {
    if (from == connection) {
      arrival.broken(from, breakage);
      if (keeping == Keeping.READY || arrival.isHolding() || from.exchanges() > 0) {
        free(from.endNanos());
      } else {
        // Of no use from the beginning: the next arrival waits a little, or requests would be lost
        // as fast as connections can be opened.
        drop();
        retryLater(from.endNanos());
      }
    }
  }

  /** The watch's turn: deadlines, connections lost while idle, attempts to connect again. */
  void watch(long nowNanos, long timeoutNanos) {
    HttpConnection open = connection;
    noteMissing(open, nowNanos);
    if (open == null) {
      if (nowNanos >= retryAtNanos) {
        retryAtNanos = NEVER;
        if (keeping == Keeping.READY) {
          connect();
        } else {
          rest(nowNanos);
        }
      } else {
        expireAttempt(nowNanos, timeoutNanos);
      }
    } else if (open.isBusy()) {
      if (open.giveUpIfPendingSinceBefore(nowNanos - timeoutNanos)) {
        arrival.overdue(open, nowNanos, timeoutNanos);
        free(nowNanos);
      }
    } else if (keeping == Keeping.READY
        && !open.isOpen()
        && shared.arrivals().withdraw(this, nowNanos)) {
      if (open.exchanges() > 0) {
        reconnect();
      } else {
        // Closed before it was of any use: no storm of connections on a server that does not want
        // them.
        drop();
        retryLater(nowNanos);
      }
    }
  }

  private void expireAttempt(long nowNanos, long timeoutNanos) {
    ConnectAttempt pending = attempt;
    if (pending != null) {
      pending.expire(nowNanos, timeoutNanos);
    }
  }

  private void noteMissing(@Nullable HttpConnection open, long nowNanos) {
    long before = seenNanos;
    seenNanos = nowNanos;
    if (open != null || keeping != Keeping.READY) {
      withoutSinceNanos = NEVER;
    } else if (withoutSinceNanos == NEVER) {
      withoutSinceNanos = nowNanos;
    } else if (nowNanos - withoutSinceNanos >= MISSING_NANOS
        && shared.window().contains(nowNanos)) {
      // At the first such look, what has passed until then too.
      boolean first = before - withoutSinceNanos < MISSING_NANOS;
      long since = Math.max(first ? withoutSinceNanos : before, shared.window().fromNanos());
      shared.openings().missed(nowNanos - since);
    }
  }

  /** Ends the arrival under way, if any, because the step is over. */
  void finish(long nowNanos) {
    HttpConnection open = connection;
    if (open != null) {
      open.giveUp();
    }
    arrival.finish(open, nowNanos);
  }

  private void rest(long nowNanos) {
    if (shared.arrivals().takeOrRest(this, nowNanos)) {
      begin();
    }
  }

  /**
   * Goes on without the connection, which is lost or was for one request only: with another one
   * where that is wanted ahead of an arrival, or an arrival is to be written once more.
   *
   * @param sinceNanos since when the lane is free
   */
  private void free(long sinceNanos) {
    if (keeping == Keeping.READY || arrival.isHolding()) {
      reconnect();
    } else {
      drop();
      rest(sinceNanos);
    }
  }

  /** Closes a connection that is of no use any more; says what nobody asked for, if that is why. */
  private void drop() {
    HttpConnection lost = connection;
    connection = null;
    if (lost == null) {
      return;
    }
    boolean unused = lost.close();
    shared.openings().closed();
    Breakage unasked = lost.unasked();
    if (unasked != null) {
      Tally tally = shared.tally();
      boolean measured = shared.window().contains(shared.clock().nanos());
      (measured ? tally.measured() : tally.warmup()).failures().add(unasked);
    }
  }

  private void reconnect() {
    drop();
    lostAtNanos = shared.clock().nanos();
    if (!shared.isOver()) {
      connect();
    }
  }

  private void connect() {
    ConnectAttempt next = shared.transport().attempt(this, this::connected, this::connectFailed);
    // Before it begins: it may have failed, and another one be under way, when begin returns.
    attempt = next;
    next.begin();
  }

  private void connected(HttpConnection opened) {
    if (shared.isOver()) {
      opened.close();
      return;
    }
    long now = shared.clock().nanos();
    boolean counts = shared.window().contains(now);
    boolean again = everConnected && keeping != Keeping.PER_REQUEST;
    if (again && counts) {
      shared.tally().reconnected();
    }
    shared.openings().opened(!again && counts);
    everTried = true;
    everConnected = true;
    connection = opened;
    if (!arrival.isHolding()) {
      rest(now);
      return;
    }
    arrival.waited(now - lostAtNanos);
    Request pending = arrival.request();
    if (pending != null && !opened.send(pending)) {
      drop();
      connectFailed(
          new Breakage(Breakage.Kind.CONNECT, "the connection was lost before it was of any use"));
    }
  }

  private void connectFailed(Breakage cause) {
    long now = shared.clock().nanos();
    Breakage breakage = LocalPorts.explained(cause);
    shared.connectFailed(breakage);
    boolean charged =
        arrival.isHolding() || (keeping == Keeping.READY && shared.arrivals().takeDue(this, now));
    if (charged) {
      arrival.unconnected(breakage, now);
    }
    retryLater(now);
  }

  private void retryLater(long nowNanos) {
    lostAtNanos = nowNanos;
    retryAtNanos = nowNanos + retryDelayNanos;
    retryDelayNanos = Math.min(2 * retryDelayNanos, LAST_RETRY_NANOS);
  }
}
