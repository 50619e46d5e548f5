package dev.kvbench.analysis;

import dev.kvbench.result.TimeSummary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What a closed loop leaves out, put back as far as that can be done afterwards. While an answer is
 * late a connection of a closed loop sends nothing, so one slow request stands in the histogram for
 * all that would have been sent meanwhile. HdrHistogram's correction adds them: behind each time
 * longer than the expected interval, times shorter by one, two, three … intervals, as requests
 * would have seen that were sent at that interval all the same (Gil Tene, How NOT to Measure
 * Latency, 2013; {@link Histogram#copyCorrectedForCoordinatedOmission}). That is an estimate, and
 * supposes that the target would have stood still as long under those requests as it did without
 * them.
 *
 * <p>The expected interval is a connection's think time and the median response time: how often it
 * sends while nothing is wrong. wrk took the mean interval in its place, which the very stalls that
 * are to be corrected make longer; half of the requests must be slow before the median does.
 */
public final class CoordinatedOmission {

  private static final double MEDIAN = 50;

  private CoordinatedOmission() {}

  /**
   * Returns the expected interval between a connection's requests, in nanoseconds.
   *
   * @param exact known response times in nanoseconds
   * @param censored ages in nanoseconds at which the others were given up
   * @param thinkNanos the think time
   * @return null where there are too few requests for a median
   */
  public static @Nullable Long expectedIntervalNanos(
      Histogram exact, Histogram censored, long thinkNanos) {
    Summaries.Bounded median = Summaries.percentile(exact, censored, MEDIAN);
    return Double.isNaN(median.lowNanos())
        ? null
        : Long.valueOf(Math.max(1, thinkNanos + (long) median.lowNanos()));
  }

  /**
   * Summarizes response times, corrected. A percentile that the requests themselves are too few for
   * is refused here too: those that were added are no measurements.
   *
   * @param exact known response times in nanoseconds
   * @param censored ages in nanoseconds at which the others were given up
   * @param intervalNanos the expected interval
   */
  public static TimeSummary corrected(Histogram exact, Histogram censored, long intervalNanos) {
    TimeSummary all =
        Summaries.of(
            exact.copyCorrectedForCoordinatedOmission(intervalNanos),
            censored.copyCorrectedForCoordinatedOmission(intervalNanos));
    Map<String, Long> needs = Summaries.of(exact, censored).needs();
    Map<String, @Nullable Double> percentiles = new LinkedHashMap<>(all.percentilesMicros());
    needs.keySet().forEach(name -> percentiles.put(name, null));
    List<String> lowerBounds = new ArrayList<>(all.lowerBounds());
    lowerBounds.removeAll(needs.keySet());
    return new TimeSummary(
        all.count(),
        all.meanMicros(),
        all.maxMicros(),
        percentiles,
        needs,
        all.censoredFrom(),
        lowerBounds,
        Map.of(),
        Map.of(),
        List.of());
  }
}
