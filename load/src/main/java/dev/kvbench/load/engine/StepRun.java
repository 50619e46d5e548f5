package dev.kvbench.load.engine;

import dev.kvbench.load.arrival.ArrivalCursor;
import dev.kvbench.load.http.HttpTransport;
import dev.kvbench.load.workload.Workload;
import dev.kvbench.result.Ledger;
import dev.kvbench.result.StepHistograms.Recording;
import dev.kvbench.result.StepResult;
import dev.kvbench.scenario.ArrivalProcess;
import dev.kvbench.scenario.ConnectionSpec;
import dev.kvbench.scenario.Scenario;
import dev.kvbench.scenario.StepSpec;
import dev.kvbench.time.NanoClock;
import java.net.URI;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Runs one measured step: opens the connections, offers the arrivals at their due times whatever
 * the target does, or in a closed loop as answers come, and accounts for every one of them. {@link
 * #run} works on the calling thread, beside the pacer's and the transport's; {@link #stop} may be
 * called from any.
 */
public final class StepRun {

  private static final long WATCH_NANOS = 5 * NanoClock.NANOS_PER_MILLI;

  /** How many lanes are looked at in a turn; ten thousand in each took a tenth of a core. */
  private static final int WATCHED_AT_ONCE = 500;

  private static final long STOP_GRACE_NANOS = 500 * NanoClock.NANOS_PER_MILLI;
  private static final long MIN_DRAIN_NANOS = NanoClock.NANOS_PER_SECOND;
  private static final int DRAIN_SHARE = 10;

  private final Scenario scenario;
  private final StepSpec.Load step;
  private final Workload workload;
  private final URI url;
  private final NanoClock clock;
  private final CompilerThreads compilers = CompilerThreads.ofThisProcess();
  private volatile @Nullable String stopReason;

  /**
   * Prepares a step; nothing is opened yet.
   *
   * @param filled whether every key is known to be stored
   * @param url the target
   */
  public StepRun(Scenario scenario, StepSpec.Load step, boolean filled, URI url, NanoClock clock) {
    this.scenario = scenario;
    this.step = step;
    this.workload = Workload.of(scenario, step, filled);
    this.url = url;
    this.clock = clock;
  }

  /**
   * Cuts the step short: the arrivals due so far are the arrivals scheduled. {@link #run} returns
   * soon with what was measured until then.
   */
  public void stop(String reason) {
    if (stopReason == null) {
      stopReason = reason;
    }
  }

  /**
   * Runs the step to its end.
   *
   * @throws IllegalStateException if an arrival was lost or counted twice, which is a bug in
   *     kvbench
   */
  public Measurement run(LoadListener listener) {
    try (HttpTransport transport = Opening.transport(scenario, url, clock)) {
      Window window = new Window(step.durationNanos());
      ConnectionSpec connections = scenario.connections();
      Source source = source(window, connections.max());
      Shared shared = new Shared(transport, workload, source.arrivals(), window, clock);
      List<Lane> lanes =
          Opening.lanes(
              shared,
              connections,
              step.isClosed(),
              scenario.timeoutNanos(),
              () -> stopReason != null);
      int established = (int) lanes.stream().filter(Lane::isConnected).count();
      if (established == 0 && connections.initial() > 0) {
        return Measurement.notRun(shared.connectFailure());
      }
      return run(shared, source, lanes, established, listener);
    }
  }

  /**
   * Where arrivals come from, and how they are counted.
   *
   * @param counts gives a count that begins anew
   */
  private record Source(ArrivalSource<Lane> arrivals, Supplier<Offered> counts) {}

  private Source source(Window window, int lanes) {
    if (step.arrivals() instanceof ArrivalProcess.Closed process) {
      ClosedLoop<Lane> loop = new ClosedLoop<>(process.thinkNanos(), lanes, window);
      return new Source(loop, () -> loop);
    }
    return new Source(new Dispatcher<>(schedule(), window), () -> new OfferedCounter(schedule()));
  }

  private Measurement run(
      Shared shared, Source source, List<Lane> lanes, int established, LoadListener listener) {
    Window window = shared.window();
    compilers.prepare();
    settleMemory();
    window.start(clock.nanos() + Watch.LEAD_NANOS);
    if (!step.warmup().auto()) {
      window.measureFrom(window.startNanos() + step.warmup().nanos());
    }
    shared.arrivals().start();
    for (Lane lane : lanes) {
      lane.join(clock.nanos());
    }
    Pacer pacer = new Pacer(shared.arrivals(), window, step.peakRatePerSecond(), clock);
    Thread pacerThread = new Thread(pacer, "kvbench-pacer");
    pacerThread.setDaemon(true);
    GeneratorMeter meter =
        new GeneratorMeter(new CpuMeter(pacerThread, shared.transport().ioThreads()), listener);
    pacerThread.start();
    Watch watch = new Watch(step, shared, source.counts().get(), meter, listener);
    try {
      loop(shared, watch, lanes, pacerThread, meter);
    } finally {
      compilers.resume();
      shared.arrivals().close();
      LockSupport.unpark(pacerThread);
      shared.end();
    }
    RuntimeException pacerFailure = pacer.failure();
    if (pacerFailure != null) {
      throw pacerFailure;
    }
    long now = clock.nanos();
    for (Lane lane : lanes) {
      lane.finish(now);
    }
    chargeUnsent(shared, now);
    watch.finish(now);
    return measurement(shared, source.counts().get(), watch, meter, established, now);
  }

  private void loop(
      Shared shared, Watch watch, List<Lane> lanes, Thread pacerThread, GeneratorMeter meter) {
    Window window = shared.window();
    boolean cut = false;
    int nextWatched = 0;
    long giveUpAt = Long.MAX_VALUE;
    while (true) {
      long now = clock.nanos();
      if (stopReason != null && !cut) {
        cut = true;
        // While the pacer's thread is alive: of one that has ended no time is told.
        meter.end(now);
        shared.arrivals().cutAt(now);
        shared.arrivals().close();
        LockSupport.unpark(pacerThread);
        giveUpAt = now + STOP_GRACE_NANOS;
      }
      if (now >= window.fromNanos()) {
        compilers.stepBack();
      }
      for (int i = Math.min(lanes.size(), WATCHED_AT_ONCE); i > 0; i--) {
        lanes.get(nextWatched).watch(now, scenario.timeoutNanos());
        nextWatched = (nextWatched + 1) % lanes.size();
      }
      while (now >= watch.nextBoundary()) {
        watch.roll(watch.nextBoundary());
      }
      if (now >= window.endNanos()) {
        boolean sending = !cut && now < window.endNanos() + backlogGraceNanos();
        if (!sending) {
          shared.arrivals().close();
          LockSupport.unpark(pacerThread);
        }
        giveUpAt = Math.min(giveUpAt, lastEndNanos(window));
        boolean nothingLeft = !sending || shared.arrivals().isExhausted();
        if (now >= giveUpAt || (nothingLeft && lanes.stream().allMatch(Lane::isFree))) {
          return;
        }
      }
      long next = Math.min(now + WATCH_NANOS, watch.nextBoundary());
      long from = clock.nanos();
      LockSupport.parkNanos(this, Math.max(next - from, NanoClock.NANOS_PER_MICRO));
      meter.slept(from, next, clock.nanos());
    }
  }

  /**
   * How long behind the window arrivals that still wait are given connections: a tenth of the
   * window, at least a second and at most the timeout. What waits longer ends as unsent.
   */
  private long backlogGraceNanos() {
    return Math.min(
        scenario.timeoutNanos(), Math.max(MIN_DRAIN_NANOS, step.durationNanos() / DRAIN_SHARE));
  }

  /** By when the deadlines of all requests have passed, once more for a request that was resent. */
  private long lastEndNanos(Window window) {
    return window.endNanos()
        + backlogGraceNanos()
        + 2 * scenario.timeoutNanos()
        + NanoClock.NANOS_PER_SECOND;
  }

  private void chargeUnsent(Shared shared, long nowNanos) {
    Window window = shared.window();
    Histogram ages = new Histogram(Recording.HIGHEST_NANOS, Recording.SIGNIFICANT_DIGITS);
    shared
        .arrivals()
        .forEachLeft(
            due -> {
              if (window.measures(due)) {
                ages.recordValue(Math.min(Math.max(0, nowNanos - due), Recording.HIGHEST_NANOS));
              }
            });
    shared.tally().measured().unsent(ages);
  }

  private Measurement measurement(
      Shared shared,
      Offered schedule,
      Watch watch,
      GeneratorMeter meter,
      int established,
      long nowNanos) {
    Window window = shared.window();
    Tally tally = shared.tally();
    Account measured = tally.measured();
    long inWarmup = schedule.dueBefore(window.fromNanos() - window.startNanos());
    long scheduled = schedule.dueBefore(window.endNanos() - window.startNanos()) - inWarmup;
    Ledger ledger = measured.ledger(scheduled);
    if (ledger.sum() != scheduled) {
      throw new IllegalStateException(
          "kvbench lost count of its arrivals: %d were scheduled, %d ended: %s"
              .formatted(scheduled, ledger.sum(), ledger));
    }
    return new Measurement(
        established,
        shared.openings().most(),
        shared.openings().missingNanos()
            / (double) Math.max(1, window.endNanos() - window.fromNanos()),
        shared.openings().opened(),
        shared.connectFailure(),
        new StepResult.WarmupResult(
            step.warmup().auto() ? "auto" : "fixed",
            seconds(Math.max(0, window.fromNanos() - window.startNanos())),
            inWarmup,
            watch.isSettled()),
        window.seconds(),
        seconds(Math.max(0, nowNanos - window.endNanos())),
        ledger,
        measured.goodInTime(),
        measured.bytesRead(),
        measured.bytesWritten(),
        measured.resentTotal(),
        tally.reconnects(),
        watch.totals(),
        watch.seconds(),
        meter.generator(),
        meter.stalls(),
        measured.punctuality().result(Math.max(0, window.endNanos() - window.fromNanos())),
        tally.failures(),
        stopReason);
  }

  private ArrivalCursor schedule() {
    return ArrivalCursor.of(step, workload.arrivalSeed());
  }

  /**
   * Has the virtual machine sort out now what will live as long as the step: its histograms alone
   * are 9 MB, and the first collections within the window took 15 ms to copy them, later ones 2.
   */
  private static void settleMemory() {
    System.gc();
  }

  private static double seconds(long nanos) {
    return nanos / (double) NanoClock.NANOS_PER_SECOND;
  }
}
