package dev.kvbench.run.contract;

import static dev.kvbench.run.contract.ContractRule.remark;
import static dev.kvbench.run.contract.ContractRule.rule;

import java.util.List;

/** What belongs to no single record: the status, unknown paths, connections, and odd clients. */
final class WireRules {

  private static final int HUGE_KEY_BYTES = 1 << 20;
  private static final int MOST_BODY_BYTES = 1 << 16;

  private WireRules() {}

  static List<ContractRule> status() {
    return List.of(
        rule("status", "the status is 200", WireRules::isReady),
        rule("status-method", "any other method on the status is 405", WireRules::statusMethod),
        rule("unknown-path", "an unknown path is 400", WireRules::unknownPath));
  }

  static List<ContractRule> connections() {
    return List.of(
        rule("keeps-connection", "a connection stays open unless announced", WireRules::keepsOpen),
        rule("unasked-answer", "one request has one answer", WireRules::unasked),
        rule("pipelined", "requests sent at once are answered in order", WireRules::pipelined),
        rule("split-request", "a request may come in pieces", WireRules::split),
        rule("head", "HEAD, refused or not, is answered without a body", WireRules::head),
        remark("reason-phrase", "a status has words behind its code", WireRules::reasonPhrase),
        rule("huge-key", "a key of 1 MB is refused and does no harm", WireRules::hugeKey),
        rule(
            "malformed-request",
            "what is no HTTP is refused and does no harm",
            WireRules::malformed));
  }

  private static void isReady(Dialogue d) throws Breach {
    d.check(Call.status(), 200);
  }

  private static void statusMethod(Dialogue d) throws Breach {
    for (String method : List.of("POST", "PUT", "DELETE")) {
      d.check(Call.of(method, Call.STATUS), 405);
    }
  }

  private static void unknownPath(Dialogue d) throws Breach {
    for (String path : List.of("/", "/v0", "/v0/kvbench-knows-no-such-path", "/v1/status")) {
      d.check(Call.of("GET", path), 400);
    }
  }

  /** One of each, on one connection; where an answer says that it ends there, on another. */
  private static void keepsOpen(Dialogue d) throws Breach {
    String key = d.key("kept");
    d.prepare(key, "value");
    List<Call> calls =
        List.of(
            Call.put(key, "value"),
            Call.get(key),
            Call.get(d.key("never-written")),
            Call.delete(key),
            Call.status());
    Call before = calls.get(calls.size() - 1);
    Wire wire = d.connect(before);
    try {
      Reply reply = d.askOver(wire, before);
      for (Call call : calls) {
        if (reply.saysClose()) {
          d.after("");
          wire.close();
          wire = d.connect(call);
        } else {
          d.after(before.words() + ", then on the same connection ");
        }
        reply = d.askOver(wire, call);
        before = call;
      }
    } finally {
      wire.close();
    }
  }

  private static void unasked(Dialogue d) throws Breach {
    String key = d.key("unasked");
    d.prepare(key, "value");
    List<Call> calls =
        List.of(
            Call.get(key),
            Call.get(d.key("never-written")),
            Call.range(key, d.key("unasked-z")),
            Call.range(key, key),
            Call.put(key, "value"),
            Call.delete(key));
    for (Call call : calls) {
      try (Wire wire = d.connect(call)) {
        d.checkOver(wire, call);
        String more = d.unasked(wire);
        if (!more.isEmpty()) {
          d.expect("nothing behind the one answer");
          throw d.breach("behind the answer, " + Bytes.countAndShown(more));
        }
      }
    }
  }

  private static void pipelined(Dialogue d) throws Breach {
    List<String> names = List.of("first", "second", "third");
    StringBuilder bytes = new StringBuilder();
    for (String name : names) {
      d.prepare(d.key("pipelined-" + name), name);
      bytes.append(d.bytes(Call.get(d.key("pipelined-" + name))));
    }
    Call first = Call.get(d.key("pipelined-first"));
    try (Wire wire = d.connect(first)) {
      d.sendBytes(wire, "three at once, the first of them " + first.words(), bytes.toString());
      for (String name : names) {
        d.expect("the answers to all three, in order, with the bodies " + String.join(", ", names));
        Reply reply = d.read(wire, first, MOST_BODY_BYTES);
        if (reply.status() != 200 || !reply.body().equals(name)) {
          throw d.breach("in the place of the " + name + ", " + reply.words());
        }
        if (reply.saysClose()) {
          // So announced, the client knows which ones to send again (RFC 9112, section 9.3.2).
          return;
        }
      }
    }
  }

  private static void split(Dialogue d) throws Breach {
    Call put = Call.put(d.key("split"), "of a request in pieces");
    d.prepare(d.key("split"), "the value before");
    String bytes = d.bytes(put);
    int headEnd = bytes.indexOf("\r\n\r\n") + 4;
    try (Wire wire = d.connect(put)) {
      d.after("in four pieces, ");
      int from = 0;
      for (int to : List.of(2, headEnd - 3, headEnd + 5)) {
        d.sendBytes(wire, put.words(), bytes.substring(from, to));
        from = to;
        // Long enough for the server to have read a piece before there is the next.
        String early = d.unasked(wire);
        if (!early.isEmpty()) {
          d.expect("no answer before the request's last byte");
          throw d.breach(Bytes.countAndShown(early));
        }
      }
      d.sendBytes(wire, put.words(), bytes.substring(from));
      d.expect("an answer with status 201");
      Reply reply = d.read(wire, put, MOST_BODY_BYTES);
      if (reply.status() != 201) {
        throw d.breach(reply.words());
      }
    }
    d.after("");
    d.requireBody(d.ask(Call.get(d.key("split")), 200), "of a request in pieces");
  }

  private static void head(Dialogue d) throws Breach {
    d.prepare(d.key("head"), "value");
    Call call = Call.of("HEAD", Call.entity(d.key("head")));
    try (Wire wire = d.connect(call)) {
      d.checkOver(
          wire, call, "405, 501, or 200", status -> List.of(405, 501, 200).contains(status));
      String body = d.unasked(wire);
      if (!body.isEmpty()) {
        d.expect("an answer without a body");
        throw d.breach("behind the headers, " + Bytes.countAndShown(body));
      }
    }
  }

  private static void reasonPhrase(Dialogue d) throws Breach {
    String key = d.key("reason");
    for (Call call : List.of(Call.status(), Call.get(key), Call.put(key, ""), Call.delete(key))) {
      Reply reply = d.ask(call, "of any number", status -> true);
      if (reply.reason().isEmpty()) {
        d.expect("words behind the code, as in HTTP/1.1 200 OK");
        throw d.breach(reply.statusLine());
      }
    }
  }

  private static void hugeKey(Dialogue d) throws Breach {
    Call call = Call.get(d.key("k".repeat(HUGE_KEY_BYTES)));
    refused(d, call, call.words(), d.bytes(call));
  }

  private static void malformed(Dialogue d) throws Breach {
    refused(d, Call.status(), "a line that says kvbench, and an empty one", "kvbench\r\n\r\n");
  }

  /** Makes sure of an answer of 4xx, or an ended connection, and of a server that goes on. */
  private static void refused(Dialogue d, Call call, String words, String bytes) throws Breach {
    try (Wire wire = d.connect(call)) {
      d.expect("an answer with a status of 4xx, or the end of the connection");
      Reply reply = d.readRefusal(wire, words, bytes);
      if (reply != null && (reply.status() < 400 || reply.status() >= 500)) {
        throw d.breach(reply.words());
      }
    }
    d.after(words + ", then on a new connection ");
    d.check(Call.status(), "of any number", status -> true);
  }
}
