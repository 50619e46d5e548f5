package dev.kvbench.scenario;

import static dev.kvbench.scenario.Reading.read;
import static dev.kvbench.scenario.Reading.shown;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.scenario.ConnectionSpec.Mode;
import dev.kvbench.scenario.StepSpec.Load;
import dev.kvbench.scenario.StepSpec.Warmup;
import org.junit.jupiter.api.Test;

/** How a scenario's connections are read, its I/O threads, and loops that wait for answers. */
class ConnectionsTest {

  private static ConnectionSpec connections(String value) {
    return read("connections: " + value + "\nsteps: [fill]").connections();
  }

  @Test
  void connections_areANumber_orAMapOfAMode() {
    assertThat(connections("7")).isEqualTo(new ConnectionSpec(Mode.FIXED, 7, 7));
    assertThat(connections("{ max: 256 }")).isEqualTo(new ConnectionSpec(Mode.ELASTIC, 1, 256));
    assertThat(connections("{ mode: elastic, initial: 8, max: 8 }"))
        .isEqualTo(new ConnectionSpec(Mode.ELASTIC, 8, 8));
    assertThat(connections("{ mode: per-request, max: 256 }"))
        .isEqualTo(new ConnectionSpec(Mode.PER_REQUEST, 0, 256));
  }

  @Test
  void ioThreads_areANumber_orLeftToKvbench() {
    assertThat(read("io-threads: 3\nsteps: [fill]").ioThreads()).hasValue(3);
    assertThat(read("io-threads: auto\nsteps: [fill]").ioThreads()).isEmpty();
  }

  @Test
  void closedLoop_hasNoRate_andThinks() {
    Load step =
        (Load) read("steps: [put: { loop: closed, think: 5ms, warmup: 1s }]").steps().get(0);
    assertThat(step.isClosed()).isTrue();
    assertThat(step.arrivals()).isEqualTo(new ArrivalProcess.Closed(5_000_000));
    assertThat(step.ratePerSecond()).isZero();
    assertThat(step.meanRatePerSecond()).isZero();
    assertThat(step.warmup()).isEqualTo(new Warmup(false, 1_000_000_000));
    assertThat(((Load) read("steps: [get: { rate: 5, loop: open }]").steps().get(0)).isClosed())
        .isFalse();
  }

  @Test
  void impossibleLoops_areShown() {
    assertThat(
            shown(
                """
                connections: { max: 8 }
                steps:
                  - get: { loop: closed, rate: 5k, arrivals: poisson }
                  - put: { rate: 5, think: 5ms }
                  - range: { loop: close, think: 5ms }
                """))
        .isEqualTo(
            """
            demo.yaml:1:14: the closed loop of the step 'get' needs a fixed number of connections, \
            since nothing in it is due while all are busy, and no elastic one would be opened
                connections: { max: 8 }
                             ^
                write the number:  connections: 8  (it holds for all steps); or give the step a \
            rate in place of the loop

            demo.yaml:3:26: a closed loop has no rate: each connection sends its next request when \
            it has the answer to its last
                  - get: { loop: closed, rate: 5k, arrivals: poisson }
                                         ^
                leave out either 'rate' or 'loop'; a think time makes a closed loop slower

            demo.yaml:3:36: a closed loop has no arrivals: each connection sends its next request \
            when it has the answer to its last
                  - get: { loop: closed, rate: 5k, arrivals: poisson }
                                                   ^
                leave out either 'arrivals' or 'loop'; a think time makes a closed loop slower

            demo.yaml:4:21: only a closed loop has a think time: an open loop's requests wait for \
            no answer
                  - put: { rate: 5, think: 5ms }
                                    ^
                leave out 'think', or put  loop: closed  in place of the rate

            demo.yaml:5:20: steps.range.loop must be open or closed, not the text 'close'
                  - range: { loop: close, think: 5ms }
                                   ^
                did you mean 'closed'?""");
  }

  @Test
  void impossibleConnections_areShown() {
    assertThat(shown("connections: { initial: 8 }\nio-threads: 0\nsteps: [fill]"))
        .isEqualTo(
            """
            demo.yaml:1:14: connections.max is missing: how many there may be at a time
                connections: { initial: 8 }
                             ^
                write  connections: { mode: elastic, max: 256, initial: 8 }; or, for a fixed \
            number, the number alone:  64

            demo.yaml:2:13: io-threads must be 1 or more, not 0
                io-threads: 0
                            ^
                write a whole number from 1 to 256; or auto""");
    assertThat(shown("connections: { mode: per-request, max: 8, initial: 2 }\nsteps: [fill]"))
        .isEqualTo(
            """
            demo.yaml:1:43: where each request has a connection of its own, none is opened before it
                connections: { mode: per-request, max: 8, initial: 2 }
                                                          ^
                leave out 'initial', or have mode: elastic""");
    assertThat(shown("connections: { max: 8, initial: 9 }\nsteps: [fill]"))
        .contains("more connections would be open at the start, 9, than there may be, 8");
    assertThat(shown("connections: per-request\nsteps: [fill]"))
        .contains("connections has no number for its mode")
        .contains("write  connections: { mode: per-request, max: 256 }");
    assertThat(shown("connections: { mode: fixed, max: 8 }\nsteps: [fill]"))
        .contains("connections.mode has no word for a fixed number");
    assertThat(shown("connections: [64]\nio-threads: Auto\nsteps: [fill]"))
        .isEqualTo(
            """
            demo.yaml:1:14: connections must be a whole number, not a list
                connections: [64]
                             ^
                write a whole number from 1 to 65000; or how they are opened:  { mode: elastic, \
            max: 256 }

            demo.yaml:2:13: io-threads must be a whole number, not the text 'Auto'
                io-threads: Auto
                            ^
                did you mean 'auto'?""");
  }

  @Test
  void aThinkTimeOfMoreThanADay_isShown() {
    assertThat(shown("steps: [get: { loop: closed, think: 25h, warmup: Auto }]"))
        .isEqualTo(
            """
            demo.yaml:1:37: steps.get.think must be 24h or less, not 25h
                steps: [get: { loop: closed, think: 25h, warmup: Auto }]
                                                    ^
                write a number and a unit, from 0s to 24h: 30s, 500ms, 1.5m

            demo.yaml:1:50: steps.get.warmup must be a duration, not the text 'Auto'
                steps: [get: { loop: closed, think: 25h, warmup: Auto }]
                                                                 ^
                did you mean 'auto'?""");
  }
}
