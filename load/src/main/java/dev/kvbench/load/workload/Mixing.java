package dev.kvbench.load.workload;

/**
 * Random numbers by position in place of by turn: the draw for arrival number <i>n</i> is a hash of
 * seed and <i>n</i>, so it does not depend on who asks first. The hash is the finalizer of
 * SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014).
 */
final class Mixing {

  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private Mixing() {}

  /** Returns 64 random bits for {@code position} of the stream of {@code seed}. */
  static long bits(long seed, long position) {
    long z = seed + (position + 1) * GOLDEN_GAMMA;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /**
   * Returns a number from 0 to {@code bound - 1} for {@code position} of the stream of {@code
   * seed}: the high half of bits × bound (Lemire, Fast random integer generation in an interval,
   * 2019). No draw is rejected; the bias is at most bound / 2^64.
   */
  static long below(long bound, long seed, long position) {
    long bits = bits(seed, position);
    long high = Math.multiplyHigh(bits, bound);
    return bits < 0 ? high + bound : high;
  }
}
