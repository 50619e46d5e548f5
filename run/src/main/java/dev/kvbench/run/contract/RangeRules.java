package dev.kvbench.run.contract;

import static dev.kvbench.run.contract.ContractRule.remark;
import static dev.kvbench.run.contract.ContractRule.rule;

import java.util.List;

/** What the contract says of ranges: which records, in which order, in which form. */
final class RangeRules {

  private static final int LONG_RANGE_RECORDS = 64;
  private static final int LONG_RANGE_VALUE_BYTES = 4_096;

  /** Bytes of the first sample record, 0xab: sizes with a letter tell how it is written. */
  private static final int SAMPLE_RECORD_BYTES = 0xab;

  private RangeRules() {}

  static List<ContractRule> all() {
    return List.of(
        rule("range-start", "a range begins with its start", RangeRules::start),
        rule("range-end", "a range ends before its end", RangeRules::end),
        rule("range-between", "start and end need not be keys that are there", RangeRules::between),
        rule("range-open", "a range without end goes on to the last key", RangeRules::open),
        rule("range-empty", "a range without records is 200 of length 0", RangeRules::empty),
        rule("range-order", "keys come in unsigned byte order", RangeRules::order),
        rule(
            "range-start-missing",
            "a range without start, or with an empty one, is 400",
            RangeRules::startMissing),
        rule("range-start-above-end", "a start above the end is 400", RangeRules::startAboveEnd),
        rule("range-bounds-order", "bounds compare as unsigned bytes", RangeRules::boundsOrder),
        rule("range-method", "any other method on ranges is 405", RangeRules::otherMethod),
        rule("range-values", "a record is key, line feed, and any value", RangeRules::values),
        rule(
            "range-changes", "a range has the latest values, deleted keys not", RangeRules::change),
        rule("range-chunked", "a range comes chunked", RangeRules::chunked),
        rule("range-long", "a range of 250 kB comes to its end", RangeRules::longRange),
        rule(
            "range-keeps-connection",
            "the connection stays open after a range",
            RangeRules::keepsConnection),
        remark("range-chunk-a-record", "each record is a chunk", RangeRules::chunkARecord),
        remark("range-chunk-size-case", "sizes of chunks are in lower case", RangeRules::sizeCase));
  }

  private static void start(Dialogue d) throws Breach {
    sample(d).require(d, d.key("sample-b"), d.key("sample-e"));
  }

  private static void end(Dialogue d) throws Breach {
    sample(d).require(d, d.key("sample-"), d.key("sample-c"));
  }

  private static void between(Dialogue d) throws Breach {
    sample(d).require(d, d.key("sample-aa"), d.key("sample-cc"));
  }

  /** What is behind kvbench's own records is not read: it may be a whole database. */
  private static void open(Dialogue d) throws Breach {
    Records sample = sample(d);
    String start = d.key("sample-");
    Call call = Call.range(start, null);
    int length = String.join("", sample.range(start, null)).length();
    try (Wire wire = d.connect(call)) {
      d.send(wire, call);
      d.expect("an answer with status 200");
      Reply reply = d.read(wire, call, length);
      if (reply.status() != 200) {
        throw d.breach(reply.words());
      }
      String body = reply.body();
      sample.requireBody(d, body.substring(0, Math.min(length, body.length())), start, null);
    }
  }

  private static void empty(Dialogue d) throws Breach {
    Records sample = sample(d);
    sample.require(d, d.key("sample-b"), d.key("sample-b"));
    sample.require(d, d.key("nothing-a"), d.key("nothing-b"));
  }

  /**
   * Letters of one to four bytes in UTF-8: signed bytes put é before a, and UTF-16, in which Java
   * compares strings, puts the emoji before the wide tilde.
   */
  private static void order(Dialogue d) throws Breach {
    Records records = new Records(d);
    for (String end : List.of("😀", "～", "é", "z", "aa", "a")) {
      records.with("order-" + Bytes.utf8(end), "of " + Bytes.utf8(end));
    }
    records.prepared(d).require(d, d.key("order-"), d.key("order."));
  }

  private static void startMissing(Dialogue d) throws Breach {
    String end = "end=" + d.key("z");
    for (String query : List.of("", "?" + end, "?start=", "?start=&" + end)) {
      d.check(Call.of("GET", Call.ENTITIES + query), 400);
    }
  }

  private static void startAboveEnd(Dialogue d) throws Breach {
    d.check(Call.range(d.key("b"), d.key("a")), 400);
    d.check(Call.range(d.key("aa"), d.key("a")), 400);
  }

