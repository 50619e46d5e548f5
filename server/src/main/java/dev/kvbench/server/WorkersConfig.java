package dev.kvbench.server;

/**
 * Threads that do the requests' work in place of the selectors, and the queue in which requests
 * wait for them.
 *
 * <p>The rules are those of {@link java.util.concurrent.ThreadPoolExecutor}: up to {@code
 * minThreads} a request begins a new thread; then it goes to the queue; only when the queue does
 * not take it a further thread is begun, up to {@code maxThreads}; and after that it is rejected. A
 * thread beyond {@code minThreads} ends when it had nothing to do for a minute.
 *
 * @param minThreads the threads that stay; 0 or more
 * @param maxThreads the threads that there are at most; 1 or more, and {@code minThreads} or more
 * @param queue what the queue is made of
 * @param capacity how many requests the queue holds; 1 or more, and 0 for {@link Queue#SYNCHRONOUS}
 * @param order which of the waiting requests is next; {@link Order#LIFO} with {@link Queue#LINKED}
 *     only
 * @param rejection what becomes of a request for which there is no room
 */
public record WorkersConfig(
    int minThreads, int maxThreads, Queue queue, int capacity, Order order, Rejection rejection) {

  /** What a queue is made of. */
  public enum Queue {
    /** An array with one lock: {@link java.util.concurrent.ArrayBlockingQueue}. */
    ARRAY,
    /** Linked nodes with a lock at each end: {@link java.util.concurrent.LinkedBlockingQueue}. */
    LINKED,
    /** None: a request is handed to a thread that waits for one, or not taken. */
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

  /** How many requests may wait where nothing else is said. */
  public static final int DEFAULT_CAPACITY = 1024;

  /** A request of an array's whole capacity has its place from the start. */
  private static final int MOST_IN_ARRAY = 1 << 24;

  /**
   * @throws IllegalArgumentException with a sentence that says which setting is wrong, and what
   *     would be right
   */
  public WorkersConfig {
    require(
        minThreads >= 0 && maxThreads >= 1 && minThreads <= maxThreads,
        "There must be at least 1 worker, and no more to begin with than in the end, not "
            + minThreads
            + " to "
            + maxThreads
            + ".");
    if (queue == Queue.SYNCHRONOUS) {
      require(
          capacity == 0, "A synchronous queue holds nothing: its capacity is 0, not " + capacity);
      require(
          rejection != Rejection.DISCARD_OLDEST,
          "A synchronous queue holds no oldest request that could be discarded.");
    } else {
      require(capacity >= 1, "A queue must hold at least 1 request, not " + capacity + ".");
      require(
          queue != Queue.ARRAY || capacity <= MOST_IN_ARRAY,
          "An array queue holds at most " + MOST_IN_ARRAY + " requests, not " + capacity + ".");
    }
    require(
        order != Order.LIFO || queue == Queue.LINKED,
        "Last in, first out needs a linked queue: the others have one order only.");
  }

  /** As many threads as given, behind a linked queue of 1024 requests, fifo; else 503. */
  public static WorkersConfig fixed(int threads) {
    return new WorkersConfig(
        threads, threads, Queue.LINKED, DEFAULT_CAPACITY, Order.FIFO, Rejection.ABORT);
  }

  /** This configuration with another number of threads. */
  public WorkersConfig withThreads(int otherMin, int otherMax) {
    return new WorkersConfig(otherMin, otherMax, queue, capacity, order, rejection);
  }

  /** This configuration with another queue; one that is synchronous has no capacity. */
  public WorkersConfig withQueue(Queue otherQueue, int otherCapacity) {
    return new WorkersConfig(minThreads, maxThreads, otherQueue, otherCapacity, order, rejection);
  }

  /** This configuration with another order. */
  public WorkersConfig withOrder(Order otherOrder) {
    return new WorkersConfig(minThreads, maxThreads, queue, capacity, otherOrder, rejection);
  }

  /** This configuration with another way to reject. */
  public WorkersConfig withRejection(Rejection otherRejection) {
    return new WorkersConfig(minThreads, maxThreads, queue, capacity, order, otherRejection);
  }

  private static void require(boolean right, String otherwise) {
    if (!right) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
