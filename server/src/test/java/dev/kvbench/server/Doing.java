package dev.kvbench.server;

import dev.kvbench.server.WorkersConfig.Order;
import dev.kvbench.server.WorkersConfig.Queue;
import dev.kvbench.server.WorkersConfig.Rejection;
import org.jspecify.annotations.Nullable;

/** Who does the requests: the contract is the same with every kind of workers, and with none. */
enum Doing {
  SELECTORS(null),
  WORKERS(WorkersConfig.fixed(2)),
  LIFO_WORKERS(WorkersConfig.fixed(2).withOrder(Order.LIFO)),
  ELASTIC_WORKERS(
      WorkersConfig.fixed(1)
          .withThreads(0, 8)
          .withQueue(Queue.SYNCHRONOUS, 0)
          .withRejection(Rejection.CALLER_RUNS)),
  WORKERS_AND_SELECTORS(
      WorkersConfig.fixed(1).withQueue(Queue.ARRAY, 1).withRejection(Rejection.CALLER_RUNS)),
  DISCARDING_WORKERS(
      WorkersConfig.fixed(1).withQueue(Queue.ARRAY, 64).withRejection(Rejection.DISCARD_OLDEST));

  @SuppressWarnings("ImmutableEnumChecker") // a record of numbers and words
  private final @Nullable WorkersConfig workers;

  Doing(@Nullable WorkersConfig workers) {
    this.workers = workers;
  }

  ServerConfig config() {
    return ServerConfig.DEFAULT.withWorkers(workers);
  }
}
