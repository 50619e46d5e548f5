package dev.kvbench.run.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Records that a rule about ranges writes, and the ranges that must come of them. */
final class Records {

  /** More keys than that are not told one by one. */
  private static final int MOST_TOLD = 12;

  private final String prefix;
  // keys are bytes in strings: their order here is the unsigned order of the bytes
  private final SortedMap<String, String> values = new TreeMap<>();

  Records(Dialogue dialogue) {
    this.prefix = dialogue.key("");
  }

  Records with(String suffix, String value) {
    values.put(prefix + suffix, value);
    return this;
  }

  /** Writes all of them. */
  Records prepared(Dialogue dialogue) {
    values.forEach(dialogue::prepare);
    return this;
  }

  /** The bytes of each record of a range, in order. */
  List<String> range(String start, @Nullable String end) {
    SortedMap<String, String> part =
        end == null ? values.tailMap(start) : values.subMap(start, end);
    return part.entrySet().stream().map(Records::bytes).toList();
  }

  /** Makes sure that a range has these records and no others. */
  void require(Dialogue d, String start, String end) throws Breach {
    Reply unused = ask(d, start, end);
  }

  /** Asks for a range, makes sure of its records, and returns the answer. */
  Reply ask(Dialogue d, String start, String end) throws Breach {
    Reply reply = d.ask(Call.range(start, end), 200);
    requireBody(d, reply.body(), start, end);
    return reply;
  }

  /** Makes sure that a range's body is right. */
  void requireBody(Dialogue d, String body, String start, @Nullable String end) throws Breach {
    String right = String.join("", range(start, end));
    if (!body.equals(right)) {
      d.expect("200 with " + words(right));
      throw d.breach("200 with " + words(body));
    }
  }

  private static String bytes(Map.Entry<String, String> record) {
    return record.getKey() + "\n" + record.getValue();
  }

  /** Which records a body has, by the ends of their keys, and what is in it beside them. */
  private String words(String body) {
    List<String> found = new ArrayList<>();
    int at = 0;
    while (at < body.length()) {
      int from = at;
      Map.Entry<String, String> next =
          values.entrySet().stream()
              .filter(record -> body.startsWith(bytes(record), from))
              .findFirst()
              .orElse(null);
      if (next == null) {
        break;
      }
      found.add("…" + Bytes.shown(next.getKey().substring(prefix.length())));
      at += bytes(next).length();
    }
    String rest = body.substring(at);
    String keys =
        found.stream().limit(MOST_TOLD).collect(Collectors.joining(", "))
            + (found.size() > MOST_TOLD ? ", …" : "");
    String records =
        found.isEmpty()
            ? "no record"
            : found.size() == 1 ? "the record " + keys : found.size() + " records: " + keys;
    return records + (rest.isEmpty() ? "" : "; then " + Bytes.countAndShown(rest));
  }
}
