package dev.kvbench.scenario;

import dev.kvbench.scenario.WorkersSpec.Order;
import dev.kvbench.scenario.WorkersSpec.Queue;
import dev.kvbench.scenario.WorkersSpec.Rejection;
import java.util.Map;

/** Makes the reference server's workers: a fixed number of them, or one that grows. */
final class WorkersBinder {

  /** What a queue holds where nothing else is said. */
  private static final long DEFAULT_CAPACITY = 1024;

  private static final long MOST_THREADS = 10_000;
  private static final long LARGEST_QUEUE = 10_000_000;
  private static final Section.Parser<Long> THREADS = Values.wholeNumber(1, MOST_THREADS);
  private static final Map<String, Queue> QUEUES = Words.of(Queue.values());
  private static final Map<String, Order> ORDERS = Words.of(Order.values());
  private static final Map<String, Rejection> REJECTIONS = Words.of(Rejection.values());

  private WorkersBinder() {}

  /** The workers that the section describes. */
  static WorkersSpec bind(Section section) {
    long min = section.get("min", 1L, Values.wholeNumber(0, MOST_THREADS));
    long max = section.get("max", Math.max(min, 1), THREADS);
    if (section.has("threads")) {
      min = section.get("threads", 1L, THREADS);
      max = min;
      for (String other : new String[] {"min", "max"}) {
        if (section.has(other)) {
          section.report(
              section.placeOfKey(other),
              other,
              section.pathOf("threads") + " is a fixed number, so there is no '" + other + "'",
              "leave out '" + other + "', or have min and max in place of threads");
        }
      }
    } else if (section.isMissing("threads")) {
      requireBoth(section);
      if (min > max && section.isSound("min") && section.isSound("max")) {
        section.report(
            section.placeOf("min"),
            "min",
            section.pathOf("min") + ", " + min + ", is more than max, " + max,
            "set min to " + max + " or less");
        max = min;
      }
    }
    Queue queue = section.get("queue", Queue.LINKED, Values.oneOf(QUEUES));
    long capacity = section.get("capacity", DEFAULT_CAPACITY, Values.wholeNumber(1, LARGEST_QUEUE));
    Order order = section.get("order", Order.FIFO, Values.oneOf(ORDERS));
    Rejection rejection = section.get("rejection", Rejection.ABORT, Values.oneOf(REJECTIONS));
    checkQueue(section, queue, order, rejection);
    return new WorkersSpec(
        Math.toIntExact(min),
        Math.toIntExact(max),
        queue,
        queue == Queue.SYNCHRONOUS ? 0 : Math.toIntExact(capacity),
        order,
        rejection);
  }

  private static void requireBoth(Section section) {
    if (section.isMissing("min") && section.isMissing("max")) {
      section.report(
          section.placeOf("threads"),
          "threads",
          section.pathOf("threads") + " is missing: how many workers there are",
          "write  threads: 4  or, for a number that grows,  min: 1, max: 8");
    } else {
      for (String key : new String[] {"min", "max"}) {
        if (section.isMissing(key)) {
          section.report(
              section.placeOf(key),
              key,
              section.pathOf(key) + " is missing",
              "a number of workers that grows needs both:  min: 1, max: 8");
        }
      }
    }
  }

  private static void checkQueue(Section section, Queue queue, Order order, Rejection rejection) {
    if (!section.isSound("queue")) {
      return;
    }
    if (order == Order.LIFO && queue != Queue.LINKED) {
      section.report(
          section.placeOf("order"),
          "order",
          section.pathOf("order") + " can be lifo with a linked queue only",
          "have queue: linked, or order: fifo");
    }
    if (queue != Queue.SYNCHRONOUS) {
      return;
    }
    if (section.has("capacity")) {
      section.report(
          section.placeOfKey("capacity"),
          "capacity",
          "a synchronous queue holds nothing, so it has no 'capacity'",
          "leave out 'capacity', or have queue: array or linked");
    }
    if (rejection == Rejection.DISCARD_OLDEST) {
      section.report(
          section.placeOf("rejection"),
          "rejection",
          "a synchronous queue holds no oldest request that could be discarded",
          "have rejection: abort or caller-runs, or queue: array or linked");
    }
  }
}
