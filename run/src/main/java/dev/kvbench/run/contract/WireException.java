package dev.kvbench.run.contract;

import java.io.IOException;

/** What came over a connection in place of an answer; the message is fit for a user. */
final class WireException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String words;
  private final boolean end;

  WireException(String words) {
    this(words, false);
  }

  /**
   * @param end whether the server ended the connection
   */
  WireException(String words, boolean end) {
    super(words);
    this.words = words;
    this.end = end;
  }

  boolean isEnd() {
    return end;
  }

  String words() {
    return words;
  }
}
