package dev.kvbench.render.chart;

/** A mapping of values to pixels along one direction; values outside its ends stay at the end. */
public sealed interface Scale {

  /** Returns the pixel of {@code value}. */
  double at(double value);

  /**
   * Equal differences take equal space.
   *
   * @param from the value at {@code pixelFrom}
   * @param to the value at {@code pixelTo}; not {@code from}
   * @param pixelFrom where the scale begins
   * @param pixelTo where it ends
   */
  record Linear(double from, double to, double pixelFrom, double pixelTo) implements Scale {
    /** Refuses an empty scale. */
    public Linear {
      if (!(from < to)) {
        throw new IllegalArgumentException("empty scale from " + from + " to " + to);
      }
    }

    @Override
    public double at(double value) {
      double share = (Math.min(Math.max(value, from), to) - from) / (to - from);
      return Pixels.round(pixelFrom + share * (pixelTo - pixelFrom));
    }
  }

  /**
   * Equal ratios take equal space.
   *
   * @param from the value at {@code pixelFrom}; above 0
   * @param to the value at {@code pixelTo}; above {@code from}
   * @param pixelFrom where the scale begins
   * @param pixelTo where it ends
   */
  record Log(double from, double to, double pixelFrom, double pixelTo) implements Scale {
    /** Refuses an empty scale and one that reaches 0. */
    public Log {
      if (!(from > 0 && from < to)) {
        throw new IllegalArgumentException("no logarithmic scale from " + from + " to " + to);
      }
    }

    @Override
    public double at(double value) {
      double inside = Math.min(Math.max(value, from), to);
      double share = StrictMath.log10(inside / from) / StrictMath.log10(to / from);
      return Pixels.round(pixelFrom + share * (pixelTo - pixelFrom));
    }
  }
}
