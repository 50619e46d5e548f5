package dev.kvbench.render;

import dev.kvbench.result.Counts;
import dev.kvbench.result.Ledger;
import dev.kvbench.result.Resources;
import dev.kvbench.result.StepHistograms;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.StepResult.Connections;
import dev.kvbench.result.StepResult.Files;
import dev.kvbench.result.StepResult.Generator;
import dev.kvbench.result.StepResult.WarmupResult;
import dev.kvbench.result.TimeKind;
import dev.kvbench.result.TimeSummary;
import dev.kvbench.result.Verdict;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;
import org.jspecify.annotations.Nullable;

/** A synthetic step in the making: seeded times, second by second, and the figures that follow. */
final class SampleStep {

  private static final double LN_REFUSED = StrictMath.log(0.025);

  private final Random random;
  private final List<Map<TimeKind, Histogram>> seconds = new ArrayList<>();
  private final List<StepResult.Second> rates = new ArrayList<>();

  String variant = "memory";
  String name = "get";
  int repetition = 1;
  String operation = "get";
  Verdict verdict = Verdict.VALID;
  List<String> reasons = List.of();
  double askedPerSecond = 1000;
  int windowSeconds = 1;
  Ledger ledger = Ledger.EMPTY;
  long resent;
  long reconnects;
  Connections connections = new Connections(64, 64);
  @Nullable WarmupResult warmup;
  List<StepResult.Failure> failures = List.of();
  List<StepResult.ObjectiveResult> objectives = List.of();
  boolean withIntervals;
  List<String> narrowIntervals = List.of();
  StepResult.@Nullable RateInterval achievedInterval;
  StepResult.@Nullable Standstill standstill;
  StepResult.@Nullable TargetUse target;
  StepResult.@Nullable ArrivalCheck arrivalCheck;
  StepResult.@Nullable ClosedLoop closedLoop;
  @Nullable Resources resources;

  /** Above 0 for long steps: an hour of plain histograms would not fit into a test's memory. */
  long packedUpToNanos;

  SampleStep(long seed) {
    random = new Random(seed);
  }

  /** Adds an empty second. */
  SampleStep second(long offered, long achieved, long failed, long backlog) {
    rates.add(new StepResult.Second(rates.size(), offered, achieved, failed, backlog));
    Map<TimeKind, Histogram> second = new EnumMap<>(TimeKind.class);
    for (TimeKind kind : TimeKind.values()) {
      int digits = StepHistograms.Recording.SIGNIFICANT_DIGITS;
      Histogram histogram =
          packedUpToNanos > 0
              ? new PackedHistogram(1, packedUpToNanos, digits)
              : new Histogram(digits);
      histogram.setTag(kind.tag());
      second.put(kind, histogram);
    }
    seconds.add(second);
    return this;
  }

  /** Records into the last second. */
  void record(TimeKind kind, double nanos, long count) {
    Histogram last = Objects.requireNonNull(seconds.get(seconds.size() - 1).get(kind));
    last.recordValueWithCount((long) nanos, count);
  }

  /** Records a right answer of a service time around {@code nanos} into the last second. */
  void answer(double nanos, double spread, double waitNanos, long count) {
    double service = nanos * StrictMath.exp(spread * random.nextGaussian());
    if (random.nextDouble() < 0.0008) {
      service += 1.5e6 + 2.5e6 * random.nextDouble();
    }
    double lag = 4000 + 9000 * random.nextDouble();
    record(TimeKind.SERVICE, service, count);
    record(TimeKind.SCHEDULE_LAG, lag, count);
    record(TimeKind.CONNECTION_WAIT, waitNanos, count);
    record(TimeKind.FIRST_BYTE, service * 0.9, count);
    record(TimeKind.RESPONSE, lag + waitNanos + service, count);
  }

  StepHistograms histograms() {
    return new StepHistograms(seconds.stream().map(SampleStep::counts).toList());
  }

