package dev.kvbench.load.engine;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** How the pacer's thread waits until there is something for it, without asking again and again. */
final class PacerCall {

  private volatile @Nullable Thread waiting;

  /** Waits until it is called; not at all where {@code needless} says so. May return too early. */
  void await(BooleanSupplier needless) {
    waiting = Thread.currentThread();
    try {
      if (!needless.getAsBoolean()) {
        LockSupport.park(this);
      }
    } finally {
      waiting = null;
    }
  }

  /** Calls the pacer, if it waits. What it waits for must be there already. */
  void call() {
    Thread pacer = waiting;
    if (pacer != null) {
      LockSupport.unpark(pacer);
    }
  }
}
