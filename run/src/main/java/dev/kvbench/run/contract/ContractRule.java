package dev.kvbench.run.contract;

import dev.kvbench.result.ContractCheck;

/**
 * One thing that a server with this interface does.
 *
 * @param name in small letters and hyphens
 * @param words what it is, in a sentence
 * @param kind whether the contract asks for it
 * @param check tries it
 */
record ContractRule(String name, String words, ContractCheck.Kind kind, Check check) {

  /** Tries a rule. */
  @FunctionalInterface
  interface Check {
    /**
     * Sends what the rule is about, and looks at what comes.
     *
     * @throws Breach if that is not as it should be
     * @throws Unprepared if it could not be tried
     */
    void check(Dialogue dialogue) throws Breach;
  }

  static ContractRule rule(String name, String words, Check check) {
    return new ContractRule(name, words, ContractCheck.Kind.RULE, check);
  }

  static ContractRule remark(String name, String words, Check check) {
    return new ContractRule(name, words, ContractCheck.Kind.REMARK, check);
  }
}
