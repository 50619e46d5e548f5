package dev.kvbench.result;

import java.util.List;

/**
 * How a server keeps the contract, rule by rule.
 *
 * @param planned how many rules there are
 * @param checks those that were looked at, in their order; fewer than planned after an interrupt
 * @param keyPrefix what every key begins with that was written
 * @param keysLeft how many of these could not be deleted again
 */
public record ContractResult(
    int planned, List<ContractCheck> checks, String keyPrefix, int keysLeft) {

  /** Copies {@code checks}. */
  public ContractResult {
    checks = List.copyOf(checks);
  }

  /** Whether every rule was looked at. */
  public boolean isWhole() {
    return checks.size() == planned;
  }

  /** Whether every rule is kept, but for what clients put up with. */
  public boolean isGood() {
    return isWhole()
        && checks.stream()
            .map(ContractCheck::outcome)
            .allMatch(
                outcome ->
                    outcome == ContractCheck.Outcome.PASS
                        || outcome == ContractCheck.Outcome.REMARK);
  }
}
