package dev.kvbench.analysis.law;

import dev.kvbench.result.LawCheck;
import dev.kvbench.time.WakeWitness;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;

/**
 * How late a machine wakes threads, by a witness that asks for it every millisecond. The witness
 * sleeps through a stall of 30 ms and notes one late waking, where a thread that was to be woken at
 * any other moment of it would have been late too: so each late waking stands for those that were
 * missed, a millisecond less late each (HdrHistogram's correction by the expected interval).
 */
final class WakeTimes {

  /** What counts as late, in microseconds. */
  private static final double LATE_MICROS = 150;

  private static final int DIGITS = 3;

  private final double[] noted;
  private final Histogram suffered = new Histogram(DIGITS);

  /**
   * The wakings of a window.
   *
   * @param lateNanos by how much each was late
   */
  WakeTimes(LongStream lateNanos) {
    long[] late = lateNanos.toArray();
    noted = Arrays.stream(late).mapToDouble(nanos -> nanos / 1e3).toArray();
    for (long nanos : late) {
      suffered.recordValueWithExpectedInterval(Math.max(0, nanos), WakeWitness.PERIOD_NANOS);
    }
  }

  /**
   * How late a thread is woken, in microseconds, that is to be woken at any moment of the window.
   *
   * @param percentile in percent
   */
  double micros(double percentile) {
    return suffered.getTotalCount() == 0 ? 0 : suffered.getValueAtPercentile(percentile) / 1e3;
  }

  /** The figures of a window of this length. */
  LawCheck.Lateness figures(long durationNanos) {
    double[] late = Arrays.stream(noted).filter(micros -> micros > LATE_MICROS).toArray();
    double share = Arrays.stream(late).sum() / (durationNanos / 1e3);
    return new LawCheck.Lateness(
        late.length, Arrays.stream(noted).max().orElse(0), Math.min(1, share));
  }
}
