package dev.kvbench.render.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.result.Counts;
import dev.kvbench.result.StepHistograms;
import dev.kvbench.result.StepResult.Second;
import dev.kvbench.result.TimeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TimelinePointTest {

  @Test
  void of_shortStep_hasAPointASecond() {
    List<TimelinePoint> points = TimelinePoint.of(seconds(240), new StepHistograms(List.of()));
    assertThat(points).hasSize(240);
    assertThat(points.get(3).offered()).isEqualTo(10);
    assertThat(points.get(3).p50()).isEqualTo(-1);
  }

  @Test
  void of_longStep_takesMeansOfRatesAndTheLargestBacklog() {
    List<TimelinePoint> points = TimelinePoint.of(seconds(3600), new StepHistograms(List.of()));
    assertThat(points).hasSize(240);
    assertThat(points.get(0).toSecond()).isEqualTo(15);
    assertThat(points.get(0).offered()).isEqualTo(10);
    assertThat(points.get(0).backlog()).isEqualTo(14);
  }

  @Test
  void of_severalSeconds_mergesTheirTimes() {
    List<Map<TimeKind, Counts>> times = new ArrayList<>();
    for (int i = 0; i < 480; i++) {
      Histogram second = new Histogram(3);
      second.recordValue(i % 2 == 0 ? 100 : 1000);
      times.add(Map.of(TimeKind.RESPONSE, Counts.of(second)));
    }
    List<TimelinePoint> points = TimelinePoint.of(List.of(), new StepHistograms(times));
    assertThat(points).hasSize(240);
    assertThat(points.get(7).p50()).isEqualTo(100);
    assertThat(points.get(7).max()).isEqualTo(1000);
    assertThat(points.get(7).p99()).as("of two answers").isEqualTo(-1);
  }

  @Test
  void of_nothing_isEmpty() {
    assertThat(TimelinePoint.of(List.of(), new StepHistograms(List.of()))).isEmpty();
  }

  private static List<Second> seconds(int count) {
    List<Second> seconds = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      seconds.add(new Second(i, 10, 9, 1, i));
    }
    return seconds;
  }
}
