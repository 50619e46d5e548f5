package dev.kvbench.run.contract;

import org.jspecify.annotations.Nullable;

/**
 * A request as it goes over the wire.
 *
 * @param method in capitals
 * @param target path and query, percent-encoded already
 * @param body its bytes; null for a request that has none
 */
record Call(String method, String target, @Nullable String body) {

  static final String ENTITY = "/v0/entity";
  static final String ENTITIES = "/v0/entities";
  static final String STATUS = "/v0/status";

  private static final int MOST_SHOWN_OF_TARGET = 160;

  /** A request of another method, with a body of no bytes where the method may have one. */
  static Call of(String method, String target) {
    boolean bodied = !method.equals("GET") && !method.equals("HEAD") && !method.equals("DELETE");
    return new Call(method, target, bodied ? "" : null);
  }

  static Call get(String key) {
    return of("GET", entity(key));
  }

  static Call put(String key, String value) {
    return new Call("PUT", entity(key), value);
  }

  static Call delete(String key) {
    return of("DELETE", entity(key));
  }

  static Call range(String start, @Nullable String end) {
    return of(
        "GET",
        ENTITIES
            + "?start="
            + Bytes.encoded(start)
            + (end == null ? "" : "&end=" + Bytes.encoded(end)));
  }

  static Call status() {
    return of("GET", STATUS);
  }

  static String entity(String key) {
    return ENTITY + "?id=" + Bytes.encoded(key);
  }

  /** All of its bytes. */
  String bytes(String host) {
    return method
        + " "
        + target
        + " HTTP/1.1\r\nHost: "
        + host
        + "\r\n"
        + (body == null ? "" : "Content-Length: " + body.length() + "\r\n")
        + "\r\n"
        + (body == null ? "" : body);
  }

  /** The request in a line for people. */
  String words() {
    String shown =
        target.length() > MOST_SHOWN_OF_TARGET
            ? target.substring(0, MOST_SHOWN_OF_TARGET) + "… (" + Bytes.count(target) + ")"
            : target;
    return method
        + " "
        + shown
        + (body == null || body.isEmpty() ? "" : ", with a body of " + Bytes.countAndShown(body));
  }
}
