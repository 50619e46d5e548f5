package dev.kvbench.scenario;

import java.util.List;

/**
 * How a step's arrivals lie in time. Processes that have a shape run through it in the measured
 * window; what comes before is said of each.
 */
public sealed interface ArrivalProcess {

  /** Equal gaps. */
  ArrivalProcess CONSTANT = new Constant();

  /** Independent exponential gaps. */
  ArrivalProcess POISSON = new Poisson();

  /**
   * Whether the process has a shape that begins with the measured window, so that it must be known
   * beforehand when that is.
   */
  boolean isShaped();

  /**
   * The highest rate that the process comes to, in arrivals per second.
   *
   * @param ratePerSecond the step's rate
   */
  double peakRatePerSecond(double ratePerSecond);

  /**
   * The mean rate in the measured window, in arrivals per second.
   *
   * @param ratePerSecond the step's rate
   * @param warmupNanos what runs before the window
   * @param durationNanos length of the window
   */
  double meanRatePerSecond(double ratePerSecond, long warmupNanos, long durationNanos);

  /** Equal gaps. */
  record Constant() implements ArrivalProcess {
    @Override
    public boolean isShaped() {
      return false;
    }

    @Override
    public double peakRatePerSecond(double ratePerSecond) {
      return ratePerSecond;
    }

    @Override
    public double meanRatePerSecond(double ratePerSecond, long warmupNanos, long durationNanos) {
      return ratePerSecond;
    }
  }

  /** Independent exponential gaps. */
  record Poisson() implements ArrivalProcess {
    @Override
    public boolean isShaped() {
      return false;
    }

    @Override
    public double peakRatePerSecond(double ratePerSecond) {
      return ratePerSecond;
    }

    @Override
    public double meanRatePerSecond(double ratePerSecond, long warmupNanos, long durationNanos) {
      return ratePerSecond;
    }
  }

  /**
   * No schedule: each connection's next arrival is due a think time after it became free. A closed
   * loop, whose rate is the target's to decide.
   *
   * @param thinkNanos the think time; 0 for none
   */
  record Closed(long thinkNanos) implements ArrivalProcess {
    @Override
    public boolean isShaped() {
      return false;
    }

    @Override
    public double peakRatePerSecond(double ratePerSecond) {
      return 0;
    }

    @Override
    public double meanRatePerSecond(double ratePerSecond, long warmupNanos, long durationNanos) {
      return 0;
    }
  }

  /** The course of a ramp. */
  enum Shape {
    /** As many arrivals per second more in each second as in any other. */
    LINEAR,
    /** The same factor in equal times. */
    EXPONENTIAL
  }

  /**
   * A rate that goes from one value to the step's rate within the measured window. The warm-up has
   * the rate that the ramp begins with, and draining is preceded by no more than its end.
   *
   * @param fromRatePerSecond the rate at the window's beginning; above 0, also above the step's
   * @param shape its course in between
   */
  record Ramp(double fromRatePerSecond, Shape shape) implements ArrivalProcess {
    @Override
    public boolean isShaped() {
      return true;
    }

    @Override
    public double peakRatePerSecond(double ratePerSecond) {
      return Math.max(fromRatePerSecond, ratePerSecond);
    }

    /**
     * {@inheritDoc}
     *
     * <p>The mean of the two ends for a linear ramp, their logarithmic mean (b − a) / ln(b / a) for
     * an exponential one.
     */
    @Override
    public double meanRatePerSecond(double ratePerSecond, long warmupNanos, long durationNanos) {
      if (shape == Shape.LINEAR || fromRatePerSecond == ratePerSecond) {
        return (fromRatePerSecond + ratePerSecond) / 2;
      }
      return (ratePerSecond - fromRatePerSecond) / Math.log(ratePerSecond / fromRatePerSecond);
    }
  }

  /**
   * Constant rates one after the other, from the measured window's beginning. The warm-up has the
   * first of them; a window that is longer than the staircase goes on at the last.
   *
   * @param ratesPerSecond the rates; each above 0, at least one
   * @param eachNanos how long each lasts
   */
  record Staircase(List<Double> ratesPerSecond, long eachNanos) implements ArrivalProcess {
    /** Defensive copy. */
    public Staircase {
      ratesPerSecond = List.copyOf(ratesPerSecond);
    }

    @Override
    public boolean isShaped() {
      return true;
    }

    @Override
    public double peakRatePerSecond(double ratePerSecond) {
      return ratesPerSecond.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    }

    @Override
    public double meanRatePerSecond(double ratePerSecond, long warmupNanos, long durationNanos) {
      double sum = 0;
      long left = durationNanos;
      for (int i = 0; i < ratesPerSecond.size() && left > 0; i++) {
        boolean last = i == ratesPerSecond.size() - 1;
        long length = last ? left : Math.min(left, eachNanos);
        sum += ratesPerSecond.get(i) * length;
        left -= length;
      }
      return sum / durationNanos;
    }
  }

  /**
   * The step's rate, with equal gaps, for a while, then nothing for a while, and so on. A burst
   * begins with the measured window; the warm-up has as many bursts before it as fit.
   *
   * @param onNanos length of a burst
   * @param offNanos time between the end of one and the beginning of the next
   */
  record Bursts(long onNanos, long offNanos) implements ArrivalProcess {
    @Override
    public boolean isShaped() {
      return true;
    }

    @Override
    public double peakRatePerSecond(double ratePerSecond) {
      return ratePerSecond;
    }

    @Override
    public double meanRatePerSecond(double ratePerSecond, long warmupNanos, long durationNanos) {
      long cycle = onNanos + offNanos;
      long on = durationNanos / cycle * onNanos + Math.min(durationNanos % cycle, onNanos);
      return ratePerSecond * on / durationNanos;
    }
  }

  /**
   * Due times that were recorded elsewhere, counted from the step's start: the warm-up takes the
   * first of them.
   *
   * @param file where they were read from, as the scenario names it
   * @param times the due times
   */
  record Trace(String file, DueTimes times) implements ArrivalProcess {
    @Override
    public boolean isShaped() {
      return true;
    }

    @Override
    public double peakRatePerSecond(double ratePerSecond) {
      return times.peakRatePerSecond();
    }

    @Override
    public double meanRatePerSecond(double ratePerSecond, long warmupNanos, long durationNanos) {
      return times.countBetween(warmupNanos, warmupNanos + durationNanos) * 1e9 / durationNanos;
    }
  }
}
