package dev.kvbench.run.contract;

/** A way in which a server is no HTTP server at all, and what is said of its first answer. */
enum Hostility {
  HANGS(true, "no answer within"),
  CLOSES_AT_ONCE("closed the connection"),
  RESETS("the connection"),
  DRIPS_THE_HEAD(true, "no end of the answer within"),
  DRIPS_THE_BODY(true, "no end of the answer within"),
  HEAD_WITHOUT_END("it began with HTTP/1.1 200"),
  BODY_WITHOUT_END("of a body"),
  CHUNKS_WITHOUT_END(true, "it began with HTTP/1.1 200"),
  INTERIM_ANSWERS_WITHOUT_END("interim answers without end"),
  STOPS_IN_THE_BODY("before the answer's end"),
  SPEAKS_SOMETHING_ELSE("no status line of HTTP/1"),
  HEADER_WITHOUT_COLON("a header without a colon"),
  CHUNK_WITHOUT_SIZE("a chunk without its size"),
  CHUNK_LONGER_THAN_ITS_SIZE("a chunk that is longer than its size"),
  LENGTH_IS_NO_NUMBER("a Content-Length that is no number"),
  BARE_LINE_FEEDS("a line that does not end with CR LF"),
  CODING_NOBODY_KNOWS("a transfer encoding that nobody asked for");

  private final boolean lasting;
  private final String words;

  Hostility(String words) {
    this(false, words);
  }

  Hostility(boolean lasting, String words) {
    this.lasting = lasting;
    this.words = words;
  }

  /** Whether only the end of a rule's time ends it. */
  boolean isLasting() {
    return lasting;
  }

  /** Is in what is said. */
  String words() {
    return words;
  }
}
