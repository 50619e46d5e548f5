package dev.kvbench.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One kind of time of a step, in microseconds.
 *
 * @param count how many arrivals it stands for, those known by a lower bound included
 * @param meanMicros their mean, or null when there are none; where {@code censoredFrom} is set, a
 *     lower bound
 * @param maxMicros the largest, or null when there are none; likewise
 * @param percentilesMicros by percentile ({@link #PERCENTILES}); null where too few arrivals were
 *     measured for it
 * @param needs for each null in {@code percentilesMicros}, how many arrivals it needs
 * @param censoredFrom the percentile, in percent, from which on figures are lower bounds only; null
 *     when all are exact
 * @param lowerBounds the listed percentiles whose figures are lower bounds: those above {@code
 *     censoredFrom}, and any below it at which the few arrivals of unknown length happen to decide
 * @param intervals by percentile, the lower and upper end of its confidence interval
 * @param independentSeconds for each of the intervals, how many independent seconds the window's
 *     are worth
 * @param narrowIntervals the percentiles for which those are too few, so that the interval covers
 *     the truth less often than it says
 */
public record TimeSummary(
    long count,
    @Nullable Double meanMicros,
    @Nullable Double maxMicros,
    Map<String, @Nullable Double> percentilesMicros,
    Map<String, Long> needs,
    @Nullable Double censoredFrom,
    List<String> lowerBounds,
    Map<String, List<Double>> intervals,
    Map<String, Double> independentSeconds,
    List<String> narrowIntervals) {

  /** The percentiles that every summary lists, in percent, as they are written in files. */
  public static final List<String> PERCENTILES =
      List.of("50", "75", "90", "95", "99", "99.9", "99.99", "99.999");

  /** Keeps the maps' order and makes them unmodifiable; older results lack the last two. */
  public TimeSummary {
    percentilesMicros = Collections.unmodifiableMap(new LinkedHashMap<>(percentilesMicros));
    needs = Collections.unmodifiableMap(new LinkedHashMap<>(needs));
    lowerBounds = List.copyOf(lowerBounds);
    intervals = Collections.unmodifiableMap(new LinkedHashMap<>(intervals));
    independentSeconds = Collections.unmodifiableMap(copy(independentSeconds));
    narrowIntervals = narrowIntervals == null ? List.of() : List.copyOf(narrowIntervals);
  }

  private static Map<String, Double> copy(@Nullable Map<String, Double> map) {
    return map == null ? Map.of() : new LinkedHashMap<>(map);
  }

  /** Whether the figure at {@code percentile}, in percent, is only a lower bound. */
  public boolean isLowerBound(double percentile) {
    String name = Figures.plain(percentile);
    return PERCENTILES.contains(name)
        ? lowerBounds.contains(name)
        : censoredFrom != null && percentile > censoredFrom;
  }
}
