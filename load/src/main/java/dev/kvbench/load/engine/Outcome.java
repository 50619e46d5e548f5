package dev.kvbench.load.engine;

/** The classes of the ledger: each arrival ends in exactly one. */
enum Outcome {
  OK,
  MISS,
  WRONG,
  STATUS,
  CONNECT,
  READ,
  WRITE,
  TIMEOUT,
  MALFORMED,
  UNSENT,
  UNFINISHED;

  /** Whether the arrival got a right answer. */
  boolean isGood() {
    return this == OK || this == MISS;
  }

  /** Whether a whole answer came, right or not. */
  boolean isAnswered() {
    return isGood() || this == WRONG || this == STATUS;
  }
}
