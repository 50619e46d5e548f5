package dev.kvbench.result;

/**
 * The kinds of time that are recorded of an arrival, each in a histogram of its own, in
 * nanoseconds. The tag marks the kind in interval logs; the first five are also the names in {@code
 * result.json}'s {@code times}.
 */
public enum TimeKind {
  /** From the due time to the last byte of a right answer: the headline. */
  RESPONSE("response"),
  /** From the hand-over of the request to the socket to the last byte of a right answer. */
  SERVICE("service"),
  /** kvbench's own delay: from the due time until the request could have been on its way. */
  SCHEDULE_LAG("scheduleLag"),
  /** How long a due arrival waited because no connection was idle. */
  CONNECTION_WAIT("connectionWait"),
  /** From the hand-over of the request to the socket to the head of a right answer. */
  FIRST_BYTE("firstByte"),
  /**
   * Age of an arrival when a whole answer came that was not right: a lower bound of its response.
   */
  FAILED("failed"),
  /** Age of an arrival when it was given up without a whole answer: likewise a lower bound. */
  UNANSWERED("unanswered");

  private final String tag;

  TimeKind(String tag) {
    this.tag = tag;
  }

  /** The kind's name in files. */
  public String tag() {
    return tag;
  }

  /** Whether the kind is of arrivals that did not get a right answer. */
  public boolean isCensored() {
    return this == FAILED || this == UNANSWERED;
  }
}
