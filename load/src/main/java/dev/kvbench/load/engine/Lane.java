package dev.kvbench.load.engine;

import dev.kvbench.load.http.Breakage;
import dev.kvbench.load.http.HttpConnection;
import dev.kvbench.load.workload.Request;
import dev.kvbench.time.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * One of a step's connections, kept up: it carries an arrival at a time, and opens the connection
 * again when it is lost. The pacer, the I/O thread and the watch come here.
 */
final class Lane implements Dispatcher.Taker, HttpConnection.Observer {

  private static final long FIRST_RETRY_NANOS = 10 * NanoClock.NANOS_PER_MILLI;
  private static final long LAST_RETRY_NANOS = 500 * NanoClock.NANOS_PER_MILLI;
  private static final long NEVER = Long.MAX_VALUE;

  private final Shared shared;
  private final UnderWay arrival;
  private volatile @Nullable HttpConnection connection;
  private volatile long retryAtNanos = NEVER;
  private long retryDelayNanos = FIRST_RETRY_NANOS;
  private long lostAtNanos;
  private boolean everConnected;

  Lane(Shared shared) {
    this.shared = shared;
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
    if (from.isOpen()) {
      rest(end);
    } else {
      reconnect();
    }
  }

  @Override
  public void broken(HttpConnection from, Breakage breakage) {
    if (from == connection) {
      arrival.broken(from, breakage);
      reconnect();
    }
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
        arrival.overdue(open, nowNanos);
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
    arrival.finish(open, nowNanos);
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
    if (!arrival.isHolding()) {
      rest(now);
      return;
    }
    arrival.waited(now - lostAtNanos);
    Request pending = arrival.request();
    if (pending != null && !opened.send(pending)) {
      reconnect();
    }
  }

  private void connectFailed(Breakage breakage) {
    long now = shared.clock().nanos();
    shared.connectFailed(breakage);
    if (arrival.isHolding() || shared.dispatcher().takeDue(this, now)) {
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
