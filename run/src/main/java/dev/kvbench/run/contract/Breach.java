package dev.kvbench.run.contract;

/** A rule that was not kept: what was sent, what came, and what would have been right. */
final class Breach extends Exception {
  private static final long serialVersionUID = 1L;

  private final String sent;
  private final String came;
  private final String right;

  Breach(String sent, String came, String right) {
    super(came);
    this.sent = sent;
    this.came = came;
    this.right = right;
  }

  String sent() {
    return sent;
  }

  String came() {
    return came;
  }

  String right() {
    return right;
  }
}
