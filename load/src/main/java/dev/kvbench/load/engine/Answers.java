package dev.kvbench.load.engine;

import dev.kvbench.load.workload.Request;

/** Which class of the ledger an answer belongs to. */
final class Answers {

  private static final int NOT_FOUND = 404;

  private Answers() {}

  /**
   * Returns the class of a whole answer.
   *
   * @param bodyBytes length of its body
   */
  static Outcome judge(Request request, int status, long bodyBytes) {
    if (request.form().isRight(status)) {
      boolean length =
          request.rightBodyLength() == Request.ANY_LENGTH || request.rightBodyLength() == bodyBytes;
      return length ? Outcome.OK : Outcome.WRONG;
    }
    if (request.missIsRight() && request.form().isMiss(status)) {
      return Outcome.MISS;
    }
    // Another success, or a miss where the key must be there, is not what it must be; anything else
    // is the server's own word for what went wrong, and is counted by that word.
    return status < 300 || isUnexpectedMiss(request, status) ? Outcome.WRONG : Outcome.STATUS;
  }

  /** Says what is wrong with the answer, for a report. */
  static String explain(Request request, int status, long bodyBytes) {
    String asked = request.method() + " " + request.path();
    if (request.form().isRight(status)) {
      return asked
          + " was answered with a body of "
          + bodyBytes
          + " bytes where "
          + request.rightBodyLength()
          + " are right";
    }
    if (isUnexpectedMiss(request, status)) {
      return asked + " was answered " + status + ", though what it asks for was stored before";
    }
    String right = request.form().rightWords();
    return asked + " was answered " + status + " where " + right + " is right";
  }

  private static boolean isUnexpectedMiss(Request request, int status) {
    return (status == NOT_FOUND || request.form().isMiss(status))
        && !request.missIsRight()
        && request.rightBodyLength() != Request.ANY_LENGTH;
  }
}
