package dev.kvbench.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Turns Ctrl-C, and any other signal that ends the process, into the end of a run: what was
 * measured is saved and reported, the target is stopped, and the process ends with 130.
 *
 * <p>The virtual machine begins to shut down at the signal and waits for its hooks; the hook waits
 * for the run.
 */
final class Interrupts implements AutoCloseable {

  private static final long SAVING_SECONDS = 30;

  private final CountDownLatch settled = new CountDownLatch(1);
  private final Thread hook;
  private volatile boolean signalled;

  private Interrupts(Consumer<String> work, String saying, Console console) {
    this.hook =
        new Thread(
            () -> {
              if (settled.getCount() == 0) {
                return;
              }
              signalled = true;
              console.out().println();
              console.out().println("interrupted: " + saying + " …");
              work.accept("interrupted");
              await();
              Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
            },
            "kvbench-interrupt");
  }

  /**
   * Begins to watch.
   *
   * @param work ends the work soon, for the reason that it is given
   * @param saying what the user is told of that
   */
  static Interrupts to(Consumer<String> work, String saying, Console console) {
    Interrupts interrupts = new Interrupts(work, saying, console);
    Runtime.getRuntime().addShutdownHook(interrupts.hook);
    return interrupts;
  }

  /** Everything is saved and said: the process may end. */
  void settled() {
    settled.countDown();
  }

  /** Stops watching. */
  @Override
  public void close() {
    settled();
    if (!signalled) {
      try {
        boolean unused = Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // The signal came this moment: the hook finds everything settled.
      }
    }
  }

  private void await() {
    try {
      boolean unused = settled.await(SAVING_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
