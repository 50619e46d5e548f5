package dev.kvbench.server;

import dev.kvbench.time.NanoClock;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The threads that do what requests ask for, in place of the selectors that read them. A connection
 * has at most one request here at a time, so that its answers keep their order; it is the selector
 * alone that brings requests, and it holds its connection's lock then.
 */
final class Workers {

  private static final long KEEP_ALIVE_SECONDS = 60;

  private final KvHttpServer server;
  private final WorkersConfig config;
  private final long deadlineNanos;
  private final NanoClock clock;
  private final ThreadPoolExecutor executor;

  /**
   * @param deadlineNanos the longest wait; 0 for none
   */
  Workers(KvHttpServer server, WorkersConfig config, long deadlineNanos, NanoClock clock) {
    this.server = server;
    this.config = config;
    this.deadlineNanos = deadlineNanos;
    this.clock = clock;
    AtomicInteger started = new AtomicInteger();
    this.executor =
        new ThreadPoolExecutor(
            config.minThreads(),
            config.maxThreads(),
            KEEP_ALIVE_SECONDS,
            TimeUnit.SECONDS,
            queue(config),
            work -> new Thread(work, "kvbench-server worker " + started.getAndIncrement()),
            (work, ignored) -> reject((Work) work));
  }

  private static BlockingQueue<Runnable> queue(WorkersConfig config) {
    return switch (config.queue()) {
      case ARRAY -> new ArrayBlockingQueue<>(config.capacity());
      case LINKED ->
          config.order() == WorkersConfig.Order.LIFO
              ? new LastInFirstOut(config.capacity())
              : new LinkedBlockingQueue<>(config.capacity());
      case SYNCHRONOUS -> new SynchronousQueue<>();
    };
  }

  /** Notes that a request has been read whole: from now on it waits. */
  void wasRead(KvRequest request) {
    if (deadlineNanos > 0) {
      request.wasReadAt(clock.nanos());
    }
  }

  /** Has a request done and answered: by a worker, or as the rejection policy says, at once. */
  void take(KvRequest request, KvSession session) {
    session.handOver();
    executor.execute(new Work(request, session));
  }

  /** How many requests wait for a thread. */
  int waiting() {
    return executor.getQueue().size();
  }

  private void reject(Work work) {
    if (executor.isShutdown()) {
      // the connection is closed already
      return;
    }
    switch (config.rejection()) {
      case ABORT -> work.refuse();
      case CALLER_RUNS -> work.run();
      case DISCARD_OLDEST -> {
        do {
          Runnable oldest = pollOldest();
          if (oldest != null) {
            ((Work) oldest).refuse();
          }
        } while (!executor.getQueue().offer(work));
      }
    }
  }

  private @Nullable Runnable pollOldest() {
    return executor.getQueue() instanceof LastInFirstOut stack
        ? stack.pollLast()
        : executor.getQueue().poll();
  }

  /**
   * Ends the threads, and returns when none is at work any more. Their connections have to be
   * closed, and the selectors ended, before.
   */
  void close() {
    executor.shutdownNow();
    boolean interrupted = false;
    while (!executor.isTerminated()) {
      try {
        boolean unused = executor.awaitTermination(1, TimeUnit.DAYS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** A request on its way to being answered. */
  private final class Work implements Runnable {

    private final KvRequest request;
    private final KvSession session;

    Work(KvRequest request, KvSession session) {
      this.request = request;
      this.session = session;
    }

    @Override
    public void run() {
      try {
        if (deadlineNanos > 0 && clock.nanos() - request.readAtNanos() > deadlineNanos) {
          session.send(request, Answer.REQUEST_TIMEOUT);
        } else {
          server.handle(request, session);
        }
      } catch (Throwable e) {
        // the client has gone, or nothing sensible can be answered
        session.closeBySelector();
      }
    }

    /** Answers that there is no room for the request. May come from another connection's turn. */
    void refuse() {
      try {
        session.send(request, Answer.SERVICE_UNAVAILABLE);
      } catch (Throwable e) {
        session.closeBySelector();
      }
    }
  }
}
