package dev.kvbench.time;

/**
 * A monotone source of nanoseconds with an arbitrary origin, so that only differences mean
 * anything. Everything that measures is handed one; tests hand in a clock that they move
 * themselves.
 *
 * <p>Readings of one clock never decrease within a thread and may be compared across threads of one
 * process.
 */
@FunctionalInterface
public interface NanoClock {

  /** Nanoseconds in a second. */
  long NANOS_PER_SECOND = 1_000_000_000L;

  /** Nanoseconds in a millisecond. */
  long NANOS_PER_MILLI = 1_000_000L;

  /** Nanoseconds in a microsecond. */
  long NANOS_PER_MICRO = 1_000L;

  /** Returns the current reading, in nanoseconds since an arbitrary origin. */
  long nanos();

  /** Returns the machine's monotone clock, the only place of kvbench that reads it. */
  static NanoClock system() {
    return System::nanoTime;
  }
}
