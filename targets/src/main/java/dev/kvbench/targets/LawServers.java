package dev.kvbench.targets;

import dev.kvbench.targets.process.ServerProcess;
import dev.kvbench.time.NanoClock;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Servers of kvbench's own in a process of its own, whose behaviour is known in advance: what a
 * self-test and a calibration are held against. Each law is kept at an address of its own.
 */
public final class LawServers implements AutoCloseable {

  /** The law of a server that does nothing but answer, and keeps no record. */
  public static final String NOTHING = "nothing";

  private static final String MAIN_CLASS = "dev.kvbench.server.law.LawServerMain";
  private static final String NAME = "the server of known laws";
  private static final String RECORD_PATH = "/selftest/record";
  private static final int RECORD_TIMEOUT_MILLIS = 10_000;

  private static final Pattern LISTENING =
      Pattern.compile("^kvbench-law-server listening (.+)$", Pattern.MULTILINE);

  private static final List<String> FLAGS =
      List.of("-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xms96m", "-Xmx96m", "-Xmn48m");

  private final ServerProcess process;
  private final Map<String, URI> urls;

  private LawServers(ServerProcess process, Map<String, URI> urls) {
    this.process = process;
    this.urls = Map.copyOf(urls);
  }

  /**
   * Starts the servers and waits until they accept connections.
   *
   * @param laws what each law needs, by its name: times in microseconds, shares in hundredths
   * @param log file that the process's output is appended to
   * @throws TargetException if they cannot be started
   */
  public static LawServers start(Map<String, long[]> laws, Path log, NanoClock clock) {
    List<String> arguments = new ArrayList<>();
    laws.forEach(
        (law, values) -> arguments.add(values.length == 0 ? law : law + "=" + text(values)));
    ServerProcess process =
        ServerProcess.start(NAME, OwnJava.command(FLAGS, MAIN_CLASS, arguments), log, clock);
    try {
      Map<String, URI> urls = new HashMap<>();
      for (String word : process.awaitLine(LISTENING, () -> false).group(1).split(" ", -1)) {
        String[] parts = word.split("=", 2);
        urls.put(parts[0], URI.create(parts[1]));
      }
      return new LawServers(process, urls);
    } catch (RuntimeException e) {
      process.close();
      throw e;
    }
  }

  private static String text(long[] values) {
    return LongStream.of(values).mapToObj(Long::toString).collect(Collectors.joining(","));
  }

  /** Scheme, host and port of the server of a law. */
  public URI url(String law) {
    URI url = urls.get(law);
    if (url == null) {
      throw new IllegalArgumentException("no server of the law " + law + " was started");
    }
    return url;
  }

  /** Tells {@code listener} when the process ends before it is closed, and how. */
  public void onEnd(Consumer<String> listener) {
    process.onEnd(listener);
  }

  /**
   * Asks the server of a law what it did since it was last asked; the lines are described in its
   * {@code LawServer}.
   *
   * @throws TargetException if it does not say
   */
  public String record(String law) {
    try {
      HttpURLConnection connection =
          (HttpURLConnection) url(law).resolve(RECORD_PATH).toURL().openConnection(Proxy.NO_PROXY);
      connection.setConnectTimeout(RECORD_TIMEOUT_MILLIS);
      connection.setReadTimeout(RECORD_TIMEOUT_MILLIS);
      try (InputStream in = connection.getInputStream()) {
        return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
      } finally {
        connection.disconnect();
      }
    } catch (IOException e) {
      throw new TargetException(NAME + " does not give its record: " + e.getMessage());
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
