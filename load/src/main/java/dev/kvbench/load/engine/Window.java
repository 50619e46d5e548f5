package dev.kvbench.load.engine;

import dev.kvbench.time.NanoClock;

/**
 * When a step's measured window begins and ends, in nanoseconds of the engine's clock. An arrival
 * belongs to the window by its due time. Both ends are set while the step runs where they must be:
 * the beginning when an automatic warm-up has settled, the end when the step is cut short.
 *
 * <p>Whoever sets an end sets it to a time that no arrival handed out so far was due at, so that an
 * arrival's window never changes.
 */
final class Window {

  /** The number of the window that is not measured. */
  static final int WARMUP = 0;

  /** The number of the measured window. */
  static final int MEASURED = 1;

  private static final long UNKNOWN = Long.MAX_VALUE;

  private final long durationNanos;
  private volatile long startNanos = UNKNOWN;
  private volatile long fromNanos = UNKNOWN;
  private volatile long endNanos = UNKNOWN;

  /** From the start to the measured window's beginning. */
  private volatile long warmupNanos = UNKNOWN;

  Window(long durationNanos) {
    this.durationNanos = durationNanos;
  }

  /** How long the measured window is to be. */
  long durationNanos() {
    return durationNanos;
  }

  /** Begins the step: the schedule's origin. */
  void start(long nanos) {
    startNanos = nanos;
  }

  /** Begins the measured window at {@code nanos}; it ends a duration later. */
  void measureFrom(long nanos) {
    endNanos = nanos + durationNanos;
    warmupNanos = nanos - startNanos;
    fromNanos = nanos;
  }

  /** Ends the step at {@code nanos}, whatever was planned. */
  void cutAt(long nanos) {
    if (nanos < endNanos) {
      endNanos = nanos;
      if (fromNanos > nanos) {
        warmupNanos = nanos - startNanos;
        fromNanos = nanos;
      }
    }
  }

  long startNanos() {
    return startNanos;
  }

  long fromNanos() {
    return fromNanos;
  }

  long endNanos() {
    return endNanos;
  }

  /** Whether the measured window's beginning is known. */
  boolean isKnown() {
    return fromNanos != UNKNOWN;
  }

  /**
   * The number of the window that an arrival due at {@code dueNanos}, not before the start, belongs
   * to. Computed without a branch: the compiler leaves out a branch that it never saw taken, and
   * what was compiled in the warm-up would be thrown away when the measured window begins.
   */
  int phase(long dueNanos) {
    return (int) ((warmupNanos - 1 - (dueNanos - startNanos)) >>> (Long.SIZE - 1));
  }

  /** When a window began; the measured one's beginning must be known. */
  long begin(int phase) {
    return startNanos + phase * warmupNanos;
  }

  /** Whether an arrival due at {@code dueNanos}, which is before the end, is measured. */
  boolean measures(long dueNanos) {
    return phase(dueNanos) == MEASURED;
  }

  /** Whether the moment {@code nanos} lies in a window that has begun. */
  boolean contains(int phase, long nanos) {
    return phase(nanos) == phase && nanos < endNanos;
  }

  /** Whether the moment {@code nanos} lies in the measured window. */
  boolean contains(long nanos) {
    return nanos >= fromNanos && nanos < endNanos;
  }

  /** Length of the measured window in seconds. */
  double seconds() {
    return (endNanos - fromNanos) / (double) NanoClock.NANOS_PER_SECOND;
  }
}
