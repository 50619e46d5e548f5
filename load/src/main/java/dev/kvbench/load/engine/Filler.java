package dev.kvbench.load.engine;

import dev.kvbench.load.http.Breakage;
import dev.kvbench.load.http.ConnectAttempt;
import dev.kvbench.load.http.HttpConnection;
import dev.kvbench.load.http.HttpTransport;
import dev.kvbench.load.workload.Request;
import dev.kvbench.time.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a fill, opened anew where it is lost, and the key that it is storing. The I/O
 * thread and the one that fills come here; one at a time, since nothing is measured.
 */
final class Filler implements HttpConnection.Observer {

  /** How often a key is put before the fill is given up. */
  private static final int TRIES = 5;

  private static final long FIRST_RETRY_NANOS = 10 * NanoClock.NANOS_PER_MILLI;
  private static final long NEVER = Long.MAX_VALUE;

  private final Fill fill;
  private final HttpTransport transport;
  private @Nullable HttpConnection connection;
  private @Nullable ConnectAttempt attempt;
  private long key;
  private Request request;
  private int tries;
  private boolean put;
  private long retryAtNanos = NEVER;
  private boolean ended;

  Filler(Fill fill, HttpTransport transport) {
    this.fill = fill;
    this.transport = transport;
    this.key = fill.takeKey();
    this.request = fill.workload().request(key);
  }

  /** Begins with the first key. */
  synchronized void begin() {
    connect();
  }

  /** The fill's turn: deadlines, tries that had to wait, and whether it is to stop. */
  synchronized void watch(long nowNanos, long timeoutNanos) {
    HttpConnection open = connection;
    ConnectAttempt pending = attempt;
    if (ended) {
      return;
    }
    if (fill.isStopped()) {
      if (open != null) {
        boolean unused = open.giveUp();
      }
      end();
    } else if (nowNanos >= retryAtNanos) {
      retryAtNanos = NEVER;
      put();
    } else if (open != null) {
      if (open.giveUpIfPendingSinceBefore(nowNanos - timeoutNanos)) {
        boolean unwritten = !open.isRequestComplete();
        fill.failures().addOverdue(unwritten, timeoutNanos);
        failed("no whole answer within " + timeoutNanos / 1e9 + " s");
      }
    } else if (pending != null) {
      pending.expire(nowNanos, timeoutNanos);
    }
  }

  @Override
  public synchronized void answered(HttpConnection from) {
    if (ended || from != connection) {
      return;
    }
    if (from.status() / 100 == 2 || request.form().isRight(from.status())) {
      // Whichever success it is, and whatever the api calls right: the server has taken the value.
      fill.stored();
      next();
    } else {
      fill.failures().add(request, from.status(), from.bodyBytes(), Outcome.STATUS);
      failed(Answers.explain(request, from.status(), from.bodyBytes()));
    }
  }

  @Override
  public synchronized void broken(HttpConnection from, Breakage breakage) {
    if (ended || from != connection) {
      return;
    }
    fill.failures().add(breakage);
    if (from.exchanges() > 0 && !from.isAnswerBegun()) {
      // The peer may have closed it behind its last answer: it need not be spared.
      failed(breakage.message(), 0);
    } else {
      failed(breakage.message());
    }
  }

  private void next() {
    tries = 0;
    put = false;
    key = fill.takeKey();
    if (fill.isKey(key)) {
      request = fill.workload().request(key);
      put();
    } else {
      end();
    }
  }

  private void put() {
    HttpConnection open = connection;
    if (fill.isStopped()) {
      end();
    } else if (open != null && open.isOpen()) {
      put = true;
      if (!open.send(request)) {
        connect();
      }
    } else {
      connect();
    }
  }

  private void connect() {
    HttpConnection lost = connection;
    connection = null;
    if (lost != null) {
      boolean unused = lost.close();
      Breakage unasked = lost.unasked();
      if (unasked != null) {
        fill.failures().add(unasked);
      }
    }
    ConnectAttempt next = transport.attempt(this, this::connected, this::connectFailed);
    attempt = next;
    next.begin();
  }

  private synchronized void connected(HttpConnection opened) {
    if (ended) {
      boolean unused = opened.close();
      return;
    }
    connection = opened;
    put = true;
    if (!opened.send(request)) {
      failed("the connection was lost before it was of any use");
    }
  }

  private synchronized void connectFailed(Breakage breakage) {
    if (!ended) {
      Breakage explained = LocalPorts.explained(breakage);
      fill.failures().add(explained);
      failed(explained.message());
    }
  }

  private void failed(String message) {
    failed(message, FIRST_RETRY_NANOS << tries);
  }

  private void failed(String message, long restNanos) {
    tries++;
    if (tries >= TRIES) {
      fill.stop(
          request.method()
              + " "
              + request.path()
              + " failed: "
              + message
              + ", the last of "
              + TRIES
              + " tries");
      end();
    } else if (restNanos == 0) {
      put();
    } else {
      retryAtNanos = fill.clock().nanos() + restNanos;
    }
  }

  private void end() {
    if (!ended) {
      ended = true;
      fill.fillerEnded(put);
    }
  }
}
