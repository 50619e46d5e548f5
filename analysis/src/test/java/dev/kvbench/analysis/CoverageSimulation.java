package dev.kvbench.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * How often the intervals cover the truth, by simulation of runs whose truth is known. As a program
 * it prints the table of {@code docs/how-it-measures.md}: {@code CoverageSimulation 1000}.
 *
 * <p>A second's times are lognormal around a level that wobbles from second to second: the level's
 * logarithm is normal, and a first-order autoregression with the correlation ρ from each second to
 * the next. All seconds together are lognormal too, so every percentile is known. With ρ = 0 the
 * seconds are independent; with a wobble of 0 so are the times.
 */
final class CoverageSimulation {

  static final double[] PERCENTILES = {50, 99, 99.9};

  /** The standard normal distribution's percentiles. */
  private static final double[] NORMAL = {0, 2.3263479, 3.0902323};

  /** What a step's intervals are made for, since each depends on its neighbours. */
  private static final double[] LISTED = {50, 75, 90, 95, 99, 99.9};

  private static final int[] AT = {0, 4, 5};

  private static final double LEVEL_NANOS = 20_000;
  private static final double SPREAD = 0.8;
  private static final long HIGHEST_NANOS = 9_000_000;

  private CoverageSimulation() {}

  /**
   * Of a number of runs.
   *
   * @param coveredPercent by percentile, how many intervals covered the truth
   * @param independentSeconds by percentile, how many the seconds were taken for, on average
   * @param markedPercent by percentile, how many intervals were called too narrow
   */
  record Coverage(
      List<Double> coveredPercent, List<Double> independentSeconds, List<Double> markedPercent) {}

  /** Simulates {@code runs} runs of {@code seconds} seconds with {@code perSecond} times each. */
  static Coverage simulate(
      long seed, int runs, int seconds, int perSecond, double wobble, double correlation) {
    Random random = new Random(seed);
    double[] covered = new double[PERCENTILES.length];
    double[] independent = new double[PERCENTILES.length];
    double[] marked = new double[PERCENTILES.length];
    for (int run = 0; run < runs; run++) {
      Seconds times = run(random, seconds, perSecond, wobble, correlation);
      List<Intervals.Interval> intervals = Intervals.of(times, LISTED);
      for (int i = 0; i < PERCENTILES.length; i++) {
        Intervals.Interval interval = intervals.get(AT[i]);
        // The truth as the histograms would hold it.
        double truth = LEVEL_NANOS * Math.exp(NORMAL[i] * Math.hypot(SPREAD, wobble));
        double held = new Histogram(1, HIGHEST_NANOS, 3).highestEquivalentValue((long) truth);
        covered[i] += interval.low() <= held && held <= interval.high() ? 100.0 / runs : 0;
        independent[i] += interval.independentSeconds() / runs;
        marked[i] += interval.tooNarrow() ? 100.0 / runs : 0;
      }
    }
    return new Coverage(list(covered), list(independent), list(marked));
  }

  private static List<Double> list(double[] figures) {
    return Arrays.stream(figures).boxed().toList();
  }

  private static Seconds run(
      Random random, int seconds, int perSecond, double wobble, double correlation) {
    List<Histogram> histograms = new ArrayList<>();
    double level = random.nextGaussian();
    for (int s = 0; s < seconds; s++) {
      Histogram histogram = new Histogram(1, HIGHEST_NANOS, 3);
      for (int i = 0; i < perSecond; i++) {
        double nanos = LEVEL_NANOS * Math.exp(wobble * level + SPREAD * random.nextGaussian());
        histogram.recordValue((long) Math.min(nanos, HIGHEST_NANOS));
      }
      histograms.add(histogram);
      level =
          correlation * level + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
    }
    return Seconds.of(histograms);
  }

  /** Prints the table, each row from as many runs as the argument says. */
  public static void main(String[] arguments) {
    int runs = Integer.parseInt(arguments[0]);
    System.out.println(
        "| seconds | arrivals a second | course | seconds worth | p50 covered | p99 covered | p99.9"
            + " covered | marked at p50, p99, p99.9 |\n|--:|--:|---|--:|--:|--:|--:|--:|");
    for (int[] length : new int[][] {{10, 500}, {20, 500}, {30, 500}, {60, 200}, {300, 100}}) {
      for (double[] course :
          new double[][] {{0, 0}, {0.3, 0}, {0.3, 0.5}, {0.3, 0.8}, {0.3, 0.9}, {0.3, 0.95}}) {
        Coverage found = simulate(7, runs, length[0], length[1], course[0], course[1]);
        System.out.println(
            String.format(
                Locale.ROOT,
                "| %d | %d | %s | %.1f | %s | %s |",
                length[0],
                length[1],
                course[0] == 0
                    ? "all alike"
                    : course[1] == 0 ? "independent seconds" : "correlated, " + course[1],
                length[0] * (1 - course[1]) / (1 + course[1]),
                percents("%.1f %%", " | ", found.coveredPercent),
                percents("%.0f %%", ", ", found.markedPercent)));
      }
    }
  }

  private static String percents(String format, String between, List<Double> figures) {
    return figures.stream()
        .map(figure -> String.format(Locale.ROOT, format, figure))
        .collect(Collectors.joining(between));
  }
}
