package dev.kvbench.load.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.result.Ledger;
import dev.kvbench.result.Progress;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import dev.kvbench.scenario.Scenario;
import dev.kvbench.scenario.ScenarioReader;
import dev.kvbench.scenario.StepSpec;
import dev.kvbench.time.NanoClock;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import org.HdrHistogram.Histogram;

/**
 * One step of the engine against a test's server. Whatever the server does, {@link #run} holds what
 * comes out against what must be true of every step: the ledger adds up, each arrival is in one
 * histogram, and in the one that its class says.
 *
 * @param step the step's keys, as in a scenario
 * @param timeout as in a scenario
 * @param putBytes size of the values put; a negative number for a step that gets
 * @param filled whether every key is known to be stored
 */
record Trial(URI url, String step, int connections, String timeout, int putBytes, boolean filled) {

  /** What a trace's file says: two due times before 100 ms, three behind. */
  private static final String DUE_TIMES = "0\n0.05\n0.1\n0.1\n0.3\n";

  private static final int GETS = -1;

  static final LoadListener SILENT =
      new LoadListener() {
        @Override
        public void progress(Progress progress) {}

        @Override
        public void second(
            StepResult.Second second,
            double startSeconds,
            double lengthSeconds,
            Map<TimeKind, Histogram> histograms) {}
      };

  /** Gets over 8 connections, with a timeout that no answer needs. */
  static Trial of(URI url, String step) {
    return new Trial(url, step, 8, "10s", GETS, false);
  }

  static Trial of(ScriptedServer server, String step) {
    return of(server.url(), step);
  }

  Trial over(int newConnections) {
    return new Trial(url, step, newConnections, timeout, putBytes, filled);
  }

  Trial within(String newTimeout) {
    return new Trial(url, step, connections, newTimeout, putBytes, filled);
  }

  Trial putting(int bytes) {
    return new Trial(url, step, connections, timeout, bytes, filled);
  }

  Trial ofStoredKeys() {
    return new Trial(url, step, connections, timeout, putBytes, true);
  }

  Measurement run() {
    return run(stepRun(), SILENT);
  }

  Measurement run(LoadListener listener) {
    return run(stepRun(), listener);
  }

  static Measurement run(StepRun stepRun, LoadListener listener) {
    Measurement measured = stepRun.run(listener);
    assertSums(measured);
    return measured;
  }

  StepRun stepRun() {
    String text =
        """
        connections: %d
        timeout: %s
        keys: { count: 100 }
        values: { size: %d }
        steps:
          - %s: { %s }
        """
            .formatted(
                connections,
                timeout,
                putBytes == GETS ? 4 : putBytes,
                putBytes == GETS ? "get" : "put",
                step);
    Scenario scenario = ScenarioReader.read("test.yaml", text, List.of(), name -> DUE_TIMES);
    return new StepRun(
        scenario, (StepSpec.Load) scenario.steps().get(0), filled, url, NanoClock.system());
  }

  /** A listener that tells {@code action} which second of the window, from 0, is over. */
  static LoadListener onSecond(IntConsumer action) {
    return new LoadListener() {
      @Override
      public void progress(Progress progress) {}

      @Override
      public void second(
          StepResult.Second second,
          double startSeconds,
          double lengthSeconds,
          Map<TimeKind, Histogram> histograms) {
        action.accept(second.second());
      }
    };
  }

  static Histogram total(Measurement measured, TimeKind kind) {
    return Objects.requireNonNull(measured.totals().get(kind));
  }

  /** The classes in which arrivals ended, with how many; a status by its code. */
  static Map<String, Long> ends(Measurement measured) {
    Ledger ledger = measured.ledger();
    Map<String, Long> ends = new TreeMap<>(ledger.status());
    ends.put("ok", ledger.ok());
    ends.put("miss", ledger.miss());
    ends.put("wrong", ledger.wrong());
    ends.put("connect", ledger.connect());
    ends.put("read", ledger.read());
    ends.put("write", ledger.write());
    ends.put("timeout", ledger.timeout());
    ends.put("malformed", ledger.malformed());
    ends.put("unsent", ledger.unsent());
    ends.put("unfinished", ledger.unfinished());
    ends.values().removeIf(count -> count == 0);
    return ends;
  }

  private static void assertSums(Measurement measured) {
    Ledger ledger = measured.ledger();
    assertThat(ledger.sum()).as("sum of the ledger").isEqualTo(ledger.scheduled());
    if (measured.established() == 0) {
      return;
    }
    long right = ledger.ok() + ledger.miss();
    long answered =
        right + ledger.wrong() + ledger.status().values().stream().mapToLong(n -> n).sum();
    assertThat(total(measured, TimeKind.RESPONSE).getTotalCount())
        .as("right answers in the histogram of response times")
        .isEqualTo(right);
    assertThat(total(measured, TimeKind.FAILED).getTotalCount())
        .as("other answers in the histogram of failed answers' ages")
        .isEqualTo(answered - right);
    assertThat(total(measured, TimeKind.UNANSWERED).getTotalCount())
        .as("arrivals without an answer in the histogram of their ages")
        .isEqualTo(ledger.scheduled() - answered);
  }
}
