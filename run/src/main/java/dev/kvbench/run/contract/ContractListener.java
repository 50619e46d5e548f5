package dev.kvbench.run.contract;

import dev.kvbench.result.ContractCheck;

/** Is told how the rules are tried, on the thread that tries them. */
public interface ContractListener {

  /**
   * A rule is about to be tried.
   *
   * @param number of the rule, from 1
   */
  default void ruleBegan(int number, String name) {}

  /** It is known how a rule came out. */
  default void ruleEnded(ContractCheck check) {}

  /** The keys that were written are being deleted. */
  default void deleting(int keys) {}
}
