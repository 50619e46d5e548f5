package dev.kvbench.load.engine;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** How the pacer's thread waits until there is something for it, without asking again and again. */
final class PacerCall {

  private volatile @Nullable Thread waiting;
  private volatile @Nullable Thread sleeping;

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
    unpark(waiting);
  }

  /** Has the pacer {@code sleep}, which must ask only then until when, and park until that time. */
  void sleep(Runnable sleep) {
    sleeping = Thread.currentThread();
    try {
      sleep.run();
    } finally {
      sleeping = null;
    }
  }

  /** Ends the pacer's sleep, if it sleeps, because it must not last so long any more. */
  void wake() {
    unpark(sleeping);
  }

  private static void unpark(@Nullable Thread pacer) {
    if (pacer != null) {
      LockSupport.unpark(pacer);
    }
  }
}
