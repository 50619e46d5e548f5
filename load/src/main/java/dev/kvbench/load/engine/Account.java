package dev.kvbench.load.engine;

import dev.kvbench.result.Ledger;
import dev.kvbench.result.StepHistograms.Recording;
import dev.kvbench.result.TimeKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * What became of the arrivals of one of a step's windows: the ledger's counts, and a recorder for
 * each kind of time. Any thread may count and record; one thread takes the intervals.
 */
final class Account {

  private static final int STATUS_LIMIT = 1000;

  private final Map<Outcome, LongAdder> outcomes = new EnumMap<>(Outcome.class);
  private final AtomicLongArray statuses = new AtomicLongArray(STATUS_LIMIT);
  private final Map<TimeKind, Recorder> recorders = new EnumMap<>(TimeKind.class);
  private final Map<TimeKind, Histogram> interval = new EnumMap<>(TimeKind.class);
  private final LongAdder goodInTime = new LongAdder();
  private final LongAdder bytesRead = new LongAdder();
  private final LongAdder bytesWritten = new LongAdder();
  private final LongAdder resent = new LongAdder();
  private final Punctuality punctuality;
  private final Failures failures = new Failures();
  private @Nullable Histogram unsentAges;

  /** For a window of this length, in nanoseconds. */
  Account(long durationNanos) {
    punctuality = new Punctuality(durationNanos);
    for (Outcome outcome : Outcome.values()) {
      outcomes.put(outcome, new LongAdder());
    }
    for (TimeKind kind : TimeKind.values()) {
      Recorder recorder = new Recorder(Recording.HIGHEST_NANOS, Recording.SIGNIFICANT_DIGITS);
      recorders.put(kind, recorder);
      // All memory now, and none while the clock runs.
      interval.put(kind, recorder.getIntervalHistogram());
    }
  }

  /**
   * Counts an arrival's end.
   *
   * @param status the answer's status, where there is one
   * @param inTime whether the end itself lies in the window
   */
  void count(Outcome outcome, int status, boolean inTime) {
    adder(outcome).increment();
    if (outcome.isGood()) {
      if (inTime) {
        goodInTime.increment();
      }
    } else if (outcome == Outcome.STATUS) {
      statuses.incrementAndGet(Math.min(Math.max(status, 0), STATUS_LIMIT - 1));
    }
  }

  /** Records the times of a right answer, in nanoseconds. */
  void times(long response, long service, long lag, long wait, long firstByte) {
    record(TimeKind.RESPONSE, response);
    record(TimeKind.SERVICE, service);
    record(TimeKind.SCHEDULE_LAG, lag);
    record(TimeKind.CONNECTION_WAIT, wait);
    record(TimeKind.FIRST_BYTE, firstByte);
  }

  /** Records the age, in nanoseconds, at which an arrival ended without a right answer. */
  void censored(Outcome outcome, long age) {
    record(outcome.isAnswered() ? TimeKind.FAILED : TimeKind.UNANSWERED, age);
  }

  /** Counts the arrivals that never got a connection, by their ages in nanoseconds. */
  void unsent(Histogram ages) {
    adder(Outcome.UNSENT).add(ages.getTotalCount());
    unsentAges = ages;
  }

  void bytes(long read, long written) {
    bytesRead.add(read);
    bytesWritten.add(written);
  }

  void resent() {
    resent.increment();
  }

  /** How requests were written beside how they were due. */
  Punctuality punctuality() {
    return punctuality;
  }

  /** What was said of failures. */
  Failures failures() {
    return failures;
  }

  /** Right answers. */
  long good() {
    return of(Outcome.OK) + of(Outcome.MISS);
  }

  /** Right answers that came within the window. */
  long goodInTime() {
    return goodInTime.sum();
  }

  /**
   * Arrivals that ended without a right answer; not those that were given up because the step was
   * over.
   */
  long failed() {
    long failed = 0;
    for (Outcome outcome : Outcome.values()) {
      if (!outcome.isGood() && outcome != Outcome.UNSENT && outcome != Outcome.UNFINISHED) {
        failed += of(outcome);
      }
    }
    return failed;
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

  /**
   * Takes what was recorded since the last call. The histograms are used again by the next call.
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

  /**
   * Returns the window's ledger.
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
    Objects.requireNonNull(recorders.get(kind))
        .recordValue(Math.min(Math.max(nanos, 0), Recording.HIGHEST_NANOS));
  }

  private LongAdder adder(Outcome outcome) {
    return Objects.requireNonNull(outcomes.get(outcome));
  }
}
