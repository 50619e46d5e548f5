package dev.kvbench.server.law;

/**
 * What a server does with a request, by the request's number and the moment at which it was read
 * alone. Times are nanoseconds since the server's start.
 */
interface Rule {

  /** How a request ends. */
  enum Fate {
    /** Answered with 200. */
    OK('o'),
    /** Answered with 503. */
    REFUSED('e'),
    /** Its connection is reset, without an answer. */
    RESET('r'),
    /** Nothing ever comes back. */
    SILENCE('s');

    private final char mark;

    Fate(char mark) {
      this.mark = mark;
    }

    /** The fate's letter in the server's record. */
    char mark() {
      return mark;
    }
  }

  /** Returns when request {@code number}, read at {@code readNanos}, is to be answered. */
  long answerAtNanos(long number, long readNanos);

  /** Returns how request {@code number} ends. */
  default Fate fate(long number) {
    return Fate.OK;
  }

  /** Whether a record of every request is kept. */
  default boolean isRecorded() {
    return true;
  }

  /** Spreads the hundred slots that shares are given in evenly over the requests. */
  static int slot(long number) {
    return (int) (number * 37 % 100);
  }

  /**
   * Returns the rule called {@code name}:
   *
   * <ul>
   *   <li>{@code nothing}: answers at once, and keeps no record
   *   <li>{@code fixed DELAY}: answers so long after it has read
   *   <li>{@code stall STILL,PERIOD}: answers at once, but stands still for the first part of every
   *       period since its start
   *   <li>{@code two-modes FAST,SLOW,SHARE}: so many of a hundred requests are slow
   *   <li>{@code uniform FROM,TO}: delays spread evenly, by the multiples of the golden ratio
   *   <li>{@code faults DELAY,REFUSED,RESET,SILENT}: so many of a hundred end otherwise
   * </ul>
   *
   * @param values times in microseconds, shares in hundredths
   * @throws IllegalArgumentException with a sentence, if there is none of that name or the values
   *     are not its own
   */
  static Rule of(String name, long... values) {
    int needed =
        switch (name) {
          case "nothing" -> 0;
          case "fixed" -> 1;
          case "stall", "uniform" -> 2;
          case "two-modes" -> 3;
          case "faults" -> 4;
          default -> throw new IllegalArgumentException("There is no law '" + name + "'.");
        };
    if (values.length != needed) {
      throw new IllegalArgumentException(
          "The law " + name + " needs " + needed + " values, not " + values.length + ".");
    }
    return switch (name) {
      case "fixed" -> fixed(values[0] * 1_000);
      case "stall" -> stall(values[0] * 1_000, values[1] * 1_000);
      case "two-modes" -> {
        long fast = values[0] * 1_000;
        long slow = values[1] * 1_000;
        yield (number, read) -> read + (slot(number) < values[2] ? slow : fast);
      }
      case "uniform" -> {
        double from = values[0] * 1_000.0;
        double width = values[1] * 1_000.0 - from;
        double golden = (Math.sqrt(5) - 1) / 2;
        yield (number, read) -> read + (long) (from + width * (number * golden % 1));
      }
      case "faults" -> new Faults(values[0] * 1_000, values[1], values[2], values[3]);
      default -> new Nothing();
    };
  }

  private static Rule fixed(long delayNanos) {
    return (number, read) -> read + delayNanos;
  }

  private static Rule stall(long stillNanos, long periodNanos) {
    return (number, read) -> {
      long phase = read % periodNanos;
      return phase < stillNanos ? read - phase + stillNanos : read;
    };
  }

  /** Answers at once. */
  record Nothing() implements Rule {
    @Override
    public long answerAtNanos(long number, long readNanos) {
      return readNanos;
    }

    @Override
    public boolean isRecorded() {
      return false;
    }
  }

  /** Some requests get no right answer. */
  record Faults(long delayNanos, long refused, long reset, long silent) implements Rule {
    @Override
    public long answerAtNanos(long number, long readNanos) {
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
  }
}
