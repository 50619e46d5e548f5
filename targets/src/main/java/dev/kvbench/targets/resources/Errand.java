package dev.kvbench.targets.resources;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A thread that does one thing whenever it is told to. Nobody waits for it: told again while it is
 * still at it, it does it once more; and where it never comes back, it is left behind.
 */
final class Errand implements AutoCloseable {

  private final Semaphore told = new Semaphore(0);
  private final CountDownLatch ready = new CountDownLatch(1);
  private final Runnable before;
  private final Runnable work;
  private final Runnable after;
  private volatile boolean closed;

  private Errand(Runnable before, Runnable work, Runnable after) {
    this.before = before;
    this.work = work;
    this.after = after;
  }

  /**
   * Starts one.
   *
   * @param name of its thread
   * @param before is done once at first
   * @param work is done whenever told
   * @param after is done at last
   */
  static Errand start(String name, Runnable before, Runnable work, Runnable after) {
    Errand errand = new Errand(before, work, after);
    Thread thread = new Thread(errand::go, name);
    thread.setDaemon(true);
    thread.start();
    return errand;
  }

  /** Tells it to do its work; costs the caller next to nothing. */
  void tell() {
    told.release();
  }

  /** Waits until what comes at first is done, but no longer than so many milliseconds. */
  boolean awaitReady(long millis) {
    try {
      return ready.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Ends it when it has done what it is at; does not wait for that. */
  @Override
  public void close() {
    closed = true;
    told.release();
  }

  private void go() {
    try {
      before.run();
      ready.countDown();
      while (true) {
        told.acquire();
        int unused = told.drainPermits();
        if (closed) {
          return;
        }
        work.run();
      }
    } catch (InterruptedException e) {
      // Nobody does that but a virtual machine that ends.
    } finally {
      ready.countDown();
      after.run();
    }
  }
}
