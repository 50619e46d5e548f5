package dev.kvbench.analysis;

import dev.kvbench.result.Verdict;
import java.util.List;

/**
 * What is to be thought of a step.
 *
 * @param verdict whether its figures can be used
 * @param reasons why, each with its figures, the gravest first; empty where VALID
 */
public record Assessment(Verdict verdict, List<String> reasons) {
  /** Defensive copy. */
  public Assessment {
    reasons = List.copyOf(reasons);
  }
}
