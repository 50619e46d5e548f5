package dev.kvbench.load.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kvbench.result.Progress;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import dev.kvbench.time.NanoClock;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The engine against servers that do what they should, in their own time. Times are only held
 * against each other or against what a server's own law makes certain, never against a clock.
 */
@Timeout(60)
class StepRunTest {

  @Test
  void run_ofAWillingServer_endsEveryArrivalOk() throws IOException {
    try (ScriptedServer server = ScriptedServer.answering(ScriptedServer.OK)) {
      Measurement measured = Trial.of(server, "rate: 500, warmup: 500ms, duration: 2s").run();
      assertThat(measured.established()).isEqualTo(8);
      assertThat(measured.ledger().scheduled()).isEqualTo(1_000);
      assertThat(measured.ledger().ok()).isEqualTo(1_000);
      assertThat(measured.warmup().arrivals()).isEqualTo(250);
      assertThat(Trial.total(measured, TimeKind.RESPONSE).getTotalCount()).isEqualTo(1_000);
      assertThat(measured.bytesRead()).isEqualTo(1_000L * ScriptedServer.OK.length());
      assertThat(measured.handing().requests()).isEqualTo(1_000);
      assertThat(measured.failures()).isEmpty();
      assertThat(measured.reconnects()).isZero();
    }
  }

  @Test
  void theWarmup_isRecordedAsTheWindowIs_andCountsNowhere() throws IOException {
    Map<TimeKind, Long> recorded = new EnumMap<>(TimeKind.class);
    LoadListener listener =
        new LoadListener() {
          @Override
          public void progress(Progress progress) {}

          @Override
          public void warmupSecond(Map<TimeKind, Histogram> histograms) {
            histograms.forEach((kind, h) -> recorded.merge(kind, h.getTotalCount(), Long::sum));
          }

          @Override
          public void second(
              StepResult.Second second,
              double startSeconds,
              double lengthSeconds,
              Map<TimeKind, Histogram> histograms) {}
        };
    try (ScriptedServer server = ScriptedServer.answering(ScriptedServer.OK)) {
      Measurement measured =
          Trial.of(server, "rate: 500, warmup: 1500ms, duration: 1s").run(listener);
      // Some may still be under way when the warm-up ends.
      assertThat(recorded.get(TimeKind.RESPONSE)).isBetween(500L, 750L);
      assertThat(recorded.get(TimeKind.SCHEDULE_LAG))
          .isEqualTo(recorded.get(TimeKind.RESPONSE))
          .isEqualTo(recorded.get(TimeKind.FIRST_BYTE));
      assertThat(Trial.total(measured, TimeKind.RESPONSE).getTotalCount()).isEqualTo(500);
      assertThat(measured.handing().requests()).isEqualTo(500);
    }
  }

  @Test
  void times_ofEachArrival_addUpToItsResponseTime() throws IOException {
    try (ScriptedServer server = stalling(0, 30, 100)) {
      Measurement measured = Trial.of(server, "rate: 2000, warmup: 200ms, duration: 2s").run();
      double response = Trial.total(measured, TimeKind.RESPONSE).getMean();
      double parts =
          Trial.total(measured, TimeKind.SCHEDULE_LAG).getMean()
              + Trial.total(measured, TimeKind.CONNECTION_WAIT).getMean()
              + Trial.total(measured, TimeKind.SERVICE).getMean();
      assertThat(parts).isCloseTo(response, within(response * 0.01));
    }
  }

  @Test
  void response_ofAServerThatStandsStill_countsFromTheDueTime() throws IOException {
    // Still for 200 ms in every 400 ms: of arrivals spread evenly half meet a stall, and wait up to
    // 200 ms for its end. So a quarter waits 100 ms or longer, with few connections or many.
    for (int connections : new int[] {4, 64}) {
      try (ScriptedServer server = stalling(0, 200, 400)) {
        Measurement measured =
            Trial.of(server, "rate: 500, warmup: 400ms, duration: 2400ms").over(connections).run();
        Histogram response = Trial.total(measured, TimeKind.RESPONSE);
        assertThat(response.getValueAtPercentile(80) / 1e6)
            .as("p80 over %d connections", connections)
            .isGreaterThan(90);
        assertThat(response.getValueAtPercentile(98) / 1e6)
            .as("p98 over %d connections", connections)
            .isGreaterThan(150);
      }
    }
  }

  @Test
  void service_ofAServerThatStandsStill_hidesTheStall_whereConnectionsAreFew() throws IOException {
    try (ScriptedServer server = stalling(0, 200, 400)) {
      Measurement measured =
          Trial.of(server, "rate: 1000, warmup: 400ms, duration: 2s").over(2).run();
      // At most two requests a stall are under way in it: the rest waits for a connection.
      assertThat(measured.handing().mostBehind()).isGreaterThan(100);
      assertThat(measured.handing().mostLate()).isLessThan(measured.handing().mostBehind());
      double service = Trial.total(measured, TimeKind.SERVICE).getValueAtPercentile(90);
      double response = Trial.total(measured, TimeKind.RESPONSE).getValueAtPercentile(90);
      assertThat(service).isLessThan(response / 4);
      assertThat(Trial.total(measured, TimeKind.CONNECTION_WAIT).getValueAtPercentile(90))
          .isGreaterThan((long) (response / 2));
    }
  }

