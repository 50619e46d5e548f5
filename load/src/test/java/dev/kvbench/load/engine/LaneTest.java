package dev.kvbench.load.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.load.arrival.ArrivalCursor;
import dev.kvbench.load.http.HttpTransport;
import dev.kvbench.load.workload.Workload;
import dev.kvbench.result.Ledger;
import dev.kvbench.result.StepResult;
import dev.kvbench.scenario.Scenario;
import dev.kvbench.scenario.ScenarioReader;
import dev.kvbench.scenario.StepSpec;
import dev.kvbench.time.NanoClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A lane whose attempt to connect comes to no end, by a clock that the test moves. */
class LaneTest {

  private static final long TIMEOUT_NANOS = 300 * NanoClock.NANOS_PER_MILLI;
  private static final long HOUR_NANOS = 3_600 * NanoClock.NANOS_PER_SECOND;

  private final AtomicLong now = new AtomicLong(NanoClock.NANOS_PER_SECOND);

  @ParameterizedTest
  @EnumSource(Keeping.class)
  void arrival_whoseConnectionNeverComes_endsAtTheTimeout(Keeping keeping) throws IOException {
    List<SocketChannel> queue = new ArrayList<>();
    try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      for (int i = 0; i < 8; i++) {
        SocketChannel waiting = SocketChannel.open();
        queue.add(waiting);
        waiting.configureBlocking(false);
        boolean unused = waiting.connect(deaf.getLocalSocketAddress());
      }
      // The transport itself would try for an hour.
      try (HttpTransport transport = transport(deaf)) {
        Shared shared = shared(transport);
        Lane lane = new Lane(shared, keeping);
        assertThat(shared.arrivals().takeOrRest(lane, now.get())).isTrue();
        lane.begin();
        lane.watch(now.addAndGet(TIMEOUT_NANOS), TIMEOUT_NANOS);
        assertThat(lane.isFree()).as("in time").isFalse();
        lane.watch(now.incrementAndGet(), TIMEOUT_NANOS);
        assertThat(lane.isFree()).as("overdue").isTrue();
        Ledger ledger = shared.tally().measured().ledger(1);
        assertThat(ledger.connect()).isEqualTo(1);
        assertThat(shared.tally().failures())
            .containsExactly(
                new StepResult.Failure(
                    "connect", "connecting timed out: no connection within 0.3 s", 1));
        assertThat(shared.connectFailure()).contains("no connection within 0.3 s");
        shared.end();
      }
    } finally {
      for (SocketChannel waiting : queue) {
        waiting.close();
      }
    }
  }

  private static final Scenario SCENARIO =
      ScenarioReader.read(
          "test.yaml", "keys: { count: 100 }\nsteps:\n  - get: { rate: 1 }\n", List.of());

  private HttpTransport transport(ServerSocket listener) {
    URI url = URI.create("http://127.0.0.1:" + listener.getLocalPort());
    return new HttpTransport(url, SCENARIO.target().route(), 1, HOUR_NANOS, now::get);
  }

  /** A step of one arrival, due now. */
  private Shared shared(HttpTransport transport) {
    Window window = new Window(HOUR_NANOS);
    window.start(now.get());
    window.measureFrom(now.get());
    long[] due = {0, ArrivalCursor.NO_MORE, ArrivalCursor.NO_MORE};
    int[] at = {0};
    Dispatcher<Lane> arrivals = new Dispatcher<>(() -> due[at[0]++], window);
    arrivals.start();
    Workload workload = Workload.of(SCENARIO, (StepSpec.Load) SCENARIO.steps().get(0), false);
    return new Shared(transport, workload, arrivals, window, now::get);
  }
}
