package dev.kvbench.result;

/**
 * How a server keeps one rule of the contract.
 *
 * @param name of the rule
 * @param words what the rule asks for
 * @param kind whether the rule is of the contract
 * @param outcome how it came out
 * @param sent the request that it rests on; empty where it passed
 * @param came what the server did; empty where it passed
 * @param right what would have been right; empty where it passed
 */
public record ContractCheck(
    String name, String words, Kind kind, Outcome outcome, String sent, String came, String right) {

  /** A rule that is kept. */
  public static ContractCheck pass(String name, String words, Kind kind) {
    return new ContractCheck(name, words, kind, Outcome.PASS, "", "", "");
  }

  /** What it means when a rule is not kept. */
  public enum Kind {
    /** The server does not have the interface that clients rely on. */
    RULE,
    /** The server is not as tidy as it could be; clients put up with it. */
    REMARK
  }

  /** How a rule came out. */
  public enum Outcome {
    /** It is kept. */
    PASS,
    /** It is not kept, and clients put up with it. */
    REMARK,
    /** It is not kept. */
    FAIL,
    /** Nothing is known: what it needs first could not be done, or no time was left. */
    UNTRIED
  }
}
