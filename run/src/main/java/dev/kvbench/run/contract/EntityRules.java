package dev.kvbench.run.contract;

import static dev.kvbench.run.contract.ContractRule.remark;
import static dev.kvbench.run.contract.ContractRule.rule;

import java.util.List;

/** What the contract says of single records: keys, values, and what is refused. */
final class EntityRules {

  private static final int LARGE_VALUE_BYTES = 70_000;
  private static final int LONG_KEY_BYTES = 1_000;

  private EntityRules() {}

  static List<ContractRule> all() {
    return List.of(
        rule("get-absent", "GET of a key that is not there is 404", EntityRules::getAbsent),
        rule("put", "PUT is 201", EntityRules::put),
        rule("get-present", "GET of a key that is there is 200 with its value", EntityRules::get),
        rule("put-again", "PUT again replaces the value", EntityRules::putAgain),
        rule("put-empty", "an empty value is legal and reads back", EntityRules::putEmpty),
        rule("delete-present", "DELETE is 202, and the key is gone", EntityRules::deletePresent),
        rule("delete-absent", "DELETE of an absent key is 202", EntityRules::deleteAbsent),
        rule("id-missing", "GET without an id is 400", EntityRules::idMissing),
        rule("id-empty", "GET with an empty id is 400", EntityRules::idEmpty),
        rule("entity-method", "any other method on an entity is 405", EntityRules::otherMethod),
        rule("value-binary", "a value may be any bytes", EntityRules::valueBinary),
        rule("value-large", "a value of 70 kB reads back", EntityRules::valueLarge),
        rule("key-text", "a key may be text of any script", EntityRules::keyText),
        rule("key-reserved", "a key may hold what URLs reserve", EntityRules::keyReserved),
        rule("key-escapes", "an escaped letter is that letter", EntityRules::keyEscapes),
        rule("key-long", "a key of 1,000 bytes is kept", EntityRules::keyLong),
        remark("key-bytes", "a key may be bytes that are no text", EntityRules::keyBytes),
        rule("escape-broken", "broken percent-encoding is 4xx", EntityRules::escapeBroken));
  }

  private static void getAbsent(Dialogue d) throws Breach {
    d.check(Call.get(d.key("never-written")), 404);
  }

  private static void put(Dialogue d) throws Breach {
    d.check(Call.put(d.key("put"), "value"), 201);
  }

  private static void get(Dialogue d) throws Breach {
    d.prepare(d.key("get"), "a value");
    d.requireBody(d.ask(Call.get(d.key("get")), 200), "a value");
  }

  private static void putAgain(Dialogue d) throws Breach {
    String key = d.key("again");
    d.prepare(key, "a value that is longer than the next");
    d.check(Call.put(key, "shorter"), 201);
    d.requireBody(d.ask(Call.get(key), 200), "shorter");
  }

  private static void putEmpty(Dialogue d) throws Breach {
    String key = d.key("empty");
    d.check(Call.put(key, ""), 201);
    d.requireBody(d.ask(Call.get(key), 200), "");
  }

  private static void deletePresent(Dialogue d) throws Breach {
    String key = d.key("deleted");
    d.prepare(key, "value");
    d.check(Call.delete(key), 202);
    d.check(Call.get(key), 404);
  }

  private static void deleteAbsent(Dialogue d) throws Breach {
    d.check(Call.delete(d.key("never-there")), 202);
  }

  /** By GET alone: a server that takes such a PUT would be left with a record of no known key. */
  private static void idMissing(Dialogue d) throws Breach {
    for (String target : List.of(Call.ENTITY, Call.ENTITY + "?ident=" + d.key("x"))) {
      d.check(Call.of("GET", target), 400);
    }
  }

  private static void idEmpty(Dialogue d) throws Breach {
    d.check(Call.of("GET", Call.ENTITY + "?id="), 400);
  }

  private static void otherMethod(Dialogue d) throws Breach {
    for (String method : List.of("POST", "PATCH", "OPTIONS")) {
      d.check(Call.of(method, Call.entity(d.key("method"))), 405);
    }
  }

  private static void valueBinary(Dialogue d) throws Breach {
    StringBuilder every = new StringBuilder("\r\n\r\n0\r\n\r\n");
    for (int b = 0; b < 256; b++) {
      every.append((char) b);
    }
    readsBack(d, d.key("binary"), every.toString());
  }

  private static void valueLarge(Dialogue d) throws Breach {
    StringBuilder large = new StringBuilder(LARGE_VALUE_BYTES);
    for (int i = 0; i < LARGE_VALUE_BYTES; i++) {
      large.append((char) ((i * 31 + i / 256) & 0xFF));
    }
    readsBack(d, d.key("large"), large.toString());
  }

  private static void keyText(Dialogue d) throws Breach {
    readsBack(d, d.key(Bytes.utf8("ключ é 鍵 😀")), "of text");
    d.check(Call.get(d.key(Bytes.utf8("ключ é 鍵 😁"))), 404);
  }

  private static void keyReserved(Dialogue d) throws Breach {
    readsBack(d, d.key("a/b?c&d=e%f+g#h;i"), "of reserved characters");
    d.check(Call.get(d.key("a/b?c")), 404);
  }

  private static void keyEscapes(Dialogue d) throws Breach {
    d.prepare(d.key("abc"), "escaped");
    Reply reply = d.ask(Call.of("GET", Call.ENTITY + "?id=" + d.key("%61b%63")), 200);
    d.requireBody(reply, "escaped");
  }

  private static void keyLong(Dialogue d) throws Breach {
    String begin = d.key("long-");
    String key = begin + "k".repeat(LONG_KEY_BYTES - begin.length());
    readsBack(d, key, "of a long key");
    d.check(Call.get(key.substring(0, LONG_KEY_BYTES - 1) + "l"), 404);
  }

  /** Two keys that a server which reads them as UTF-8 cannot tell apart. */
  private static void keyBytes(Dialogue d) throws Breach {
    String first = d.key("\u00fe");
    String second = d.key("\u00ff");
    d.prepare(first, "first");
    d.prepare(second, "second");
    d.requireBody(d.ask(Call.get(first), 200), "first");
    d.requireBody(d.ask(Call.get(second), 200), "second");
  }

  private static void escapeBroken(Dialogue d) throws Breach {
    for (String broken : List.of("%zz", "%4", "%")) {
      d.check(
          Call.of("GET", Call.ENTITY + "?id=" + d.key(broken)),
          "400, or another of 4xx",
          status -> status >= 400 && status < 500);
    }
  }

  /** Where it is the key or the value that matters, a refused PUT is the failure. */
  private static void readsBack(Dialogue d, String key, String value) throws Breach {
    d.check(Call.put(key, value), "201", status -> status >= 200 && status < 300);
    d.requireBody(d.ask(Call.get(key), 200), value);
  }
}
