package dev.kvbench.load.engine;

import dev.kvbench.load.http.Breakage;
import dev.kvbench.load.http.HttpConnection;
import dev.kvbench.load.http.HttpTransport;
import dev.kvbench.load.workload.Request;
import dev.kvbench.load.workload.Workload;
import dev.kvbench.scenario.Scenario;
import dev.kvbench.scenario.StepSpec;
import dev.kvbench.time.NanoClock;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Stores every key once: a closed loop over a step's connections, as fast as the target takes the
 * puts. A put that fails is tried again a few times; then the fill is over, incomplete.
 */
public final class Fill {

  private static final int TRIES = 5;
  private static final long TELL_MILLIS = 500;

  private final Scenario scenario;
  private final Workload workload;
  private final URI url;
  private final NanoClock clock;
  private final AtomicLong nextKey = new AtomicLong();
  private final AtomicLong stored = new AtomicLong();
  private final AtomicReference<@Nullable String> failure = new AtomicReference<>();
  private final CountDownLatch done;
  private volatile boolean stopped;

  /**
   * What a fill did.
   *
   * @param stored puts that were acknowledged
   * @param seconds how long it took
   * @param failure why it is incomplete, or null
   */
  public record Outcome(long stored, double seconds, @Nullable String failure) {}

  /** Prepares a fill of {@code scenario}'s keys into {@code url}. */
  public Fill(Scenario scenario, StepSpec.Fill step, URI url, NanoClock clock) {
    this.scenario = scenario;
    this.workload = Workload.fill(scenario, step);
    this.url = url;
    this.clock = clock;
    this.done = new CountDownLatch(connections());
  }

  /** Ends the fill early; it counts as incomplete. */
  public void stop(String reason) {
    failure.compareAndSet(null, reason);
    stopped = true;
  }

  /**
   * Fills, on the calling thread beside the transport's.
   *
   * @param progress is told twice a second how many keys are stored
   */
  public Outcome run(LongConsumer progress) {
    long began = clock.nanos();
    try (HttpTransport transport = Opening.transport(scenario, url, clock)) {
      Filler[] fillers = new Filler[connections()];
      for (int i = 0; i < fillers.length; i++) {
        fillers[i] = new Filler(transport);
        fillers[i].connect();
      }
      while (!done.await(TELL_MILLIS, TimeUnit.MILLISECONDS)) {
        progress.accept(stored.get());
        for (Filler filler : fillers) {
          filler.watch(clock.nanos());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      stop("interrupted");
    }
    double seconds = (clock.nanos() - began) / (double) NanoClock.NANOS_PER_SECOND;
    return new Outcome(stored.get(), seconds, failure.get());
  }

  private int connections() {
    return (int) Math.min(scenario.connections().max(), scenario.keys().count());
  }

  /** One connection of the fill, and the key it is storing. */
  private final class Filler implements HttpConnection.Observer {

    private final HttpTransport transport;
    private final AtomicInteger tries = new AtomicInteger();
    private volatile @Nullable HttpConnection connection;
    private volatile long key;
    private volatile long connectingSinceNanos;

    Filler(HttpTransport transport) {
      this.transport = transport;
      this.key = nextKey.getAndIncrement();
    }

    void connect() {
      HttpConnection lost = connection;
      connection = null;
      connectingSinceNanos = clock.nanos();
      if (lost != null) {
        boolean unused = lost.close();
      }
      transport.connect(
          this,
          opened -> {
            connection = opened;
            put();
          },
          this::retry);
    }

    /** Gives up a put that takes longer than the timeout. */
    void watch(long nowNanos) {
      HttpConnection open = connection;
      if (open == null && nowNanos - connectingSinceNanos > 2 * scenario.timeoutNanos()) {
        // The client says neither yes nor no, as when the process has no file descriptors left.
        stop("no connection within " + 2 * scenario.timeoutNanos() / 1e9 + " s");
        done.countDown();
      }
      if (open != null
          && open.isBusy()
          && (stopped || nowNanos - open.pendingSinceNanos() > scenario.timeoutNanos())
          && open.giveUp()) {
        retry(
            new Breakage(
                Breakage.Kind.READ, "no answer within " + scenario.timeoutNanos() / 1e9 + " s"));
      }
    }

    private void put() {
      HttpConnection open = connection;
      if (stopped || key >= scenario.keys().count()) {
        done.countDown();
      } else if (open == null || !open.isOpen() || !open.send(workload.request(key))) {
        connect();
      }
    }

    @Override
    public void answered(HttpConnection from) {
      Request request = workload.request(key);
      if (from.status() / 100 == 2) {
        stored.incrementAndGet();
        tries.set(0);
        key = nextKey.getAndIncrement();
        put();
      } else {
        failed(Answers.explain(request, from.status(), from.bodyBytes()), this::put);
      }
    }

    @Override
    public void broken(HttpConnection from, Breakage breakage) {
      if (breakage.kind() == Breakage.Kind.MALFORMED) {
        // An answer that nobody asked for may have been taken for that of a put which never
        // arrived.
        tries.set(TRIES);
      }
      retry(breakage);
    }

    private void retry(Breakage breakage) {
      failed(
          "PUT " + workload.request(key).path() + " failed: " + breakage.message(), this::connect);
    }

    private void failed(String message, Runnable again) {
      if (tries.incrementAndGet() >= TRIES || stopped) {
        stop(message);
        done.countDown();
      } else {
        again.run();
      }
    }
  }
}