  private static void boundsOrder(Dialogue d) throws Breach {
    String low = d.key("bounds-z");
    String high = d.key("bounds-" + Bytes.utf8("é"));
    d.check(Call.range(low, high), 200);
    d.check(Call.range(high, low), 400);
  }

  /** Not by DELETE: a server that knows it for ranges would delete some. */
  private static void otherMethod(Dialogue d) throws Breach {
    String target = Call.range(d.key("method-a"), d.key("method-b")).target();
    for (String method : List.of("POST", "PUT")) {
      d.check(Call.of(method, target), 405);
    }
  }

  private static void values(Dialogue d) throws Breach {
    new Records(d)
        .with("values-a", "")
        .with("values-b", "line\nline\r\n\r\n0\r\n\r\n")
        .with("values-c", "\u0000\u007f\u0080\u00ff")
        .with("values-d", "the last")
        .prepared(d)
        .require(d, d.key("values-"), d.key("values-z"));
  }

  private static void change(Dialogue d) throws Breach {
    d.prepare(d.key("changes-a"), "the value before");
    d.prepare(d.key("changes-b"), "to be deleted");
    d.check(Call.delete(d.key("changes-b")), "202", status -> status >= 200 && status < 300);
    new Records(d)
        .with("changes-a", "the latest value")
        .prepared(d)
        .require(d, d.key("changes-"), d.key("changes-z"));
  }

  private static void chunked(Dialogue d) throws Breach {
    Reply reply = askForSample(d);
    if (!reply.isChunked()) {
      d.expect("the header Transfer-Encoding: chunked");
      String length = Reply.header(reply.headers(), "content-length");
      throw d.breach(
          reply.statusLine()
              + (length.isEmpty() ? ", of no said length" : ", Content-Length: " + length));
    }
  }

  private static void longRange(Dialogue d) throws Breach {
    Records records = new Records(d);
    for (int i = 0; i < LONG_RANGE_RECORDS; i++) {
      String value = (char) ('a' + i % 26) + "-".repeat(LONG_RANGE_VALUE_BYTES - 1);
      records.with("many-" + (100 + i), value);
    }
    records.prepared(d).require(d, d.key("many-"), d.key("many-z"));
  }

  /** Behind a range with a record and behind one without, whatever is in their answers. */
  private static void keepsConnection(Dialogue d) throws Breach {
    String key = d.key("ranged");
    d.prepare(key, "value");
    for (String end : List.of(d.key("ranged-z"), key)) {
      Call range = Call.range(key, end);
      try (Wire wire = d.connect(range)) {
        d.checkOver(wire, range);
        // What comes unasked is the matter of another rule.
        String unused = d.unasked(wire);
        d.after(range.words() + ", then on the same connection ");
        d.checkOver(wire, Call.get(key), 200);
        d.after("");
      }
    }
  }

  private static void chunkARecord(Dialogue d) throws Breach {
    Records sample = sample(d);
    Reply reply = askForSample(d);
    List<String> records = sample.range(d.key("sample-"), d.key("sample-z"));
    if (!reply.chunks().equals(records)) {
      d.expect("a chunk for each of the " + records.size() + " records");
      throw d.breach(
          !reply.isChunked()
              ? "no chunks at all"
              : reply.chunks().size()
                  + " chunks, of "
                  + String.join(
                      ", ", reply.chunks().stream().map(chunk -> "" + chunk.length()).toList())
                  + " bytes");
    }
  }

  private static void sizeCase(Dialogue d) throws Breach {
    Reply reply = askForSample(d);
    List<String> sizes = reply.chunkSizes();
    if (sizes != null && sizes.stream().anyMatch(size -> size.matches(".*[A-F].*"))) {
      d.expect("hexadecimal digits in lower case");
      throw d.breach("sizes of chunks: " + String.join(", ", sizes));
    }
  }

  private static Reply askForSample(Dialogue d) throws Breach {
    return sample(d).ask(d, d.key("sample-"), d.key("sample-z"));
  }

  private static Records sample(Dialogue d) {
    Records records = new Records(d);
    int size = SAMPLE_RECORD_BYTES;
    for (String name : List.of("a", "b", "c", "d")) {
      String suffix = "sample-" + name;
      records.with(suffix, name.repeat(size - d.key(suffix).length() - 1));
      size++;
    }
    return records.prepared(d);
  }
}
