package dev.kvbench.run;

import dev.kvbench.analysis.law.LawJudge;
import dev.kvbench.analysis.law.LawPlan;
import dev.kvbench.analysis.law.ServedRecord;
import dev.kvbench.result.Figures;
import dev.kvbench.result.LawCheck;
import dev.kvbench.result.Progress;
import dev.kvbench.result.ResultDirectory;
import dev.kvbench.result.RunResult;
import dev.kvbench.scenario.Scenario;
import dev.kvbench.scenario.ScenarioReader;
import dev.kvbench.scenario.StepSpec;
import dev.kvbench.targets.LawServer;
import dev.kvbench.targets.TargetException;
import dev.kvbench.targets.process.ScratchFolder;
import dev.kvbench.time.NanoClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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

  /** What a law takes beside its requests: two processes, their start and end. */
  private static final long OVERHEAD_NANOS = 3 * NanoClock.NANOS_PER_SECOND;

  private static final String STEP = "law";

  private final List<LawPlan> plans;
  private final String version;
  private final NanoClock clock;
  private final InstantSource wallClock;
  private final SelfTestListener listener;
  private final Object stopLock = new Object();
  private @Nullable ScenarioRun running;
  private @Nullable String interruption;

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
    this(chosen(laws), clock, wallClock, listener, version);
  }

  SelfTest(
      List<LawPlan> plans,
      NanoClock clock,
      InstantSource wallClock,
      SelfTestListener listener,
      String version) {
    this.plans = plans;
    this.version = version;
    this.clock = clock;
    this.wallClock = wallClock;
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
    return plans.stream().mapToDouble(plan -> nanos(plan) / 1e9).sum();
  }

  /**
   * Tests the laws.
   *
   * @return how each compares, in their order; those that an interrupt came before are not in it
   * @throws TargetUnavailableException if a server could not be started or ended too early
   */
  public List<LawCheck> run() {
    long deadline = clock.nanos() + BUDGET_NANOS;
    List<LawCheck> checks = new ArrayList<>();
    for (int i = 0; i < plans.size(); i++) {
      LawPlan plan = plans.get(i);
      LawCheck check = test(plan, false);
      long left = plans.subList(i + 1, plans.size()).stream().mapToLong(SelfTest::nanos).sum();
      if (check != null
          && check.outcome() == LawCheck.Outcome.DISTURBED
          && clock.nanos() + nanos(plan) + left < deadline) {
        LawCheck again = test(plan, true);
        check = again == null ? check : again;
      }
      if (check == null) {
        break;
      }
      checks.add(check);
      listener.lawEnded(check);
    }
    return checks;
  }

  /** Ends the test soon; the law under way is not judged. */
  public void interrupt(String reason) {
    synchronized (stopLock) {
      interruption = reason;
      if (running != null) {
        running.interrupt(reason);
      }
    }
  }

  /** Returns how a law compares; null if it was interrupted. */
  private @Nullable LawCheck test(LawPlan plan, boolean again) {
    if (isInterrupted()) {
      return null;
    }
    try (ScratchFolder folder = ScratchFolder.create("kvbench-selftest-");
        LawServer server = start(plan, folder.path())) {
      listener.lawBegan(plan.law().name(), plan.law().words(), again);
      RunResult result = load(plan, server.url(), folder.path());
      if (result.state() != RunResult.State.FINISHED) {
        return null;
      }
      ServedRecord record = ServedRecord.parse(server.record());
      return LawJudge.of(plan, record, result.steps().get(0));
    } catch (TargetException e) {
      throw new TargetUnavailableException(Objects.requireNonNull(e.getMessage()), e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a temporary folder: " + e.getMessage(), e);
    }
  }

  private LawServer start(LawPlan plan, Path folder) {
    return LawServer.start(
        plan.law().name(), plan.law().values(), folder.resolve("server.log"), clock);
  }

  private RunResult load(LawPlan plan, URI url, Path folder) {
    ScenarioRun run =
        new ScenarioRun(
            scenario(plan, url),
            new ResultDirectory(folder.resolve("result")),
            version,
            clock,
            wallClock,
            new RunListener() {
              @Override
              public void progress(StepSpec.Load step, Progress progress) {
                listener.progress(plan.law().name(), progress);
              }
            });
    synchronized (stopLock) {
      running = run;
      if (interruption != null) {
        run.interrupt(interruption);
      }
    }
    try {
      return run.run();
    } finally {
      synchronized (stopLock) {
        running = null;
      }
    }
  }

  /** Keys in sequence, so that a request's key is its number. */
  private static Scenario scenario(LawPlan plan, URI url) {
    String text =
        """
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
    return ScenarioReader.read("selftest", text, List.of());
  }

  private boolean isInterrupted() {
    synchronized (stopLock) {
      return interruption != null;
    }
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
