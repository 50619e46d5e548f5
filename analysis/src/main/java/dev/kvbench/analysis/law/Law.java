package dev.kvbench.analysis.law;

import static dev.kvbench.result.Figures.duration;

import dev.kvbench.time.NanoClock;

/**
 * A latency law: how long a request takes, as a function of its number and of the moment at which
 * it is read, and what the percentiles of many requests are then. A request that is never answered
 * counts at the age at which it is given up. Times are nanoseconds.
 */
public sealed interface Law {

  /** How a request ends. */
  enum Fate {
    /** With the right answer. */
    OK('o'),
    /** With 503. */
    REFUSED('e'),
    /** With a connection reset in place of an answer. */
    RESET('r'),
    /** Never, until the client gives it up. */
    SILENCE('s');

    private final char mark;

    Fate(char mark) {
      this.mark = mark;
    }

    /** The fate's letter in a server's record. */
    public char mark() {
      return mark;
    }
  }

  /** The law's name, for people and for the server that keeps it. */
  String name();

  /** What the server does, to follow "the server". */
  String words();

  /** What the server must know beside the name: times in microseconds, shares in hundredths. */
  long[] values();

  /** Returns when by the law request {@code number}, read at {@code readNanos}, is answered. */
  long answeredNanos(long number, long readNanos);

  /** Returns how request {@code number} ends. */
  default Fate fate(long number) {
    return Fate.OK;
  }

  /**
   * Returns the age at the end that a share of the requests does not exceed, if they are due at
   * equal gaps over whole periods of the law and nothing but the law takes time.
   *
   * @param percentile in percent, above 0 and below 100, and not where the law's distribution has a
   *     jump
   */
  double ageNanos(double percentile);

  /** Whether that age is all that is known: at that percentile requests were given up. */
  default boolean isBound(double percentile) {
    return false;
  }

  /** Whether many answers fall due at one moment, and can only be sent one after the other. */
  default boolean gathers() {
    return false;
  }

  /** The length over which the law repeats itself in time; 1 where it does not depend on time. */
  default long periodNanos() {
    return 1;
  }

  /**
   * Request <i>n</i>'s place among a hundred, 37<i>n</i> mod 100: 37 and 100 have no common factor,
   * so a hundred requests in a row take each place once.
   */
  static int slot(long number) {
    return (int) (number * 37 % 100);
  }

  /** Every answer takes the same: every percentile is the delay. */
  record Fixed(long delayNanos) implements Law {
    @Override
    public String name() {
      return "fixed";
    }

    @Override
    public String words() {
      return "answers every request after " + duration(delayNanos);
    }

    @Override
    public long[] values() {
      return new long[] {micros(delayNanos)};
    }

    @Override
    public long answeredNanos(long number, long readNanos) {
      return readNanos + delayNanos;
    }

    @Override
    public double ageNanos(double percentile) {
      return delayNanos;
    }
  }

  /**
   * The server answers at once, but stands still for the first part S of every period T. A request
   * that is due x into the stillness is answered S − x later. Of requests spread evenly over the
   * period the share y / T is due in the last y of the stillness, and the share (S − y) / T waits
   * longer than y: the percentile p is S − (1 − p) T, and nothing up to p = 1 − S / T.
   */
  record Stall(long stillNanos, long periodNanos) implements Law {
    @Override
    public String name() {
      return "stall";
    }

    @Override
    public String words() {
      return "stands still for " + duration(stillNanos) + " of every " + duration(periodNanos);
    }

    @Override
    public long[] values() {
      return new long[] {micros(stillNanos), micros(periodNanos)};
    }

    @Override
    public long answeredNanos(long number, long readNanos) {
      long into = readNanos % periodNanos;
      return into >= stillNanos ? readNanos : readNanos + (stillNanos - into);
    }

    @Override
    public boolean gathers() {
      return true;
    }

    @Override
    public double ageNanos(double percentile) {
      return Math.max(0, stillNanos - (1 - percentile / 100) * periodNanos);
    }
  }

  /** A share of the answers is slow: percentiles up to 1 − share are the fast time. */
  record TwoModes(long fastNanos, long slowNanos, int slowOfHundred) implements Law {
    @Override
    public String name() {
      return "two-modes";
    }

    @Override
    public String words() {
      return "takes "
          + duration(fastNanos)
          + ", but for "
          + slowOfHundred
          + " % of the requests "
          + duration(slowNanos);
    }

    @Override
    public long[] values() {
      return new long[] {micros(fastNanos), micros(slowNanos), slowOfHundred};
    }

    @Override
    public long answeredNanos(long number, long readNanos) {
      return readNanos + (slot(number) < slowOfHundred ? slowNanos : fastNanos);
    }

    @Override
    public double ageNanos(double percentile) {
      return percentile <= 100 - slowOfHundred ? fastNanos : slowNanos;
    }
  }

  /**
   * Delays spread evenly between two times: the percentile p is from + p (to − from). Request
   * <i>n</i> takes the fraction of <i>n</i>φ, φ the golden ratio; of these sequences it is the one
   * that fills the interval most evenly (Knuth, The Art of Computer Programming 3, section 6.4,
   * theorem S), so that chance has no part in the percentiles.
   */
  record Uniform(long fromNanos, long toNanos) implements Law {
    private static final double GOLDEN = 0.6180339887498949;

    @Override
    public String name() {
      return "uniform";
    }

    @Override
    public String words() {
      return "takes from "
          + duration(fromNanos)
          + " to "
          + duration(toNanos)
          + ", each as often as another";
    }

    @Override
    public long[] values() {
      return new long[] {micros(fromNanos), micros(toNanos)};
    }

    @Override
    public long answeredNanos(long number, long readNanos) {
      double turns = number * GOLDEN;
      return readNanos
          + fromNanos
          + Math.round((turns - Math.floor(turns)) * (toNanos - fromNanos));
    }

    @Override
    public double ageNanos(double percentile) {
      return fromNanos + percentile / 100 * (toNanos - fromNanos);
    }
  }

  /**
   * Some requests get no right answer: of a hundred so many are refused with 503 or met with a
   * reset, both after the delay that right answers take too, and so many get nothing and are given
   * up at the timeout. Percentiles up to 1 − silent are the delay, above it the timeout; and since
   * nobody knows how long the others would have taken, all above 1 − refused − reset − silent are
   * lower bounds.
   */
  record Faults(long delayNanos, long timeoutNanos, int refused, int reset, int silent)
      implements Law {
    @Override
    public String name() {
      return "faults";
    }

    @Override
    public String words() {
      return "answers "
          + refused
          + " % with 503, resets "
          + reset
          + " %, and never answers "
          + silent
          + " % of the requests";
    }

    @Override
    public long[] values() {
      return new long[] {micros(delayNanos), refused, reset, silent};
    }

    @Override
    public long answeredNanos(long number, long readNanos) {
      return readNanos + delayNanos;
    }

    @Override
    public Fate fate(long number) {
      int slot = slot(number);
      if (slot < refused) {
        return Fate.REFUSED;
      }
      if (slot < refused + reset) {
        return Fate.RESET;
      }
      return slot < refused + reset + silent ? Fate.SILENCE : Fate.OK;
    }

    @Override
    public double ageNanos(double percentile) {
      return percentile <= 100 - silent ? delayNanos : timeoutNanos;
    }

    @Override
    public boolean isBound(double percentile) {
      return percentile > 100 - refused - reset - silent;
    }
  }

  private static long micros(long nanos) {
    return nanos / NanoClock.NANOS_PER_MICRO;
  }
}
