package dev.kvbench.analysis;

import static dev.kvbench.result.Figures.count;
import static dev.kvbench.result.Figures.percent;

import dev.kvbench.result.StepResult;
import org.jspecify.annotations.Nullable;

/**
 * Whether requests were made when the schedule has them due: a Kolmogorov-Smirnov test of the times
 * of writing against the schedule. The distance D is the largest share of the requests that was due
 * and not yet written at a time; a sample that is truly of a distribution strays from it by more
 * than 1.63 / √n once in a hundred times (Smirnov, Table for Estimating the Goodness of Fit of
 * Empirical Distributions, 1948). A schedule that is met closer than that cannot be told from the
 * one asked for by the times of its requests.
 */
public final class ArrivalChecks {

  private static final double CRITICAL_ONE_PERCENT = 1.63;

  /** With fewer requests the bound says nothing. */
  private static final long MIN_REQUESTS = 100;

  private ArrivalChecks() {}

  /**
   * Judges the times of writing.
   *
   * @param requests the window's requests that were written
   * @param mostBehind how many of them were due and not yet written, at the most
   * @param mostLate how many of them kvbench's own lag alone held back, at the most
   * @param madeShare share of the window's arrivals that kvbench had ready by its end
   * @return null where there were too few requests to tell
   */
  public static StepResult.@Nullable ArrivalCheck of(
      long requests, long mostBehind, long mostLate, double madeShare) {
    if (requests < MIN_REQUESTS) {
      return null;
    }
    double behind = (double) mostBehind / requests;
    double late = (double) mostLate / requests;
    double bound = CRITICAL_ONE_PERCENT / Math.sqrt(requests);
    String most = percent(behind) + " (" + count(mostBehind) + " of " + count(requests) + ")";
    String finding;
    if (behind <= bound) {
      finding =
          "arrivals were made as scheduled: never more than "
              + most
              + " of them due and not yet written; chance alone explains up to "
              + percent(bound)
              + " (Kolmogorov-Smirnov, 1 %)";
    } else if (late <= bound) {
      finding =
          "arrivals were not written as scheduled, for want of idle connections: up to "
              + most
              + " of them due and not yet written; kvbench's own lag held back at most "
              + percent(late)
              + ", and chance alone explains up to "
              + percent(bound)
              + " (Kolmogorov-Smirnov, 1 %)";
    } else {
      finding =
          "arrivals were not made as scheduled: kvbench's own lag held back up to "
              + percent(late)
              + " of them, and chance alone explains up to "
              + percent(bound)
              + " (Kolmogorov-Smirnov, 1 %)";
    }
    return new StepResult.ArrivalCheck(behind <= bound, behind, late, bound, madeShare, finding);
  }
}
