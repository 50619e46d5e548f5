package dev.kvbench.load.engine;

import dev.kvbench.load.http.Breakage;
import dev.kvbench.load.workload.Request;
import dev.kvbench.result.Ledger;
import dev.kvbench.result.StepHistograms.Recording;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * What became of a step's arrivals: the ledger's counts, and a recorder for each kind of time. Any
 * thread may count and record; one thread takes the intervals.
 */
final class Tally {

  private static final int STATUS_LIMIT = 1000;

  private final Map<Outcome, LongAdder> outcomes = new EnumMap<>(Outcome.class);
  private final AtomicLongArray statuses = new AtomicLongArray(STATUS_LIMIT);
  private final Map<TimeKind, Recorder> recorders = new EnumMap<>(TimeKind.class);
  private final Recorder warmupResponse = recorder();
  private final Recorder warmupService = recorder();
  private final LongAdder good = new LongAdder();
  private final LongAdder goodInWindow = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder bytesRead = new LongAdder();
  private final LongAdder bytesWritten = new LongAdder();
  private final LongAdder resent = new LongAdder();
  private final LongAdder reconnects = new LongAdder();
  private final Map<TimeKind, Histogram> interval = new EnumMap<>(TimeKind.class);
  private @Nullable Histogram unsentAges;
  private final Failures failures = new Failures();
  private final Failures warmupFailures = new Failures();

  Tally() {
    for (Outcome outcome : Outcome.values()) {
      outcomes.put(outcome, new LongAdder());
    }
    for (TimeKind kind : TimeKind.values()) {
      recorders.put(kind, recorder());
    }
  }

  /**
   * Counts an arrival's end.
   *
   * @param measured whether it belongs to the measured window
   * @param status the answer's status, where there is one
   * @param inWindow whether the end itself lies in the measured window
   */
  void count(boolean measured, Outcome outcome, int status, boolean inWindow) {
    if (outcome.isGood()) {
      good.increment();
      if (measured && inWindow) {
        goodInWindow.increment();
      }
    } else if (outcome != Outcome.UNSENT && outcome != Outcome.UNFINISHED) {
      failed.increment();
    }
    if (!measured) {
      return;
    }
    adder(outcome).increment();
    if (outcome == Outcome.STATUS) {
      statuses.incrementAndGet(Math.min(Math.max(status, 0), STATUS_LIMIT - 1));
    }
  }

  /** Records the times of a right answer, in nanoseconds. */
  void times(boolean measured, long response, long service, long lag, long wait, long firstByte) {
    if (!measured) {
      record(warmupResponse, response);
      record(warmupService, service);
      return;
    }
    record(TimeKind.RESPONSE, response);
    record(TimeKind.SERVICE, service);
    record(TimeKind.SCHEDULE_LAG, lag);
    record(TimeKind.CONNECTION_WAIT, wait);
    record(TimeKind.FIRST_BYTE, firstByte);
  }

  /** Records the age, in nanoseconds, at which an arrival ended without a right answer. */
  void censored(boolean measured, Outcome outcome, long age) {
    if (measured) {
      record(outcome.isAnswered() ? TimeKind.FAILED : TimeKind.UNANSWERED, age);
    }
  }

  /**
   * Counts the arrivals of the window that never got a connection, by their ages in nanoseconds.
   */
  void unsent(Histogram ages) {
    adder(Outcome.UNSENT).add(ages.getTotalCount());
    unsentAges = ages;
  }

  void bytes(boolean measured, long read, long written) {
    if (measured) {
      bytesRead.add(read);
      bytesWritten.add(written);
    }
  }

  void resent() {
    resent.increment();
  }

  void reconnected() {
    reconnects.increment();
  }

  void failure(boolean measured, Breakage breakage) {
    failures(measured).add(breakage);
  }

  void wrongAnswer(boolean measured, Request request, int status, long bodyBytes, Outcome outcome) {
    failures(measured).add(request, status, bodyBytes, outcome);
  }

  /** Says that a request was given up; {@code unwritten} if it was not written to its end. */
  void overdue(boolean measured, boolean unwritten, long timeoutNanos) {
    failures(measured).addOverdue(unwritten, timeoutNanos);
  }

  /** Right answers so far, warm-up included. */
  long good() {
    return good.sum();
  }

  /** Right answers to arrivals of the measured window that came within it. */
  long goodInWindow() {
    return goodInWindow.sum();
  }

  /**
   * Arrivals so far that ended without a right answer, warm-up included; not those that were given
   * up because the step was over.
   */
  long failed() {
    return failed.sum();
  }

  long bytesRead() {
    return bytesRead.sum();
  }

  long bytesWritten() {
    return bytesWritten.sum();
  }

  long resentTotal() {
    return resent.sum();
  }

  long reconnects() {
    return reconnects.sum();
  }

  /**
   * Takes what was recorded of the measured window since the last call. The histograms are used
   * again by the next call.
   */
  Map<TimeKind, Histogram> takeInterval() {
    recorders.forEach(
        (kind, recorder) -> interval.put(kind, recorder.getIntervalHistogram(interval.get(kind))));
    Histogram ages = unsentAges;
    if (ages != null) {
      Objects.requireNonNull(interval.get(TimeKind.UNANSWERED)).add(ages);
      unsentAges = null;
    }
    return interval;
  }

  /** Takes the warm-up's response times since the last call. */
  Histogram takeWarmupResponse() {
    return warmupResponse.getIntervalHistogram();
  }

  /** Takes the warm-up's service times since the last call. */
  Histogram takeWarmupService() {
    return warmupService.getIntervalHistogram();
  }

  /**
   * The failures of the measured window, the most frequent first. Where it has none, those of the
   * warm-up, marked: a window may be empty because the warm-up's requests held every connection.
   */
  List<StepResult.Failure> failures() {
    List<StepResult.Failure> measured = failures.list("");
    return measured.isEmpty() ? warmupFailures.list(" (warm-up)") : measured;
  }

  /**
   * Returns the ledger of the measured window.
   *
   * @param scheduled arrivals due in the window, counted from the schedule
   */
  Ledger ledger(long scheduled) {
    Map<String, Long> byStatus = new TreeMap<>();
    for (int code = 0; code < STATUS_LIMIT; code++) {
      if (statuses.get(code) > 0) {
        byStatus.put(Integer.toString(code), statuses.get(code));
      }
    }
    return new Ledger(
        scheduled,
        of(Outcome.OK),
        of(Outcome.MISS),
        of(Outcome.WRONG),
        byStatus,
        of(Outcome.CONNECT),
        of(Outcome.READ),
        of(Outcome.WRITE),
        of(Outcome.TIMEOUT),
        of(Outcome.MALFORMED),
        of(Outcome.UNSENT),
        of(Outcome.UNFINISHED));
  }

  private long of(Outcome outcome) {
    return adder(outcome).sum();
  }

  private void record(TimeKind kind, long nanos) {
    record(Objects.requireNonNull(recorders.get(kind)), nanos);
  }

  private static void record(Recorder recorder, long nanos) {
    recorder.recordValue(Math.min(Math.max(nanos, 0), Recording.HIGHEST_NANOS));
  }

  private static Recorder recorder() {
    return new Recorder(Recording.HIGHEST_NANOS, Recording.SIGNIFICANT_DIGITS);
  }

  private Failures failures(boolean measured) {
    return measured ? failures : warmupFailures;
  }

  private LongAdder adder(Outcome outcome) {
    return Objects.requireNonNull(outcomes.get(outcome));
  }
}
