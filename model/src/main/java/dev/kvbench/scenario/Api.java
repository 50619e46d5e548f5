package dev.kvbench.scenario;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a target's operations are asked for over HTTP, and which answers are right: its interface.
 *
 * @param put how a value is stored under a key; null where the target cannot
 * @param get how the value of a key is read; null where the target cannot
 * @param delete how a key is deleted; null where the target cannot
 * @param range how the entries of a span of keys are read; null where the target cannot
 */
public record Api(
    @Nullable Call put, @Nullable Call get, @Nullable Call delete, @Nullable Call range) {

  /** The interface of the reference server, and of servers that were made for the same contract. */
  public static final Api COURSE =
      new Api(
          call("PUT", entity(), List.of(201), List.of()),
          call("GET", entity(), List.of(200), List.of(404)),
          call("DELETE", entity(), List.of(202), List.of()),
          new Call(
              "GET",
              new PathTemplate(
                  List.of("/v0/entities?start=", "&end=", ""),
                  List.of(PathTemplate.Slot.START, PathTemplate.Slot.END)),
              Map.of(),
              List.of(200),
              List.of(),
              true));

  /** The key is the path, as WebDAV and object stores have it; there are no ranges. */
  public static final Api PATH =
      new Api(
          call("PUT", key(), List.of(201, 204), List.of()),
          call("GET", key(), List.of(200), List.of(404)),
          call("DELETE", key(), List.of(204), List.of(404)),
          null);

  /**
   * How one operation is asked for.
   *
   * @param method the HTTP method
   * @param path path and query, with places for keys
   * @param headers further headers of the request, names in small letters, in their order
   * @param right the statuses of a right answer; at least one
   * @param miss the statuses that say that the key is not there
   * @param plainEntries of a range: whether the body is {@code key\nvalue} an entry and nothing
   *     else, so that its length is known beforehand
   */
  public record Call(
      String method,
      PathTemplate path,
      Map<String, String> headers,
      List<Integer> right,
      List<Integer> miss,
      boolean plainEntries) {

    /** Defensive copies of the lists; the headers keep their order. */
    public Call {
      headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
      right = List.copyOf(right);
      miss = List.copyOf(miss);
    }
  }

  /**
   * How an operation is asked for.
   *
   * @return null where the target cannot do it
   */
  public @Nullable Call call(StepSpec.Operation operation) {
    return switch (operation) {
      case PUT -> put;
      case GET -> get;
      case RANGE -> range;
    };
  }

  private static Call call(
      String method, PathTemplate path, List<Integer> right, List<Integer> miss) {
    return new Call(method, path, Map.of(), right, miss, false);
  }

  private static PathTemplate entity() {
    return new PathTemplate(List.of("/v0/entity?id=", ""), List.of(PathTemplate.Slot.KEY));
  }

  private static PathTemplate key() {
    return new PathTemplate(List.of("/", ""), List.of(PathTemplate.Slot.KEY));
  }
}
