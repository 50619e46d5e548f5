package dev.kvbench.scenario;

/**
 * The connections over which a step's requests go.
 *
 * @param mode when they are opened and closed
 * @param initial how many are open before a step's clock starts; at least 1, 0 where each request
 *     has its own
 * @param max how many there are at a time, at the most; at least 1
 */
public record ConnectionSpec(Mode mode, int initial, int max) {

  /** When connections are opened and closed. */
  public enum Mode {
    /** All of them before the clock starts; they are kept open. */
    FIXED,
    /** A further one whenever an arrival is due and none is idle; they are kept open. */
    ELASTIC,
    /** One for each request, closed after its answer. */
    PER_REQUEST
  }

  /** A fixed number of connections. */
  public static ConnectionSpec fixed(int count) {
    return new ConnectionSpec(Mode.FIXED, count, count);
  }
}