  private static Map<TimeKind, Counts> counts(Map<TimeKind, Histogram> second) {
    Map<TimeKind, Counts> counts = new EnumMap<>(TimeKind.class);
    second.forEach((kind, histogram) -> counts.put(kind, Counts.of(histogram)));
    return counts;
  }

  /** The step as it would have been recorded; {@code number} names its files. */
  StepResult result(int number) {
    String file = variant + "/" + repetition + "/" + number;
    Map<String, TimeSummary> times = new LinkedHashMap<>();
    for (TimeKind kind : TimeKind.values()) {
      if (!kind.isCensored()) {
        times.put(kind.tag(), summary(kind));
      }
    }
    if (closedLoop != null && closedLoop.expectedIntervalMicros() != null) {
      long interval = Math.round(closedLoop.expectedIntervalMicros() * 1_000);
      times.put(
          StepResult.RESPONSE_CORRECTED,
          summary(
              histograms().total(TimeKind.RESPONSE).copyCorrectedForCoordinatedOmission(interval)));
    }
    return new StepResult(
        variant,
        name,
        repetition,
        operation,
        verdict,
        reasons,
        closedLoop == null ? "open" : "closed",
        closedLoop == null ? "constant" : "closed, no think time",
        closedLoop,
        windowSeconds,
        askedPerSecond,
        (double) ledger.scheduled() / windowSeconds,
        (double) ledger.good() / Math.max(windowSeconds, rates.size()),
        achievedInterval,
        ledger.good() * 211,
        ledger.good() * 64,
        ledger,
        resent,
        reconnects,
        connections,
        warmup == null ? new WarmupResult("auto", 12, (long) (12 * askedPerSecond), true) : warmup,
        Math.max(0.004, rates.size() - windowSeconds - 0.3),
        times,
        rates,
        new Generator(0.0612, 0.2271, 1, 0.48, standstill),
        target,
        arrivalCheck,
        failures,
        objectives,
        new Files(file + ".hlog", file + ".hgrm"),
        resources);
  }

  private TimeSummary summary(Histogram times) {
    return summary(times, TimeKind.SERVICE);
  }

  private TimeSummary summary(TimeKind kind) {
    return summary(histograms().total(kind), kind);
  }

  private TimeSummary summary(Histogram times, TimeKind kind) {
    long right = times.getTotalCount();
    if (kind == TimeKind.RESPONSE) {
      times.add(histograms().total(TimeKind.FAILED));
      times.add(histograms().total(TimeKind.UNANSWERED));
    }
    long count = times.getTotalCount();
    Map<String, Double> percentiles = new LinkedHashMap<>();
    Map<String, Long> needs = new LinkedHashMap<>();
    Map<String, List<Double>> intervals = new LinkedHashMap<>();
    Map<String, Double> independentSeconds = new LinkedHashMap<>();
    for (String p : TimeSummary.PERCENTILES) {
      long needed =
          (long) Math.ceil(LN_REFUSED / StrictMath.log(Double.parseDouble(p) / 100) - 1e-9);
      if (count < needed) {
        percentiles.put(p, null);
        needs.put(p, needed);
        continue;
      }
      double micros = times.getValueAtPercentile(Double.parseDouble(p)) / 1000.0;
      percentiles.put(p, micros);
      if (withIntervals && kind == TimeKind.RESPONSE) {
        intervals.put(p, List.of(micros * 0.98, micros * 1.03));
        independentSeconds.put(p, narrowIntervals.contains(p) ? 6.2 : windowSeconds);
      }
    }
    boolean none = count == 0;
    return new TimeSummary(
        count,
        none ? null : times.getMean() / 1000,
        none ? null : times.getMaxValue() / 1000.0,
        percentiles,
        needs,
        right == count ? null : 100.0 * right / count,
        TimeSummary.PERCENTILES.stream()
            .filter(name -> right < count && Double.parseDouble(name) > 100.0 * right / count)
            .toList(),
        intervals,
        independentSeconds,
        withIntervals && kind == TimeKind.RESPONSE ? narrowIntervals : List.of());
  }
}
