package dev.kvbench.run;

import dev.kvbench.result.LawCheck;
import dev.kvbench.result.Progress;

/**
 * Is told how a self-test goes, on the thread that runs it; by itself it does nothing with that.
 */
public interface SelfTestListener {

  /** Requests that are not judged run, until all code is compiled. */
  default void rehearsing() {}

  /**
   * A law's server is ready, and its requests begin.
   *
   * @param name of the law
   * @param words what the server does
   * @param again whether this is its second time, because the first was disturbed
   */
  default void lawBegan(String name, String words, boolean again) {}

  /** A second of a law is over. */
  default void progress(String name, Progress progress) {}

  /** A law is judged. */
  default void lawEnded(LawCheck check) {}
}
