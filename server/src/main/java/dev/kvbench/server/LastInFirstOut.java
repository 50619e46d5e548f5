package dev.kvbench.server;

import java.util.concurrent.LinkedBlockingDeque;

/**
 * A queue that gives the newest first: under overload the requests that are answered are answered
 * fast, and those that waited too long already wait on. It is written for an executor, which puts
 * in with {@link #offer} alone.
 */
final class LastInFirstOut extends LinkedBlockingDeque<Runnable> {

  private static final long serialVersionUID = 1L;

  LastInFirstOut(int capacity) {
    super(capacity);
  }

  @Override
  public boolean offer(Runnable task) {
    return offerFirst(task);
  }
}
