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
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * A server of kvbench's own in a process of its own, whose behaviour is known in advance: what a
 * self-test and a calibration are held against.
 */
public final class LawServer implements AutoCloseable {

  /** The law of a server that does nothing but answer, and keeps no record. */
  public static final String NOTHING = "nothing";

  private static final String MAIN_CLASS = "dev.kvbench.server.law.LawServerMain";
  private static final String NAME = "the server of a known law";
  private static final String RECORD_PATH = "/selftest/record";
  private static final int RECORD_TIMEOUT_MILLIS = 10_000;

  private static final Pattern LISTENING =
      Pattern.compile("^kvbench-law-server listening on (http://\\S+)$", Pattern.MULTILINE);

  private static final List<String> FLAGS =
      List.of("-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xms96m", "-Xmx96m", "-Xmn48m");

  private final ServerProcess process;
  private final URI url;

  private LawServer(ServerProcess process, URI url) {
    this.process = process;
    this.url = url;
  }

  /**
   * Starts a server and waits until it accepts connections.
   *
   * @param law its name
   * @param values what the law needs: times in microseconds, shares in hundredths
   * @param log file that its output is appended to
   * @throws TargetException if it cannot be started
   */
  public static LawServer start(String law, long[] values, Path log, NanoClock clock) {
    String text = LongStream.of(values).mapToObj(Long::toString).collect(Collectors.joining(","));
    List<String> arguments = values.length == 0 ? List.of(law) : List.of(law, text);
    ServerProcess process =
        ServerProcess.start(NAME, OwnJava.command(FLAGS, MAIN_CLASS, arguments), log, clock);
    try {
      return new LawServer(process, URI.create(process.awaitLine(LISTENING).group(1)));
    } catch (RuntimeException e) {
      process.close();
      throw e;
    }
  }

  /** Scheme, host and port. */
  public URI url() {
    return url;
  }

  /** Tells {@code listener} when the server ends before it is closed, and how. */
  public void onEnd(Consumer<String> listener) {
    process.onEnd(listener);
  }

  /**
   * Asks the server what it did; the lines are described in its {@code ServedLog}.
   *
   * @throws TargetException if it does not say
   */
  public String record() {
    try {
      HttpURLConnection connection =
          (HttpURLConnection) url.resolve(RECORD_PATH).toURL().openConnection(Proxy.NO_PROXY);
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
