package dev.kvbench.run;

import dev.kvbench.result.Calibration;
import dev.kvbench.targets.LawServers;
import dev.kvbench.targets.Machine;
import dev.kvbench.targets.TargetException;
import dev.kvbench.targets.process.ScratchFolder;
import dev.kvbench.time.NanoClock;
import dev.kvbench.time.WakeWitness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Measures what kvbench and this machine need by themselves: how late timed sleeps end, how long
 * requests take to a server that does nothing, and the highest rate that is kept against it.
 *
 * <p>{@link #run} works on the calling thread; {@link #interrupt} may be called from any.
 */
public final class Calibrate {

  private static final String FOLDER = "kvbench-calibrate-";

  /** Requests per second of the floor: few enough that none waits for another. */
  private static final double FLOOR_RATE = 1_000;

  private static final double REHEARSAL_RATE = 5_000;

  /** How close the search comes to the rate that is not kept any more. */
  private static final double SEARCH_RESOLUTION = 0.07;

  private final Plan plan;
  private final String version;
  private final NanoClock clock;
  private final InstantSource wallClock;
  private final CalibrateListener listener;
  private final InnerRuns runs;
  private final CountDownLatch stopped = new CountDownLatch(1);

  /**
   * How long each part takes, in seconds, and what is tried.
   *
   * @param sleeps timed sleeps
   * @param rehearsal requests until all code is compiled, unmeasured
   * @param floor requests at a modest rate
   * @param rung each rate of the search
   * @param search after so long no further rate is tried
   * @param firstRate requests per second that the search begins with
   */
  record Plan(
      double sleeps, double rehearsal, double floor, double rung, double search, double firstRate) {

    /** Less than a minute. */
    static final Plan USUAL = new Plan(3, 5, 6, 2, 32, 10_000);
  }

  /** Prepares a calibration. */
  public Calibrate(
      String version, NanoClock clock, InstantSource wallClock, CalibrateListener listener) {
    this(Plan.USUAL, version, clock, wallClock, listener);
  }

  Calibrate(
      Plan plan,
      String version,
      NanoClock clock,
      InstantSource wallClock,
      CalibrateListener listener) {
    this.plan = plan;
    this.version = version;
    this.clock = clock;
    this.wallClock = wallClock;
    this.listener = listener;
    this.runs = new InnerRuns(version, clock, wallClock);
  }

  /**
   * What came of it.
   *
   * @param calibration what was measured; null if it cannot be used, or was interrupted
   * @param refusal why it cannot be used; empty otherwise
   */
  public record Outcome(@Nullable Calibration calibration, String refusal) {}

  /** How long it takes, in seconds, at the most. */
  public double plannedSeconds() {
    return plan.sleeps() + plan.rehearsal() + plan.floor() + plan.search() + 4 * plan.rung();
  }

  /**
   * Measures.
   *
   * @throws TargetUnavailableException if the server that does nothing could not be started
   */
  public Outcome run() {
    try (ScratchFolder folder = ScratchFolder.create(FOLDER)) {
      listener.began("timed sleeps", plan.sleeps());
      Calibration.Lateness usual = sleeps(false);
      Calibration.Lateness sharp = sleeps(true);
      Map<String, long[]> laws = Map.of(LawServers.NOTHING, new long[0]);
      try (LawServers server = LawServers.start(laws, folder.path().resolve("server.log"), clock)) {
        URI url = server.url(LawServers.NOTHING);
        return measure(new IdleServerLoad(runs, url, folder.path()), usual, sharp);
      }
    } catch (TargetException e) {
      throw new TargetUnavailableException(Objects.requireNonNull(e.getMessage()), e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a temporary folder: " + e.getMessage(), e);
    }
  }

  /** Ends it soon; nothing comes of it then. */
  public void interrupt(String reason) {
    stopped.countDown();
    runs.interrupt(reason);
  }

  private Outcome measure(
      IdleServerLoad load, Calibration.Lateness usual, Calibration.Lateness sharp) {
    listener.began("warming up", plan.rehearsal());
    IdleServerLoad.Try rehearsal = load.run(REHEARSAL_RATE, plan.rehearsal());
    listener.began("requests to a server that does nothing", plan.floor());
    IdleServerLoad.Try atRest = load.run(FLOOR_RATE, plan.floor());
    if (rehearsal.isInterrupted() || atRest.isInterrupted()) {
      return new Outcome(null, "");
    }
    Calibration.Floor floor = atRest.floor();
    if (floor == null) {
      return new Outcome(null, atRest.whyNotKept());
    }
    Calibration.Highest highest = search(load);
    if (runs.isInterrupted()) {
      return new Outcome(null, "");
    }
    Instant now = Instant.ofEpochMilli(wallClock.millis());
    return new Outcome(
        new Calibration(
            now.atZone(ZoneOffset.UTC).toLocalDate().toString(),
            version,
            Calibration.Machine.of(Machine.environment(Map.of())),
            usual,
            sharp,
            floor,
            highest),
        "");
  }

  /**
   * Looks for the highest rate that is kept: doubles it until one is not, then halves the distance.
   * Null where not even the first is.
   */
  private Calibration.@Nullable Highest search(IdleServerLoad load) {
    listener.began("the highest rate", plan.search());
    long deadline = clock.nanos() + (long) (plan.search() * NanoClock.NANOS_PER_SECOND);
    IdleServerLoad.Try kept = null;
    Double limit = null;
    double rate = plan.firstRate();
    while (clock.nanos() < deadline) {
      IdleServerLoad.Try rung = load.run(rate, plan.rung());
      if (rung.isInterrupted()) {
        break;
      }
      String why = rung.whyNotKept();
      listener.tried(rate, why.isEmpty(), why);
      if (why.isEmpty()) {
        kept = rung;
      } else {
        limit = rate;
      }
      double low = kept == null ? 0 : kept.ratePerSecond();
      if (limit != null && limit - low <= SEARCH_RESOLUTION * limit) {
        break;
      }
      rate = limit == null ? 2 * rate : rounded((low + limit) / 2);
    }
    return kept == null
        ? null
        : new Calibration.Highest(kept.ratePerSecond(), kept.cpuMicrosPerRequest(), limit);
  }

  private static double rounded(double rate) {
    return Math.max(1, Math.rint(rate / 100) * 100);
  }

  private Calibration.Lateness sleeps(boolean sharp) {
    double[] micros = new double[(int) (plan.sleeps() * 1000)];
    int[] count = new int[1];
    WakeWitness.Observer observer =
        (at, late) -> {
          synchronized (micros) {
            if (count[0] < micros.length) {
              micros[count[0]++] = late / 1e3;
            }
          }
        };
    WakeWitness witness = WakeWitness.start(clock, sharp, observer);
    try {
      boolean unused = stopped.await(Math.round(plan.sleeps() * 500), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      witness.close();
    }
    synchronized (micros) {
      double[] sorted = Arrays.copyOf(micros, count[0]);
      Arrays.sort(sorted);
      return new Calibration.Lateness(at(sorted, 0.5), at(sorted, 0.99), at(sorted, 1));
    }
  }

  private static double at(double[] sorted, double share) {
    int rank = (int) Math.ceil(share * sorted.length - 1e-6);
    return sorted.length == 0 ? 0 : sorted[Math.max(0, rank - 1)];
  }
}
