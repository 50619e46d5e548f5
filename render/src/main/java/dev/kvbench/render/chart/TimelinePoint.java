package dev.kvbench.render.chart;

import dev.kvbench.result.StepHistograms;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What a timeline shows of one second, or of a few together.
 *
 * @param fromSecond the first of them
 * @param toSecond the one after the last
 * @param offered arrivals due per second, in a closed loop those begun
 * @param achieved right answers per second
 * @param failed arrivals per second that ended without a right answer
 * @param backlog the largest number of arrivals without a connection at a second's end
 * @param p50 of the response times of right answers, in nanoseconds; -1 when there are none
 * @param p99 likewise; also -1 where so few answers came that it would be their maximum
 * @param max likewise
 */
record TimelinePoint(
    int fromSecond,
    int toSecond,
    double offered,
    double achieved,
    double failed,
    double backlog,
    double p50,
    double p99,
    double max) {

  private static final int LEAST_FOR_P99 = 100;
  private static final int MOST_POINTS = 240;
  private static final int[] GROUPS = {1, 2, 5, 10, 15, 20, 30, 60};

  /** Thins the seconds out to at most {@value #MOST_POINTS} points, if a minute a point will do. */
  static List<TimelinePoint> of(List<StepResult.Second> seconds, StepHistograms histograms) {
    int length = Math.max(seconds.size(), histograms.seconds().size());
    int group = GROUPS[GROUPS.length - 1];
    for (int i = GROUPS.length - 1; i >= 0 && length <= MOST_POINTS * GROUPS[i]; i--) {
      group = GROUPS[i];
    }
    List<TimelinePoint> points = new ArrayList<>();
    for (int from = 0; from < length; from += group) {
      points.add(of(from, Math.min(length, from + group), seconds, histograms));
    }
    return points;
  }

  private static TimelinePoint of(
      int from, int to, List<StepResult.Second> seconds, StepHistograms histograms) {
    List<StepResult.Second> some =
        seconds.subList(Math.min(from, seconds.size()), Math.min(to, seconds.size()));
    Histogram times =
        new StepHistograms(
                histograms
                    .seconds()
                    .subList(
                        Math.min(from, histograms.seconds().size()),
                        Math.min(to, histograms.seconds().size())))
            .total(TimeKind.RESPONSE);
    boolean none = times.getTotalCount() == 0;
    double span = to - from;
    return new TimelinePoint(
        from,
        to,
        some.stream().mapToLong(StepResult.Second::offered).sum() / span,
        some.stream().mapToLong(StepResult.Second::achieved).sum() / span,
        some.stream().mapToLong(StepResult.Second::failed).sum() / span,
        some.stream().mapToDouble(StepResult.Second::backlog).max().orElse(0),
        none ? -1 : (double) times.getValueAtPercentile(50),
        times.getTotalCount() < LEAST_FOR_P99 ? -1 : (double) times.getValueAtPercentile(99),
        none ? -1 : (double) times.getMaxValue());
  }
}
