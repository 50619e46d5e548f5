package dev.kvbench.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kvbench.result.TimeSummary;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class CoordinatedOmissionTest {

  private static final long MILLI = 1_000_000;

  private static Histogram times(long nanos, long count) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(nanos, count);
    return histogram;
  }

  @Test
  void expectedInterval_isThinkTimeAndMedian_whateverTheStalls() {
    Histogram exact = times(2 * MILLI, 60);
    exact.recordValueWithCount(9_000 * MILLI, 20);
    Histogram givenUp = times(10_000 * MILLI, 20);
    Long interval = CoordinatedOmission.expectedIntervalNanos(exact, givenUp, 5 * MILLI);
    assertThat(interval).isBetween(6_990_000L, 7_010_000L);
    assertThat(CoordinatedOmission.expectedIntervalNanos(times(1, 3), givenUp, 5)).isNotNull();
    assertThat(CoordinatedOmission.expectedIntervalNanos(times(1, 3), new Histogram(3), 5))
        .isNull();
  }

  /** A stall of a second on a connection that asks every millisecond: 999 requests are left out. */
  @Test
  void corrected_countsWhatAStallLeftOut() {
    Histogram exact = times(MILLI, 9_000);
    exact.recordValue(1_000 * MILLI);
    Histogram none = new Histogram(3);
    TimeSummary raw = Summaries.of(exact);
    TimeSummary corrected = CoordinatedOmission.corrected(exact, none, MILLI);
    assertThat(raw.percentilesMicros().get("99.9")).isCloseTo(1_000, within(2.0));
    assertThat((double) corrected.count()).isCloseTo(10_000, within(3.0));
    // A tenth of the requests met the stall, evenly between its beginning and its end.
    assertThat(corrected.percentilesMicros().get("95")).isCloseTo(500_000, within(5_000.0));
    assertThat(corrected.percentilesMicros().get("99")).isCloseTo(900_000, within(5_000.0));
    assertThat(corrected.maxMicros()).isEqualTo(raw.maxMicros());
    assertThat(corrected.percentilesMicros().get("75")).isCloseTo(1_000, within(2.0));
  }

  @Test
  void corrected_ofRequestsGivenUp_staysALowerBound() {
    Histogram exact = times(MILLI, 9_000);
    TimeSummary corrected = CoordinatedOmission.corrected(exact, times(1_000 * MILLI, 1), MILLI);
    assertThat(corrected.lowerBounds()).contains("95", "99");
    assertThat(corrected.censoredFrom()).isCloseTo(90, within(0.1));
    assertThat(corrected.percentilesMicros().get("99")).isGreaterThan(800_000);
  }

  @Test
  void corrected_refusesWhatTheRequestsThemselvesAreTooFewFor() {
    Histogram exact = times(MILLI, 100);
    exact.recordValue(1_000 * MILLI);
    TimeSummary corrected = CoordinatedOmission.corrected(exact, new Histogram(3), MILLI);
    assertThat(corrected.count()).isGreaterThan(1_000);
    assertThat(corrected.percentilesMicros().get("99")).isNull();
    assertThat(corrected.needs()).containsEntry("99", 368L);
    assertThat(corrected.percentilesMicros().get("95")).isNotNull();
  }
}
