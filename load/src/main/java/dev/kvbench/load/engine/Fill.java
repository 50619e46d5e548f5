package dev.kvbench.load.engine;

import dev.kvbench.load.http.HttpTransport;
import dev.kvbench.load.workload.Workload;
import dev.kvbench.result.StepResult;
import dev.kvbench.scenario.Scenario;
import dev.kvbench.scenario.StepSpec;
import dev.kvbench.time.NanoClock;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Stores every key once: a closed loop over a step's connections, as fast as the target takes the
 * puts. A put that fails is tried again a few times; then the fill is over, incomplete. So it ends:
 * each try ends within the timeout, and so does each attempt to connect.
 */
public final class Fill {

  private static final long LOOK_MILLIS = 10;
  private static final long TELL_NANOS = 500 * NanoClock.NANOS_PER_MILLI;

  private final Scenario scenario;
  private final Workload workload;
  private final URI url;
  private final NanoClock clock;
  private final AtomicLong nextKey = new AtomicLong();
  private final AtomicLong stored = new AtomicLong();
  private final AtomicLong unacknowledged = new AtomicLong();
  private final AtomicReference<@Nullable String> stopReason = new AtomicReference<>();
  private final Failures failures = new Failures();
  private final CountDownLatch done;

  /**
   * What a fill did. Each key is in one of the three counts.
   *
   * @param stored keys whose put was acknowledged
   * @param unacknowledged keys that were put, and may be stored or not
   * @param untried keys that were never put
   * @param seconds how long it took
   * @param failures what went wrong, the most frequent first, also where another try went well
   * @param failure why it is incomplete, and how many keys are; or null
   */
  public record Outcome(
      long stored,
      long unacknowledged,
      long untried,
      double seconds,
      List<StepResult.Failure> failures,
      @Nullable String failure) {
    /** Defensive copy. */
    public Outcome {
      failures = List.copyOf(failures);
    }
  }

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
    stopReason.compareAndSet(null, reason);
  }

  /**
   * Fills, on the calling thread beside the transport's.
   *
   * @param progress is told twice a second how many keys are stored
   */
  public Outcome run(LongConsumer progress) {
    long began = clock.nanos();
    List<Filler> fillers = new ArrayList<>();
    try (HttpTransport transport = Opening.transport(scenario, url, clock)) {
      for (int i = connections(); i > 0; i--) {
        Filler filler = new Filler(this, transport);
        fillers.add(filler);
        filler.begin();
      }
      long toldNanos = began;
      while (!done.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        long now = clock.nanos();
        for (Filler filler : fillers) {
          filler.watch(now, scenario.timeoutNanos());
        }
        if (now - toldNanos >= TELL_NANOS) {
          toldNanos = now;
          progress.accept(stored.get());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      stop("interrupted");
      for (Filler filler : fillers) {
        filler.watch(clock.nanos(), scenario.timeoutNanos());
      }
    }
    return outcome((clock.nanos() - began) / (double) NanoClock.NANOS_PER_SECOND);
  }

  private Outcome outcome(double seconds) {
    long keys = scenario.keys().count();
    long open = unacknowledged.get();
    long untried = keys - stored.get() - open;
    if (open + untried == 0) {
      return new Outcome(keys, 0, 0, seconds, failures.list(""), null);
    }
    String failure =
        String.format(
            Locale.ROOT,
            "%s; of %,d keys %,d are stored, %,d were put and not acknowledged, %,d were not put",
            stopReason.get(),
            keys,
            stored.get(),
            open,
            untried);
    return new Outcome(stored.get(), open, untried, seconds, failures.list(""), failure);
  }

  private int connections() {
    return (int) Math.min(scenario.connections().max(), scenario.keys().count());
  }

  /** Whether nothing is to be put any more, though keys are left. */
  boolean isStopped() {
    return stopReason.get() != null;
  }

  /** Gives a filler the next key; none is left where {@link #isKey} does not know it. */
  long takeKey() {
    return nextKey.getAndIncrement();
  }

  boolean isKey(long key) {
    return key < scenario.keys().count();
  }

  Workload workload() {
    return workload;
  }

  NanoClock clock() {
    return clock;
  }

  Failures failures() {
    return failures;
  }

  /** A key's put was acknowledged. */
  void stored() {
    stored.incrementAndGet();
  }

  /**
   * A filler is at its end.
   *
   * @param unacknowledgedKey whether it leaves a key that was put and not acknowledged
   */
  void fillerEnded(boolean unacknowledgedKey) {
    if (unacknowledgedKey) {
      unacknowledged.incrementAndGet();
    }
    done.countDown();
  }
}
