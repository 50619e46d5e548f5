package dev.kvbench.scenario;

/**
 * The worker threads of the reference server, and the queue in which requests wait for them.
 *
 * @param minThreads the threads that stay, 0 or more; equal to {@code maxThreads} where their
 *     number is fixed
 * @param maxThreads the threads that there are at most, 1 or more
 * @param queue what the queue is made of
 * @param capacity how many requests wait at most; 0 for {@link Queue#SYNCHRONOUS}
 * @param order which of the waiting requests is next
 * @param rejection what becomes of a request for which there is no room
 */
public record WorkersSpec(
    int minThreads, int maxThreads, Queue queue, int capacity, Order order, Rejection rejection) {

  /** What a queue is made of. */
  public enum Queue {
    /** An array. */
    ARRAY,
    /** Linked nodes. */
    LINKED,
    /** Nothing: a request is handed to a thread that waits for one, or not taken. */
    SYNCHRONOUS
  }

  /** Which of the waiting requests is next. */
  public enum Order {
    /** The one that waits longest. */
    FIFO,
    /** The one that came last. */
    LIFO
  }

  /** What becomes of a request for which there is no room. */
  public enum Rejection {
    /** It is answered with 503. */
    ABORT,
    /** The selector that read it does it. */
    CALLER_RUNS,
    /** It takes the place of the one that waits longest, which is answered with 503. */
    DISCARD_OLDEST
  }
}
