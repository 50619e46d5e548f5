package dev.kvbench.run;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What ends a run early, or the steps of a repetition whose target is gone: the reason, and the
 * step or fill under way that is to end for it. May be called from any thread.
 */
final class Stopping {

  private @Nullable Consumer<String> underWay;
  private @Nullable String interruption;
  private @Nullable String targetEnd;

  /** Ends the whole run soon. */
  synchronized void interrupt(String reason) {
    interruption = reason;
    stop(reason);
  }

  /** Ends the steps of the target that there is. */
  synchronized void targetEnded(String reason) {
    if (targetEnd == null) {
      targetEnd = reason;
      stop(reason);
    }
  }

  /** There is another target. */
  synchronized void newTarget() {
    targetEnd = null;
  }

  /**
   * Makes a step or fill the one that is ended, and ends it if that came already.
   *
   * @param end ends it, and is given the reason
   */
  synchronized void begin(Consumer<String> end) {
    underWay = end;
    String reason = interruption != null ? interruption : targetEnd;
    if (reason != null) {
      end.accept(reason);
    }
  }

  /** The step or fill is over. */
  synchronized void over() {
    underWay = null;
  }

  private void stop(String reason) {
    if (underWay != null) {
      underWay.accept(reason);
    }
  }

  /** Why the run ends early, or null. */
  synchronized @Nullable String interruption() {
    return interruption;
  }

  /** Why no further step can be run against the target that there is, or null. */
  synchronized @Nullable String obstacle() {
    return targetEnd;
  }
}
