package dev.kvbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.result.ResultDirectory;
import dev.kvbench.result.RunResult;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeSummary;
import dev.kvbench.result.Verdict;
import dev.kvbench.scenario.ScenarioReader;
import dev.kvbench.time.NanoClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a closed loop hides of a server that stands still, and what its correction shows of it. */
@Timeout(120)
class ClosedLoopRunTest {

  private static final long STILL_NANOS = 200 * NanoClock.NANOS_PER_MILLI;
  private static final long PERIOD_NANOS = NanoClock.NANOS_PER_SECOND;
  private static final byte[] ANSWER =
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.ISO_8859_1);

  @TempDir private Path folder;

  @Test
  void aClosedLoop_hidesAStall_thatItsCorrectionAndAnOpenLoopShow() throws IOException {
    RunResult result;
    try (StallingServer server = new StallingServer()) {
      result =
          run(
              """
              target: { url: "http://127.0.0.1:%d" }
              connections: 2
              steps:
                - get: { name: open, rate: 500, warmup: 0s, duration: 5s }
                - get: { name: closed, loop: closed, think: 1ms, warmup: 0s, duration: 5s }
              """
                  .formatted(server.port()));
    }
    StepResult open = result.steps().get(0);
    StepResult closed = result.steps().get(1);
    assertThat(open.closedLoop()).isNull();
    assertThat(open.times()).doesNotContainKey(StepResult.RESPONSE_CORRECTED);

    assertThat(closed.loop()).isEqualTo("closed");
    assertThat(closed.arrivals()).startsWith("closed");
    assertThat(closed.askedPerSecond()).isZero();
    assertThat(closed.arrivalCheck()).isNull();
    // On a machine that is too busy kvbench is late, and says so; nothing else is wrong here.
    assertThat(closed.verdict()).as("%s", closed.reasons()).isNotEqualTo(Verdict.OVERLOADED);
    if (closed.verdict() == Verdict.INVALID) {
      assertThat(closed.reasons().get(0)).startsWith("kvbench itself was late");
    }
    assertThat(closed.ledger().sum()).isEqualTo(closed.ledger().scheduled());
    StepResult.ClosedLoop loop = Objects.requireNonNull(closed.closedLoop());
    assertThat(loop.thinkMicros()).isEqualTo(1_000);
    double median = percentile(times(closed, "response"), "50");
    assertThat(Objects.requireNonNull(loop.expectedIntervalMicros()))
        .isBetween(1_000 + 0.99 * median, 1_000 + 1.01 * median);

    // A fifth of the time it stands still: of requests that do not wait for answers a tenth waits
    // 100 ms or longer. Of a closed loop's some hundred a second each connection sees one.
    double stalled = 100_000 * 0.9;
    assertThat(percentile(times(open, "response"), "90")).isGreaterThan(stalled);
    assertThat(percentile(times(closed, "response"), "90")).isLessThan(stalled / 4);
    assertThat(percentile(times(closed, StepResult.RESPONSE_CORRECTED), "90"))
        .isBetween(stalled, 200_000.0);
    double raw = percentile(times(closed, "response"), "95");
    assertThat(percentile(times(closed, StepResult.RESPONSE_CORRECTED), "95"))
        .isGreaterThan(4 * raw);
  }

  private static TimeSummary times(StepResult step, String name) {
    return Objects.requireNonNull(step.times().get(name));
  }

  private static double percentile(TimeSummary times, String percentile) {
    return Objects.requireNonNull(times.percentilesMicros().get(percentile));
  }

  private RunResult run(String scenario) {
    return new ScenarioRun(
            ScenarioReader.read("test.yaml", scenario, List.of()),
            new ResultDirectory(folder),
            "test",
            NanoClock.system(),
            InstantSource.system(),
            new RunListener() {})
        .run();
  }

  /** A server that answers at once, but stands still for the beginning of every second. */
  private static final class StallingServer implements AutoCloseable {

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final NanoClock clock = NanoClock.system();
    private final long beganNanos = clock.nanos();

    StallingServer() throws IOException {
      daemon(
          () -> {
            while (!listener.isClosed()) {
              Socket socket = listener.accept();
              daemon(() -> converse(socket));
            }
          });
    }

    int port() {
      return listener.getLocalPort();
    }

    private void converse(Socket socket) throws IOException {
      try (socket) {
        socket.setTcpNoDelay(true);
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
        OutputStream out = socket.getOutputStream();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          if (line.isEmpty()) {
            standStill();
            out.write(ANSWER);
          }
        }
      }
    }

    private void standStill() {
      long now = clock.nanos();
      long at = (now - beganNanos) % PERIOD_NANOS;
      long until = at < STILL_NANOS ? now - at + STILL_NANOS : now;
      for (long left = until - now; left > 0; left = until - clock.nanos()) {
        LockSupport.parkNanos(left);
      }
    }

    private interface Work {
      void run() throws IOException;
    }

    private static void daemon(Work work) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  work.run();
                } catch (IOException e) {
                  // The other side went away, or the test is over.
                }
              },
              "stalling-server");
      thread.setDaemon(true);
      thread.start();
    }

    @Override
    public void close() throws IOException {
      listener.close();
    }
  }
}
