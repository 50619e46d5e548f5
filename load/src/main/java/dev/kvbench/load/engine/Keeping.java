package dev.kvbench.load.engine;

import dev.kvbench.scenario.ConnectionSpec.Mode;

/** When a lane has a connection. */
enum Keeping {
  /** Always, from its first use on: one that is lost is opened again at once. */
  READY,
  /** From its first use on; one that is lost is opened again by the next arrival. */
  WHEN_DUE,
  /** While it carries an arrival: each opens its own. */
  PER_REQUEST;

  /**
   * Returns how the lanes of a step keep their connections.
   *
   * @param closed whether arrivals wait for the lanes: then a lane without a connection is nobody's
   *     loss but its own next arrival's, which is charged with the opening
   */
  static Keeping of(Mode mode, boolean closed) {
    if (mode == Mode.PER_REQUEST) {
      return PER_REQUEST;
    }
    return closed ? WHEN_DUE : READY;
  }
}
