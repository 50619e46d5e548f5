package dev.kvbench.result;

/** Whether a step's figures can be used, in order of precedence. */
public enum Verdict {
  /** Do not use the figures: the measurement itself went wrong. */
  INVALID,
  /** The target cannot keep the offered rate; the sustained rate is the finding. */
  OVERLOADED,
  /** Usable, with the reasons read beside the figures. */
  DEGRADED,
  /** Nothing speaks against the figures. */
  VALID
}
