package dev.kvbench.scenario;

/**
 * The key space: keys number 0 to {@code count - 1}, each written through {@code format}.
 *
 * @param count how many keys there are; at least 1
 * @param distribution how a step chooses among them
 * @param format a {@link java.util.Formatter} pattern with exactly one decimal conversion, such as
 *     {@code %012d}; the result is ASCII and needs no percent-encoding
 */
public record KeySpec(long count, Distribution distribution, String format) {

  /** How a step chooses its keys. */
  public enum Distribution {
    /** Every key equally likely, each request independent of the others. */
    UNIFORM,
    /** Key 0, 1, 2 … in the order of the arrivals, starting again after the last. */
    SEQUENTIAL
  }
}
