package dev.kvbench.result;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The histograms of one step's measured window: a histogram for each kind of time and second, by
 * the second in which an arrival ended. Values are nanoseconds.
 *
 * @param seconds the seconds in their order; those after the window are of its draining
 */
public record StepHistograms(List<Map<TimeKind, Counts>> seconds) {

  /** Copies the list. */
  public StepHistograms {
    seconds = List.copyOf(seconds);
  }

  /** Returns all seconds of one kind as one new histogram; empty when there are none. */
  public Histogram total(TimeKind kind) {
    Histogram total = new Histogram(Recording.SIGNIFICANT_DIGITS);
    for (Map<TimeKind, Counts> second : seconds) {
      Counts part = second.get(kind);
      if (part != null) {
        part.addTo(total);
      }
    }
    return total;
  }

  /** How times are kept. */
  public static final class Recording {
    /** Decimal digits that a histogram keeps of a value: 3 is an error of 0.1 % at most. */
    public static final int SIGNIFICANT_DIGITS = 3;

    /** The largest time that a histogram can hold, in nanoseconds: longer ones are clamped. */
    public static final long HIGHEST_NANOS = 3_600_000_000_000L;

    private Recording() {}
  }
}
