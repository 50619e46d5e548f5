package dev.kvbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.result.Figures;
import dev.kvbench.result.ResultDirectory;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeSummary;
import dev.kvbench.result.Verdict;
import dev.kvbench.scenario.ScenarioReader;
import dev.kvbench.time.NanoClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Cases in which tools that are trusted too much have shown excellent figures. */
@Timeout(120)
class VerdictsOfRealRunsTest {

  @TempDir private Path folder;

  @Test
  void missingConnections_areInvalid_howeverGoodTheTimesOfTheOthersAre() throws IOException {
    // One more, for the look whether the target can be reached.
    try (TestServer server = new TestServer(243 + 1, 0)) {
      StepResult step = over1024Connections(server);
      assertThat(step.verdict()).as("%s", step.reasons()).isEqualTo(Verdict.INVALID);
      // Of those that the system held ready for the server, which did not take them, the end may be
      // seen before the clock starts or soon after.
      int established = step.connections().established();
      if (established < 1_024) {
        assertThat(step.reasons().get(0))
            .startsWith(
                "only "
                    + Figures.count(established)
                    + " of 1,024 connections could be opened (Connection re");
      } else {
        assertThat(step.reasons().get(0)).contains(" were missing on average");
      }
      assertThat(1_024 - established + step.connections().missing()).isGreaterThan(600);
      // What made the case: nothing in the times shows that three connections of four are missing.
      TimeSummary response = Objects.requireNonNull(step.times().get("response"));
      assertThat(response.percentilesMicros().get("99")).isNotNull();
      assertThat(step.ledger().ok()).isEqualTo(600);
    }
  }

  @Test
  void connectionsLostOnTheWay_areInvalid_thoughEveryArrivalIsAnswered() throws IOException {
    try (TestServer server = new TestServer(TestServer.MANY, 0)) {
      server.dropAllBut(243, 150);
      StepResult step = over1024Connections(server);
      assertThat(step.verdict()).as("%s", step.reasons()).isEqualTo(Verdict.INVALID);
      assertThat(step.connections().established()).isEqualTo(1_024);
      assertThat(step.connections().missing()).isBetween(400.0, 781.0);
      assertThat(step.reasons().get(0))
          .startsWith("of 1,024 connections ")
          .contains(" were missing on average: lost, and not to be opened again (Connection re");
      assertThat(step.ledger().ok()).isGreaterThan(590);
    }
  }

  @Test
  void aServerFarBeyondItsLimit_isOverloaded_thoughItSharesItsProcessorsWithKvbench() {
    StepResult step =
        only(
            """
            keys: { count: 1000 }
            values: { size: 100 }
            connections: 64
            timeout: 2s
            steps: [ fill, { get: { rate: 400000, warmup: 1s, duration: 3s } } ]
            """);
    assertThat(step.verdict()).as("%s", step.reasons()).isEqualTo(Verdict.OVERLOADED);
    assertThat(step.reasons().get(0))
        .startsWith("the target keeps " + Figures.rate(step.achievedPerSecond()) + " of the ");
    assertThat(step.achievedPerSecond()).isLessThan(step.offeredPerSecond() / 2);
  }

  @Test
  void aServerThatOnlyWaits_isOverloaded_whoeverHasTheProcessors() throws IOException {
    try (TestServer server = new TestServer(TestServer.MANY, 20)) {
      // Eight connections of 20 ms each take 400 a second at the most.
      StepResult step =
          only(
              """
              connections: 8
              timeout: 2s
              target: { url: '%s' }
              steps: [ { get: { rate: 4000, warmup: 0s, duration: 2s } } ]
              """
                  .formatted(server.url()));
      assertThat(step.verdict()).as("%s", step.reasons()).isEqualTo(Verdict.OVERLOADED);
      assertThat(step.achievedPerSecond()).isLessThan(450);
    }
  }

  private StepResult over1024Connections(TestServer server) {
    return only(
        """
        connections: 1024
        timeout: 1s
        target: { url: '%s' }
        steps: [ { get: { rate: 300, warmup: 500ms, duration: 2s } } ]
        """
            .formatted(server.url()));
  }

  private StepResult only(String scenario) {
    return new ScenarioRun(
            ScenarioReader.read("test.yaml", scenario, List.of()),
            new ResultDirectory(folder),
            "test",
            NanoClock.system(),
            InstantSource.system(),
            new RunListener() {})
        .run()
        .steps()
        .get(0);
  }
}
