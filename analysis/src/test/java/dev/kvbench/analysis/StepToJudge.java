package dev.kvbench.analysis;

import dev.kvbench.result.Ledger;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Ten seconds at 10,000/s over 64 connections, for one thing to go wrong at a time. */
abstract class StepToJudge {

  static final long SCHEDULED = 100_000;

  Ledger ledger = ok(SCHEDULED);
  StepResult.Connections connections = new StepResult.Connections(64, 64);
  double achieved = 10_000;
  long[] backlogs = new long[10];
  long count = SCHEDULED;
  long lagMicros = 40;
  long responseMicros = 500;
  long medianLagMicros = 20;
  long medianResponseMicros = 300;
  StepResult.Generator generator = generator(0.1, 0.4, 0.5);
  StepResult.WarmupResult warmup = new StepResult.WarmupResult("fixed", 3, 30_000, true);
  @Nullable String connectFailure;
  @Nullable String stopReason;
  boolean targetEnded;
  long unasked;
  boolean closedLoop;
  double window = 10;
  boolean steady = true;
  Seconds responseSeconds = Seconds.NONE;
  double madeShare = 1;
  StepResult.@Nullable TargetUse target;

  void overload() {
    achieved = 5_000;
    for (int i = 0; i < backlogs.length; i++) {
      backlogs[i] = 5_000L * (i + 1);
    }
    ledger = new Ledger(SCHEDULED, 60_000, 0, 0, Map.of(), 0, 0, 0, 0, 0, 40_000, 0);
    responseMicros = 5_000_000;
  }

  Assessment judge() {
    List<StepResult.Second> seconds = new ArrayList<>();
    for (int i = 0; i < backlogs.length; i++) {
      seconds.add(new StepResult.Second(i, 10_000, (long) achieved, 0, backlogs[i]));
    }
    return Verdicts.of(
        new StepFacts(
            closedLoop,
            connections,
            connectFailure,
            stopReason,
            targetEnded,
            10,
            window,
            10_000,
            achieved,
            ledger,
            times(medianResponseMicros, responseMicros),
            times(medianLagMicros, lagMicros),
            warmup,
            seconds,
            steady,
            responseSeconds,
            madeShare,
            generator,
            target,
            unasked));
  }

  static Seconds seconds(long firstHalfMicros, long secondHalfMicros) {
    List<Histogram> seconds = new ArrayList<>();
    for (int s = 0; s < 10; s++) {
      Histogram second = new Histogram(3);
      second.recordValueWithCount((s < 5 ? firstHalfMicros : secondHalfMicros) * 1_000, 100);
      seconds.add(second);
    }
    return Seconds.of(seconds);
  }

  static StepResult.Generator standing(
      long stalls, double longestMillis, double stalledMillis, double stealShare) {
    return new StepResult.Generator(
        0.1,
        0.4,
        1,
        0.5,
        new StepResult.Standstill(stalls, longestMillis, stalledMillis, 2, 12, stealShare));
  }

  static StepResult.Generator generator(double pacer, double io, double machine) {
    return new StepResult.Generator(pacer, io, 1, machine, null);
  }

  static Ledger ok(long count) {
    return new Ledger(count, count, 0, 0, Map.of(), 0, 0, 0, 0, 0, 0, 0);
  }

  /** Four of five times are the median, the others the 99th percentile. */
  TimeSummary times(long medianMicros, long tailMicros) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(medianMicros * 1_000, count - count / 5);
    histogram.recordValueWithCount(tailMicros * 1_000, count / 5);
    return Summaries.of(histogram);
  }
}
