package dev.kvbench.load.workload;

import dev.kvbench.scenario.Api;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the requests of one operation have in common, made ready once: method, headers, and which
 * statuses are right.
 *
 * @param method the HTTP method
 * @param headers further headers, names in small letters
 * @param headerLines the headers as lines of a request's head in HTTP/1.1; empty where there are
 *     none
 * @param right the statuses of a right answer
 * @param miss the statuses that say that the key is not there
 */
public record RequestForm(
    String method,
    Map<String, String> headers,
    String headerLines,
    List<Integer> right,
    List<Integer> miss) {

  private static final Set<String> IDEMPOTENT = Set.of("GET", "PUT", "DELETE", "OPTIONS");

  /** Defensive copies. */
  public RequestForm {
    headers = Map.copyOf(headers);
    right = List.copyOf(right);
    miss = List.copyOf(miss);
  }

  /** The form of the requests that {@code call} describes. */
  public static RequestForm of(Api.Call call) {
    String lines =
        call.headers().entrySet().stream()
            .map(header -> header.getKey() + ": " + header.getValue() + "\r\n")
            .collect(Collectors.joining());
    return new RequestForm(call.method(), call.headers(), lines, call.right(), call.miss());
  }

  /** Whether the request may be sent twice: what HTTP says of its method (RFC 9110, 9.2.2). */
  public boolean isIdempotent() {
    return IDEMPOTENT.contains(method);
  }

  /** Whether an answer with this status is right. */
  public boolean isRight(int status) {
    return contains(right, status);
  }

  /** Whether an answer with this status says that the key is not there. */
  public boolean isMiss(int status) {
    return contains(miss, status);
  }

  /** The statuses that are right, for a message: {@code 201 or 204}. */
  public String rightWords() {
    return right.stream().map(String::valueOf).collect(Collectors.joining(" or "));
  }

  /** One to three of them: nothing is quicker than to look at each, and nothing is allocated. */
  private static boolean contains(List<Integer> statuses, int status) {
    for (int i = 0; i < statuses.size(); i++) {
      if (statuses.get(i) == status) {
        return true;
      }
    }
    return false;
  }
}
