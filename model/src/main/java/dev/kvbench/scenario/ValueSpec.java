package dev.kvbench.scenario;

/**
 * The values that are put.
 *
 * @param sizeBytes length of each value, in bytes; 0 is legal
 * @param content what the bytes are
 */
public record ValueSpec(int sizeBytes, Content content) {

  /** What the bytes of a value are. */
  public enum Content {
    /** Incompressible bytes from the scenario's seed. */
    RANDOM,
    /** All bytes zero. */
    ZERO
  }
}
