package dev.kvbench.load.engine;

import dev.kvbench.load.http.Breakage;
import dev.kvbench.load.workload.Request;
import dev.kvbench.result.StepResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What went wrong in one of a step's windows: of each sort of failure what the first said, and how
 * many there were. Any thread may add.
 */
final class Failures {

  private static final int EXAMPLES_OF_A_KIND = 5;

  private final ConcurrentHashMap<String, Example> examples = new ConcurrentHashMap<>();

  /** The first failure of a sort, and how many there were. */
  private record Example(String kind, String message, AtomicInteger count) {}

  /** Adds an exchange that broke, or a connection that could not be made. */
  void add(Breakage breakage) {
    String kind = breakage.kind().name().toLowerCase(Locale.ROOT);
    // Failures that differ in a number only, as in how many bytes came, are of one sort.
    String sort = breakage.message().replaceAll("\\d+", "#");
    example(kind, sort, breakage.message());
  }

  /** Adds an answer that is not what it must be. */
  void add(Request request, int status, long bodyBytes, Outcome outcome) {
    String kind = outcome == Outcome.STATUS ? "status " + status : "wrong";
    String sort = request.method() + " " + status;
    if (!countKnown(kind, sort)) {
      example(kind, sort, Answers.explain(request, status, bodyBytes));
    }
  }

  /**
   * Adds a request that was given up.
   *
   * @param unwritten whether it had not been written to its end by then
   * @param timeoutNanos how long it was waited for
   */
  void addOverdue(boolean unwritten, long timeoutNanos) {
    String kind = unwritten ? "write" : "timeout";
    if (!countKnown(kind, "")) {
      String what = unwritten ? "the server did not take the request" : "no whole answer";
      example(kind, "", what + " within " + timeoutNanos / 1e9 + " s");
    }
  }

  /** The failures so far, the most frequent first, each of its {@code kind} and {@code mark}. */
  List<StepResult.Failure> list(String mark) {
    List<StepResult.Failure> list = new ArrayList<>();
    examples
        .values()
        .forEach(
            e -> list.add(new StepResult.Failure(e.kind() + mark, e.message(), e.count().get())));
    list.sort(
        Comparator.comparingLong(StepResult.Failure::count)
            .reversed()
            .thenComparing(StepResult.Failure::kind)
            .thenComparing(StepResult.Failure::message));
    return list;
  }

  private boolean countKnown(String kind, String sort) {
    Example known = examples.get(kind + ": " + sort);
    if (known != null) {
      known.count().incrementAndGet();
    }
    return known != null;
  }

  private void example(String kind, String sort, String message) {
    String key = kind + ": " + sort;
    long ofKind = examples.values().stream().filter(e -> e.kind().equals(kind)).count();
    if (ofKind < EXAMPLES_OF_A_KIND || examples.containsKey(key)) {
      examples
          .computeIfAbsent(key, k -> new Example(kind, message, new AtomicInteger()))
          .count()
          .incrementAndGet();
    }
  }
}
