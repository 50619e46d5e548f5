package dev.kvbench.load.engine;

import dev.kvbench.load.http.Breakage;
import dev.kvbench.load.workload.Request;
import dev.kvbench.result.Ledger;
import dev.kvbench.result.StepHistograms.Recording;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
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
  private static final int EXAMPLES_OF_A_KIND = 5;

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
  private @Nullable Histogram unsentAges;
  private final ConcurrentHashMap<String, Example> failures = new ConcurrentHashMap<>();

  /** The first failure of a kind, and how many there were. */
  private record Example(String kind, String message, AtomicInteger count) {}

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
    if (measured) {
      String kind = breakage.kind().name().toLowerCase(Locale.ROOT);
      // Failures that differ in a number only, as in how many bytes came, are of one sort.
      String sort = breakage.message().replaceAll("\\d+", "#");
      example(kind, sort, breakage.message());
    }
  }

  void wrongAnswer(boolean measured, Request request, int status, long bodyBytes, Outcome outcome) {
    if (measured) {
      String kind = outcome == Outcome.STATUS ? "status " + status : "wrong";
      String group = request.method() + " " + status;
      if (hasRoom(kind, group)) {
        example(kind, group, Answers.explain(request, status, bodyBytes));
      }
    }
  }

  private boolean hasRoom(String kind, String group) {
    Example known = failures.get(kind + ": " + group);
    if (known != null) {
      known.count().incrementAndGet();
    }
    return known == null;
  }

  private void example(String kind, String group, String message) {
    String key = kind + ": " + group;
    long ofKind = failures.values().stream().filter(e -> e.kind().equals(kind)).count();
    if (ofKind < EXAMPLES_OF_A_KIND || failures.containsKey(key)) {
      failures
          .computeIfAbsent(key, k -> new Example(kind, message, new AtomicInteger()))
          .count()
          .incrementAndGet();
    }
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

  /** Takes what was recorded of the measured window since the last call. */
  Map<TimeKind, Histogram> takeInterval() {
    Map<TimeKind, Histogram> interval = new EnumMap<>(TimeKind.class);
    recorders.forEach((kind, recorder) -> interval.put(kind, recorder.getIntervalHistogram()));
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

  /** The failures seen, the most frequent first. */
  List<StepResult.Failure> failures() {
    List<StepResult.Failure> list = new ArrayList<>();
    failures
        .values()
        .forEach(e -> list.add(new StepResult.Failure(e.kind(), e.message(), e.count().get())));
    list.sort(
        Comparator.comparingLong(StepResult.Failure::count)
            .reversed()
            .thenComparing(StepResult.Failure::kind)
            .thenComparing(StepResult.Failure::message));
    return list;
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

  private LongAdder adder(Outcome outcome) {
    return Objects.requireNonNull(outcomes.get(outcome));
  }
}
