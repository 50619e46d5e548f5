package dev.kvbench.run.contract;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** One thing that a {@link FaultyServer} does wrong, and the rules that must find it out. */
enum Fault {
  STATUS_IS_404("status"),
  STATUS_TAKES_ANY_METHOD("status-method"),
  UNKNOWN_PATH_IS_404("unknown-path"),
  ABSENT_IS_200("get-absent", "delete-present", "key-text", "key-reserved", "key-long"),
  PUT_IS_200("put", "put-again", "put-empty", "split-request"),
  GET_ADDS_A_BYTE(
      "get-present",
      "put-again",
      "put-empty",
      "value-binary",
      "value-large",
      "key-text",
      "key-reserved",
      "key-escapes",
      "key-long",
      "key-bytes",
      "pipelined",
      "split-request"),
  FIRST_VALUE_STAYS("put-again", "range-changes", "split-request"),
  EMPTY_VALUE_IS_REFUSED("put-empty", "range-values"),
  DELETE_IS_200("delete-present", "delete-absent"),
  DELETE_ABSENT_IS_404("delete-absent"),
  DELETE_DOES_NOTHING("delete-present", "range-changes"),
  ID_MISSING_IS_500("id-missing"),
  ID_EMPTY_IS_404("id-empty"),
  ENTITY_TAKES_ANY_METHOD("entity-method"),
  VALUES_ARE_TEXT("value-binary", "value-large", "range-values"),
  VALUES_ARE_CUT("value-large"),
  KEYS_ARE_ASCII("key-text", "key-bytes", "range-order", "range-bounds-order"),
  KEYS_ARE_NOT_DECODED("key-escapes", "range-order", "range-bounds-order"),
  KEYS_ARE_SPLIT_AFTER_DECODING("key-reserved"),
  KEYS_ARE_CUT("key-long"),
  LONG_KEYS_ARE_REFUSED("key-long"),
  KEYS_ARE_UTF8("key-bytes"),
  BROKEN_ESCAPE_IS_500("escape-broken"),
  START_IS_EXCLUSIVE("range-start"),
  END_IS_INCLUSIVE("range-end", "range-empty"),
  BOUNDS_MUST_BE_KEYS(
      "range-end",
      "range-between",
      "range-open",
      "range-order",
      "range-bounds-order",
      "range-empty",
      "range-values",
      "range-changes",
      "range-chunked",
      "range-long",
      "range-chunk-a-record",
      "range-chunk-size-case"),
  END_IS_REQUIRED("range-open"),
  EMPTY_RANGE_IS_404("range-empty", "range-bounds-order"),
  ORDER_IS_SIGNED("range-order", "range-bounds-order"),
  ORDER_IS_OF_UTF16("range-order"),
  START_MISSING_IS_200("range-start-missing"),
  START_ABOVE_END_IS_200("range-start-above-end", "range-bounds-order"),
  RANGE_TAKES_ANY_METHOD("range-method"),
  RANGE_VALUES_ARE_LINES("range-values"),
  RANGE_IS_NOT_CHUNKED("range-chunked", "range-chunk-a-record"),
  RECORDS_SHARE_CHUNKS("range-chunk-a-record"),
  CHUNK_SIZES_ARE_UPPER_CASE("range-chunk-size-case"),
  LONG_RANGE_STALLS("range-long"),
  CLOSES_AFTER_RANGES("range-keeps-connection"),
  ANSWERS_RANGES_TWICE("unasked-answer"),
  CLOSES_AFTER_EVERY_ANSWER("keeps-connection", "range-keeps-connection", "pipelined"),
  SAYS_CLOSE_AND_CLOSES("range-keeps-connection"),
  FORGETS_PIPELINED_REQUESTS("pipelined"),
  WANTS_REQUESTS_WHOLE("split-request"),
  ANSWERS_HEAD_WITH_A_BODY("head"),
  HAS_NO_REASON_PHRASES("reason-phrase"),
  HUGE_KEY_IS_500("huge-key"),
  HUGE_KEY_ENDS_THE_SERVER("huge-key", "malformed-request"),
  MALFORMED_IS_200("malformed-request");

  private final String foundBy;

  Fault(String... foundBy) {
    this.foundBy = String.join(" ", foundBy);
  }

  /** Names of the rules that are not kept. */
  Set<String> foundBy() {
    return new TreeSet<>(List.of(foundBy.split(" ", -1)));
  }
}
