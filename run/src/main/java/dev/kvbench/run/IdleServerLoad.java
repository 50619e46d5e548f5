package dev.kvbench.run;

import dev.kvbench.result.Calibration;
import dev.kvbench.result.Figures;
import dev.kvbench.result.RunResult;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import dev.kvbench.result.TimeSummary;
import dev.kvbench.result.Verdict;
import dev.kvbench.scenario.StepSpec;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Requests to a server that does nothing but answer, at one rate after the other, each a whole run.
 */
final class IdleServerLoad {

  /** As many as a scenario has where it does not say. */
  private static final int CONNECTIONS = 64;

  private static final int WARMUP_MILLIS = 500;
  private static final double ACHIEVED = 0.99;
  private static final double MOST_P99_MICROS = 50_000;

  private final InnerRuns runs;
  private final URI url;
  private final Path folder;
  private int count;

  /**
   * Prepares requests to {@code url}.
   *
   * @param folder where the results go
   */
  IdleServerLoad(InnerRuns runs, URI url, Path folder) {
    this.runs = runs;
    this.url = url;
    this.folder = folder;
  }

  /** Sends requests at a rate for so many seconds, behind a short warm-up. */
  Try run(double ratePerSecond, double seconds) {
    String scenario =
        """
        name: calibrate
        target: { url: "%s" }
        keys: { count: 1000000 }
        connections: %d
        timeout: 2s
        steps:
          - get: { rate: %s, warmup: %dms, duration: %dms }
        """
            .formatted(
                url,
                CONNECTIONS,
                Figures.plain(ratePerSecond),
                WARMUP_MILLIS,
                Math.round(seconds * 1000));
    CpuTime cpu = new CpuTime();
    RunResult result = runs.run(scenario, folder.resolve("load-" + ++count), cpu);
    boolean whole = result.state() == RunResult.State.FINISHED && !result.steps().isEmpty();
    return new Try(ratePerSecond, whole ? result.steps().get(0) : null, cpu.nanos());
  }

  /**
   * A rate that was tried.
   *
   * @param step what was measured; null where it was interrupted
   * @param cpuNanos processor time of the whole process meanwhile, warm-up included
   */
  record Try(double ratePerSecond, @Nullable StepResult step, long cpuNanos) {

    boolean isInterrupted() {
      return step == null;
    }

    /** Why the rate counts as not kept; empty where it was. */
    String whyNotKept() {
      if (step == null) {
        return "interrupted";
      }
      if (step.verdict() == Verdict.INVALID && !step.reasons().isEmpty()) {
        return step.reasons().get(0);
      }
      if (step.achievedPerSecond() < ACHIEVED * step.offeredPerSecond()) {
        return Figures.rate(step.achievedPerSecond()) + " were answered";
      }
      Double p99 = micros(TimeKind.RESPONSE, "99");
      if (p99 == null || p99 > MOST_P99_MICROS) {
        return p99 == null ? "too few requests for p99" : "p99 was " + Figures.micros(p99);
      }
      return "";
    }

    /** The times as a floor; null where the rate was not kept, so that they are none. */
    Calibration.@Nullable Floor floor() {
      Double serviceP50 = micros(TimeKind.SERVICE, "50");
      Double serviceP99 = micros(TimeKind.SERVICE, "99");
      Double responseP50 = micros(TimeKind.RESPONSE, "50");
      Double responseP99 = micros(TimeKind.RESPONSE, "99");
      if (!whyNotKept().isEmpty()
          || serviceP50 == null
          || serviceP99 == null
          || responseP50 == null
          || responseP99 == null) {
        return null;
      }
      return new Calibration.Floor(ratePerSecond, serviceP50, serviceP99, responseP50, responseP99);
    }

    /** Processor time of the whole process for each request. */
    double cpuMicrosPerRequest() {
      long requests = step == null ? 0 : step.ledger().scheduled() + step.warmup().arrivals();
      return requests == 0 ? 0 : cpuNanos / 1e3 / requests;
    }

    private @Nullable Double micros(TimeKind kind, String percentile) {
      TimeSummary times = step == null ? null : step.times().get(kind.tag());
      return times == null ? null : times.percentilesMicros().get(percentile);
    }
  }

  /** Processor time of this process from a step's beginning to its end. */
  private static final class CpuTime implements RunListener {

    private long before;
    private long nanos;

    @Override
    public void stepBegan(StepSpec.Load step, int repetition) {
      before = now();
    }

    @Override
    public void stepEnded(StepResult result) {
      nanos = now() - before;
    }

    long nanos() {
      return nanos;
    }

    private static long now() {
      return ManagementFactory.getOperatingSystemMXBean()
              instanceof com.sun.management.OperatingSystemMXBean machine
          ? Math.max(0, machine.getProcessCpuTime())
          : 0;
    }
  }
}
