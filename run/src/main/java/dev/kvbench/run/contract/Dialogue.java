package dev.kvbench.run.contract;

import dev.kvbench.result.Figures;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * What a rule and the server say to each other. Each request has a connection of its own unless a
 * rule asks for more on one, so that what a server does wrong with connections is the fault of no
 * other rule. It remembers the last request and what was expected, so that every failure can be
 * told whole.
 */
final class Dialogue {

  /** A longer answer is read no further. */
  private static final long MOST_BODY_BYTES = 4L << 20;

  private final Dialer dialer;
  private final String prefix;
  private final Set<String> written;
  private final long untilNanos;
  private final long allowedNanos;
  private final int quietMillis;
  private final BooleanSupplier interrupted;
  private String before = "";
  private String sent = "";
  private String right = "";

  /**
   * @param prefix what every key begins with
   * @param written takes the targets of entities that may be on the server now
   * @param untilNanos when it has to be over
   * @param allowedNanos how long that is, for words
   * @param quietMillis how long is waited for what nobody asked for
   */
  Dialogue(
      Dialer dialer,
      String prefix,
      Set<String> written,
      long untilNanos,
      long allowedNanos,
      int quietMillis,
      BooleanSupplier interrupted) {
    this.dialer = dialer;
    this.prefix = prefix;
    this.written = written;
    this.untilNanos = untilNanos;
    this.allowedNanos = allowedNanos;
    this.quietMillis = quietMillis;
    this.interrupted = interrupted;
  }

  /** One of kvbench's own keys. */
  String key(String suffix) {
    return prefix + suffix;
  }

  /** Says what went before the requests to come, in words that these are put behind. */
  void after(String words) {
    before = words;
  }

  /** Says what would be right from now on. */
  void expect(String words) {
    right = words;
  }

  /** Makes sure that the answer has this status. */
  void check(Call call, int status) throws Breach {
    Reply unused = ask(call, status);
  }

  /** Makes sure that the answer has one of the statuses that {@code words} describe. */
  void check(Call call, String words, IntPredicate status) throws Breach {
    Reply unused = ask(call, words, status);
  }

  /** Asks over a connection of its own, for an answer of this status. */
  Reply ask(Call call, int status) throws Breach {
    return ask(call, Integer.toString(status), code -> code == status);
  }

  /**
   * Asks over a connection of its own.
   *
   * @param words which statuses are right
   */
  Reply ask(Call call, String words, IntPredicate status) throws Breach {
    try (Wire wire = connect(call)) {
      return askOver(wire, call, words, status);
    }
  }

  /** Makes sure that the answer over a connection that there is has this status. */
  void checkOver(Wire wire, Call call, int status) throws Breach {
    Reply unused = askOver(wire, call, Integer.toString(status), code -> code == status);
  }

  /** Waits for an answer over a connection that there is, whatever its status. */
  void checkOver(Wire wire, Call call) throws Breach {
    Reply unused = askOver(wire, call);
  }

  /** Makes sure that the answer has one of the statuses that {@code words} describe. */
  void checkOver(Wire wire, Call call, String words, IntPredicate status) throws Breach {
    Reply unused = askOver(wire, call, words, status);
  }

  /** Asks over a connection that there is, for an answer of any status. */
  Reply askOver(Wire wire, Call call) throws Breach {
    return askOver(wire, call, "of any number", status -> true);
  }

  /**
   * Asks over a connection that there is.
   *
   * @param words which statuses are right
   */
  Reply askOver(Wire wire, Call call, String words, IntPredicate status) throws Breach {
    expect("an answer with status " + words);
    send(wire, call);
    Reply reply = read(wire, call, MOST_BODY_BYTES);
    if (!reply.whole()) {
      throw breach("more than " + Figures.bytes(MOST_BODY_BYTES) + " of a body");
    }
    if (!status.test(reply.status())) {
      throw breach(reply.words());
    }
    return reply;
  }

  /** Writes a record that a rule needs; how exactly the server acknowledges it does not matter. */
  void prepare(String key, String value) {
    try {
      Reply unused = ask(Call.put(key, value), "201", status -> status >= 200 && status < 300);
    } catch (Breach e) {
      throw new Unprepared(e);
    }
  }

  /** Opens a connection for a request to come. */
  Wire connect(Call call) throws Breach {
    sent = before + call.words();
    expect("an answer");
    if (interrupted.getAsBoolean()) {
      throw breach("interrupted");
    }
    try {
      return dialer.open(untilNanos, allowedNanos);
    } catch (WireException e) {
      throw breach(e.words());
    }
  }

  /** Sends a request over a connection, and does not wait. */
  void send(Wire wire, Call call) throws Breach {
    sending(call);
    sendBytes(wire, call.words(), bytes(call));
  }

  /** Sends any bytes, which {@code words} describe. */
  void sendBytes(Wire wire, String words, String bytes) throws Breach {
    sent = before + words;
    try {
      wire.send(bytes);
    } catch (WireException e) {
      throw breach(e.words());
    }
  }

  /** Reads the answer to a request that was sent. */
  Reply read(Wire wire, Call call, long mostBodyBytes) throws Breach {
    try {
      return wire.read(call.method().equals("HEAD"), mostBodyBytes);
    } catch (WireException e) {
      throw breach(e.words());
    }
  }

  /**
   * Reads what a server says to what it may refuse.
   *
   * @return null if it ended the connection in place of an answer
   */
  @Nullable Reply readRefusal(Wire wire, String words, String bytes) throws Breach {
    sent = before + words;
    try {
      wire.send(bytes);
      return wire.read(false, MOST_BODY_BYTES);
    } catch (WireException e) {
      if (e.isEnd()) {
        return null;
      }
      throw breach(e.words());
    }
  }

  /** Waits a moment for what nobody asked for, and returns its first bytes. */
  String unasked(Wire wire) {
    return wire.unasked(quietMillis);
  }

  /** All bytes of a request. */
  String bytes(Call call) {
    return call.bytes(dialer.host());
  }

  /** Makes sure that an answer's body is this. */
  void requireBody(Reply reply, String body) throws Breach {
    if (!reply.body().equals(body)) {
      expect(reply.status() + " with a body of " + Bytes.countAndShown(body));
      throw breach(reply.words());
    }
  }

  /** The failure that this came to the last request. */
  Breach breach(String came) {
    return new Breach(sent, came, right);
  }

  /** What is about to be sent may be on the server whether its answer comes or not. */
  private void sending(Call call) {
    if (call.body() != null && call.target().startsWith(Call.ENTITY + "?id=" + prefix)) {
      written.add(call.target());
    }
  }
}
