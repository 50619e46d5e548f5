package dev.kvbench.run;

import dev.kvbench.analysis.law.LawJudge;
import dev.kvbench.analysis.law.LawPlan;
import dev.kvbench.analysis.law.ServedRecord;
import dev.kvbench.result.Figures;
import dev.kvbench.result.LawCheck;
import dev.kvbench.result.Progress;
import dev.kvbench.result.RunResult;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import dev.kvbench.scenario.StepSpec;
import dev.kvbench.targets.LawServers;
import dev.kvbench.targets.TargetException;
import dev.kvbench.targets.process.ScratchFolder;
import dev.kvbench.time.NanoClock;
import dev.kvbench.time.WakeWitness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * kvbench held against servers whose behaviour is known: each law is measured by a whole run, as
 * any scenario is, and its figures are compared with what they must be. A law that the machine
 * disturbed is measured a second time, if the minute that a self-test may take has room for it.
 *
 * <p>{@link #run} works on the calling thread; {@link #interrupt} may be called from any.
 */
public final class SelfTest {

  /** A self-test begins nothing that would end later than this after its start. */
  private static final long BUDGET_NANOS = 58 * NanoClock.NANOS_PER_SECOND;

  /** What a law takes beside its requests: connections, files, the server's record. */
  private static final long OVERHEAD_NANOS = NanoClock.NANOS_PER_SECOND;

  private static final String STEP = "law";

  private final @Nullable LawPlan rehearsal;
  private final List<LawPlan> plans;
  private final NanoClock clock;
  private final SelfTestListener listener;
  private final InnerRuns runs;

  /**
   * Prepares a self-test.
   *
   * @param laws names of the laws to test; empty for all
   * @throws IllegalArgumentException if there is none of such a name, with a sentence
   */
  public SelfTest(
      List<String> laws,
      String version,
      NanoClock clock,
      InstantSource wallClock,
      SelfTestListener listener) {
    this(SelfTestPlans.rehearsal(), chosen(laws), clock, wallClock, listener, version);
  }

  SelfTest(
      @Nullable LawPlan rehearsal,
      List<LawPlan> plans,
      NanoClock clock,
      InstantSource wallClock,
      SelfTestListener listener,
      String version) {
    this.rehearsal = rehearsal;
    this.plans = plans;
    this.runs = new InnerRuns(version, clock, wallClock);
    this.clock = clock;
    this.listener = listener;
  }

  /** Names of all laws, in the order in which they are tested. */
  public static List<String> laws() {
    return SelfTestPlans.all().stream().map(plan -> plan.law().name()).toList();
  }

  /** How many laws will be tested. */
  public int count() {
    return plans.size();
  }

  /** How long that takes, in seconds, if none is tested again. */
  public double plannedSeconds() {
    return Stream.concat(Stream.ofNullable(rehearsal), plans.stream())
        .mapToDouble(plan -> nanos(plan) / 1e9)
        .sum();
  }

  /**
   * Tests the laws.
   *
   * @return how each compares, in their order; those that an interrupt came before are not in it
   * @throws TargetUnavailableException if a server could not be started or ended too early
   */
  public List<LawCheck> run() {
    long deadline = clock.nanos() + BUDGET_NANOS;
    try (ScratchFolder folder = ScratchFolder.create("kvbench-selftest-");
        LawServers servers = start(folder.path())) {
      if (rehearsal != null) {
        listener.rehearsing();
        rehearse(rehearsal, servers, folder.path().resolve("rehearsal"));
      }
      List<LawCheck> checks = new ArrayList<>();
      for (int i = 0; i < plans.size() && !runs.isInterrupted(); i++) {
        long left = plans.subList(i + 1, plans.size()).stream().mapToLong(SelfTest::nanos).sum();
        LawCheck check = test(plans.get(i), servers, folder.path(), deadline - left);
        if (check != null) {
          checks.add(check);
          listener.lawEnded(check);
        }
      }
      return checks;
    } catch (TargetException e) {
      throw new TargetUnavailableException(Objects.requireNonNull(e.getMessage()), e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a temporary folder: " + e.getMessage(), e);
    }
  }

  /** Ends the test soon; the law under way is not judged. */
  public void interrupt(String reason) {
    runs.interrupt(reason);
  }

  /** Returns how a law compares; null if it was interrupted. */
  private @Nullable LawCheck test(
      LawPlan plan, LawServers servers, Path folder, long deadlineNanos) {
    LawCheck check = once(plan, servers, folder, 1);
    if (check != null
        && check.outcome() == LawCheck.Outcome.DISTURBED
        && clock.nanos() + nanos(plan) < deadlineNanos) {
      return once(plan, servers, folder, 2);
    }
    return check;
  }

  private void rehearse(LawPlan plan, LawServers servers, Path folder) {
    RunResult unjudged = load(plan, servers, folder, new WakeTimes());
    String record = servers.record(plan.law().name());
    if (unjudged.steps().isEmpty() || record.isEmpty()) {
      throw new TargetException("no requests could be sent to the server of known laws");
    }
  }

  private @Nullable LawCheck once(LawPlan plan, LawServers servers, Path folder, int time) {
    String name = plan.law().name();
    listener.lawBegan(name, plan.law().words(), time > 1);
    WakeTimes wakings = new WakeTimes();
    RunResult result = load(plan, servers, folder.resolve(name + "-" + time), wakings);
    if (result.state() != RunResult.State.FINISHED) {
      return null;
    }
    ServedRecord record = ServedRecord.parse(servers.record(name));
    StepResult step = result.steps().get(0);
    StepResult.Standstill still = step.generator().standstill();
    return LawJudge.of(
            plan,
            record,
            step.times().get(TimeKind.RESPONSE.tag()),
            step.ledger(),
            wakings.lateNanos())
        .with(OwnDoubts.of(plan, step), still == null ? null : still.stealShare());
  }

  private LawServers start(Path folder) {
    Map<String, long[]> laws = new LinkedHashMap<>();
    Stream.concat(Stream.ofNullable(rehearsal), plans.stream())
        .map(LawPlan::law)
        .forEach(law -> laws.put(law.name(), law.values()));
    return LawServers.start(laws, folder.resolve("server.log"), clock);
  }

  private RunResult load(LawPlan plan, LawServers servers, Path folder, WakeTimes wakings) {
    String name = plan.law().name();
    RunListener told =
        new RunListener() {
          @Override
          public void progress(StepSpec.Load step, Progress progress) {
            wakings.measuring(progress.phase() == Progress.Phase.MEASURE);
            listener.progress(name, progress);
          }
        };
    WakeWitness witness = WakeWitness.start(clock, true, wakings);
    try {
      return runs.run(scenario(plan, servers.url(name)), folder, told);
    } finally {
      witness.close();
    }
  }

  /** How late the witness of kvbench's own process was woken in the measured window. */
  private static final class WakeTimes implements WakeWitness.Observer {

    private final List<Long> late = new ArrayList<>();
    private boolean measuring;

    /** What is noted from now on lies in the measured window, or does not. */
    synchronized void measuring(boolean now) {
      measuring = now;
    }

    @Override
    public synchronized void woken(long atNanos, long lateNanos) {
      if (measuring) {
        late.add(lateNanos);
      }
    }

    synchronized long[] lateNanos() {
      return late.stream().mapToLong(Long::longValue).toArray();
    }
  }

  /** Keys in sequence, so that a request's key is its number. */
  static String scenario(LawPlan plan, URI url) {
    return """
        name: selftest-%s
        target: { url: "%s" }
        keys: { count: 1000000000, distribution: sequential }
        connections: %d
        timeout: %dms
        steps:
          - get: { name: %s, rate: %s, warmup: %dms, duration: %dms }
        """
        .formatted(
            plan.law().name(),
            url,
            plan.connections(),
            plan.timeoutNanos() / NanoClock.NANOS_PER_MILLI,
            STEP,
            Figures.plain(plan.ratePerSecond()),
            plan.warmupNanos() / NanoClock.NANOS_PER_MILLI,
            plan.durationNanos() / NanoClock.NANOS_PER_MILLI);
  }

  private static long nanos(LawPlan plan) {
    return OVERHEAD_NANOS + plan.warmupNanos() + plan.durationNanos();
  }

  private static List<LawPlan> chosen(List<String> names) {
    List<LawPlan> all = SelfTestPlans.all();
    if (names.isEmpty()) {
      return all;
    }
    for (String name : names) {
      if (all.stream().noneMatch(plan -> plan.law().name().equals(name))) {
        throw new IllegalArgumentException(
            "there is no law '" + name + "'; there are " + String.join(", ", laws()));
      }
    }
    return all.stream().filter(plan -> names.contains(plan.law().name())).toList();
  }
}