  @Test
  void stop_countsWhatWasDueSoFar() throws IOException {
    try (ScriptedServer server = ScriptedServer.answering(ScriptedServer.OK)) {
      StepRun stepRun =
          Trial.of(server, "rate: 500, warmup: 0s, duration: 30s").within("1s").stepRun();
      Measurement measured = Trial.run(stepRun, Trial.onSecond(number -> stepRun.stop("enough")));
      assertThat(measured.stopReason()).isEqualTo("enough");
      assertThat(measured.windowSeconds()).isBetween(0.9, 10.0);
      assertThat(measured.ledger().scheduled())
          .isCloseTo((long) (500 * measured.windowSeconds()), within(2L));
    }
  }

  @Test
  void stop_duringTheWarmup_measuresNothing() throws IOException {
    try (ScriptedServer server = ScriptedServer.answering(ScriptedServer.OK)) {
      StepRun stepRun =
          Trial.of(server, "rate: 100, warmup: auto, duration: 30s").over(2).within("1s").stepRun();
      stepRun.stop("at once");
      Measurement measured = Trial.run(stepRun, Trial.SILENT);
      assertThat(measured.ledger().scheduled()).isZero();
      assertThat(measured.windowSeconds()).isZero();
    }
  }

  @Test
  void server_slowerThanTheRate_leavesABacklogThatGrows() throws IOException {
    try (ScriptedServer server =
        new ScriptedServer(
            (number, onConnection, socket, out) -> {
              ScriptedServer.pause(10);
              ScriptedServer.write(out, ScriptedServer.OK);
              return true;
            })) {
      // Two connections of 10 ms each take 200 a second at the most.
      Measurement measured = Trial.of(server, "rate: 1000, warmup: 0s, duration: 3s").over(2).run();
      List<StepResult.Second> seconds = measured.seconds();
      assertThat(seconds.get(1).backlog()).isGreaterThan(seconds.get(0).backlog());
      assertThat(measured.ledger().unsent()).isGreaterThan(1_000);
      assertThat(measured.goodInWindow()).isLessThan(700);
    }
  }

  @Test
  void bursts_endEveryArrival_andNothingIsDueBetweenThem() throws IOException {
    try (ScriptedServer server = ScriptedServer.answering(ScriptedServer.OK)) {
      Measurement measured =
          Trial.of(
                  server,
                  "rate: 500, warmup: 300ms, duration: 2s,"
                      + " arrivals: { bursts: { on: 100ms, off: 900ms } }")
              .run();
      assertThat(measured.ledger().ok()).isEqualTo(100);
      assertThat(measured.warmup().arrivals()).isZero();
      assertThat(measured.seconds().get(0).offered()).isEqualTo(50);
      assertThat(measured.seconds().get(1).offered()).isEqualTo(50);
    }
  }

  @Test
  void trace_thatEndsBeforeTheWindow_endsEveryArrival() throws IOException {
    try (ScriptedServer server = ScriptedServer.answering(ScriptedServer.OK)) {
      Measurement measured =
          Trial.of(server, "warmup: 100ms, duration: 1s, arrivals: { trace: due.txt }").run();
      assertThat(measured.warmup().arrivals()).isEqualTo(2);
      assertThat(measured.ledger().ok()).isEqualTo(3);
      assertThat(measured.windowSeconds()).isEqualTo(1);
      assertThat(measured.stopReason()).isNull();
    }
  }

  @Test
  void trace_cutShortBehindItsEnd_countsWhatWasDue() throws IOException {
    try (ScriptedServer server = ScriptedServer.answering(ScriptedServer.OK)) {
      StepRun stepRun =
          Trial.of(server, "warmup: 0s, duration: 60s, arrivals: { trace: due.txt }").stepRun();
      Measurement measured = Trial.run(stepRun, Trial.onSecond(number -> stepRun.stop("enough")));
      assertThat(measured.ledger().ok()).isEqualTo(5);
      assertThat(measured.stopReason()).isEqualTo("enough");
    }
  }

  private static ScriptedServer stalling(int answerMillis, int stillMillis, int periodMillis)
      throws IOException {
    long began = NanoClock.system().nanos();
    return new ScriptedServer(
        (number, onConnection, socket, out) -> {
          long at = (NanoClock.system().nanos() - began) / 1_000_000 % periodMillis;
          long wait = at < stillMillis ? stillMillis - at : answerMillis;
          if (wait > 0) {
            ScriptedServer.pause(wait);
          }
          ScriptedServer.write(out, ScriptedServer.OK);
          return true;
        });
  }
}
