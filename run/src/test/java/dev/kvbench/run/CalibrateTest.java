package dev.kvbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvbench.result.Calibration;
import dev.kvbench.result.CalibrationFile;
import dev.kvbench.result.ResultDirectory;
import dev.kvbench.result.RunResult;
import dev.kvbench.scenario.ScenarioReader;
import dev.kvbench.targets.Machine;
import dev.kvbench.time.NanoClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A short calibration against a real server that does nothing, and what runs make of it. */
@Timeout(120)
class CalibrateTest {

  private static final InstantSource DAY =
      InstantSource.fixed(Instant.parse("2026-01-02T03:04:05Z"));
  private static final Calibrate.Plan SHORT = new Calibrate.Plan(0.2, 0.5, 1, 0.5, 2, 1_000);
  private static final int TRIES = 8;
  private static final NanoClock CLOCK = NanoClock.system();

  @TempDir private Path folder;
  private int results;

  @Test
  void calibration_measuresEveryPart_forThisMachine() {
    List<Double> tried = new ArrayList<>();
    Calibrate.Outcome outcome = new Calibrate.Outcome(null, "not tried");
    // A machine that runs tests is not at rest, and what is measured on it may be refused.
    for (int i = 0; i < TRIES && outcome.calibration() == null; i++) {
      assertThat(outcome.refusal()).isNotEmpty();
      tried.clear();
      outcome = calibrate(tried);
    }
    Calibration calibration = Objects.requireNonNull(outcome.calibration(), outcome.refusal());
    assertThat(calibration.date()).isEqualTo("2026-01-02");
    assertThat(calibration.machine())
        .isEqualTo(Calibration.Machine.of(Machine.environment(Map.of())));
    for (Calibration.Lateness sleep : List.of(calibration.usualSleep(), calibration.sharpSleep())) {
      assertThat(sleep.p50()).isPositive();
      assertThat(sleep.p99()).isBetween(sleep.p50(), sleep.max());
    }
    Calibration.Floor floor = calibration.floor();
    assertThat(floor.serviceP50Micros()).isPositive().isLessThan(floor.serviceP99Micros());
    assertThat(floor.responseP50Micros()).isGreaterThanOrEqualTo(floor.serviceP50Micros());
    assertThat(tried).startsWith(1_000.0);
    Calibration.Highest highest = calibration.highest();
    if (highest != null) {
      assertThat(tried).contains(highest.ratePerSecond());
      assertThat(highest.cpuMicrosPerRequest()).isPositive();
    }
  }

  private static Calibrate.Outcome calibrate(List<Double> tried) {
    CalibrateListener listener =
        new CalibrateListener() {
          @Override
          public void tried(double ratePerSecond, boolean kept, String why) {
            tried.add(ratePerSecond);
          }
        };
    return new Calibrate(SHORT, "test", CLOCK, DAY, listener).run();
  }

  @Test
  void interrupt_leavesNothing() {
    List<Calibrate> made = new ArrayList<>();
    Calibrate calibrate =
        new Calibrate(
            SHORT,
            "test",
            CLOCK,
            DAY,
            new CalibrateListener() {
              @Override
              public void began(String what, double seconds) {
                made.get(0).interrupt("interrupted");
              }
            });
    made.add(calibrate);
    assertThat(calibrate.run()).isEqualTo(new Calibrate.Outcome(null, ""));
  }

  @Test
  void run_storesTheFloorOfThisMachine_andNamesTheStepsNearIt() {
    CalibrationFile file = new CalibrationFile(folder.resolve("calibration.json"));
    Calibration.Machine here = Calibration.Machine.of(Machine.environment(Map.of()));
    file.store(calibration(new Calibration.Machine("another", 64, here.jvm()), 1));
    assertThat(floor(file).unknown()).contains("another machine").contains("kvbench calibrate");
    assertThat(floor(file).calibration()).isNull();
    Calibration high = calibration(here, 1e9);
    file.store(high);
    RunResult.Floor floor = floor(file);
    assertThat(floor.calibration()).isEqualTo(high);
    assertThat(floor.near())
        .singleElement()
        .satisfies(
            near -> {
              assertThat(near.name()).isEqualTo("get");
              assertThat(near.finding()).startsWith("below the floor: service p50 ");
            });
    file.store(calibration(here, 0.001));
    assertThat(floor(file).near()).isEmpty();
  }

  @Test
  void run_withoutACalibration_saysHowToGetOne_andOneThatIsBrokenIsSaid() throws IOException {
    Path path = folder.resolve("none.json");
    assertThat(floor(new CalibrationFile(path)).unknown()).contains("kvbench calibrate");
    Files.writeString(path, "{ \"format\": 1");
    assertThat(floor(new CalibrationFile(path)).unknown())
        .contains("cannot read")
        .contains("none.json");
    assertThat(floor(null).calibration()).isNull();
  }

  private RunResult.Floor floor(@Nullable CalibrationFile file) {
    String text =
        """
        keys: { count: 50 }
        connections: 2
        steps: [ { get: { rate: 100, warmup: 0s, duration: 500ms } } ]
        """;
    RunResult result =
        new ScenarioRun(
                ScenarioReader.read("test", text, List.of()),
                new ResultDirectory(folder.resolve("result-" + ++results)),
                "test",
                CLOCK,
                InstantSource.system(),
                new RunListener() {},
                file)
            .run();
    return Objects.requireNonNull(result.floor());
  }

  private static Calibration calibration(Calibration.Machine machine, double micros) {
    Calibration.Lateness late = new Calibration.Lateness(1, 2, 3);
    return new Calibration(
        "2026-01-02",
        "test",
        machine,
        late,
        late,
        new Calibration.Floor(1_000, micros, micros, micros, micros),
        null);
  }
}
