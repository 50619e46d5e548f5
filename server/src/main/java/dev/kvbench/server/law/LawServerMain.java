package dev.kvbench.server.law;

import dev.kvbench.server.OwnedProcess;
import dev.kvbench.time.NanoClock;
import dev.kvbench.time.WakeWitness;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Servers of known laws as a process of its own:
 *
 * <pre>java -cp … dev.kvbench.server.law.LawServerMain LAW[=VALUES] …</pre>
 *
 * <p>The laws and their values, with commas between them, are those of {@link Rule#of}; each is
 * kept at a port of its own. It prints one line, {@code kvbench-law-server listening} and a word
 * {@code LAW=http://HOST:PORT} for each, and runs until its standard input ends.
 *
 * <p>Exit codes: 0 its standard input ended; 2 there is no such law; 5 it cannot listen.
 */
public final class LawServerMain {

  private static final int WRONG_OPTIONS = 2;
  private static final int CANNOT_START = 5;

  private LawServerMain() {}

  /** Runs the servers that the words above ask for. */
  public static void main(String[] args) {
    Map<String, Rule> rules = new LinkedHashMap<>();
    try {
      for (String arg : args) {
        String[] parts = arg.split("=", 2);
        rules.put(parts[0], Rule.of(parts[0], parts.length > 1 ? values(parts[1]) : new long[0]));
      }
      if (rules.isEmpty()) {
        throw new IllegalArgumentException("The name of a law is needed.");
      }
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(WRONG_OPTIONS);
      return;
    }
    OwnedProcess.ignoreInterrupts();
    try {
      System.out.println("kvbench-law-server listening " + String.join(" ", start(rules)));
      OwnedProcess.awaitEndOfInput();
      System.exit(0);
    } catch (IOException e) {
      System.err.println("Cannot listen on the loopback interface: " + e.getMessage());
      System.exit(CANNOT_START);
    }
  }

  private static List<String> start(Map<String, Rule> rules) throws IOException {
    NanoClock machine = NanoClock.system();
    long start = machine.nanos();
    NanoClock clock = () -> machine.nanos() - start;
    WakeLog wakings = new WakeLog();
    List<String> addresses = new ArrayList<>();
    for (Map.Entry<String, Rule> entry : rules.entrySet()) {
      LawServer server = new LawServer(entry.getValue(), clock, wakings);
      Thread serving = new Thread(server::run, entry.getKey());
      serving.setDaemon(true);
      serving.start();
      addresses.add(entry.getKey() + "=http://127.0.0.1:" + server.port());
    }
    if (rules.values().stream().anyMatch(Rule::isRecorded)) {
      WakeWitness unused = WakeWitness.start(clock, true, wakings);
    }
    return addresses;
  }

  private static long[] values(String text) {
    return Arrays.stream(text.split(",", -1)).mapToLong(Long::parseLong).toArray();
  }
}
