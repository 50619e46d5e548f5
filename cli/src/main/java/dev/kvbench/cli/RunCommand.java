package dev.kvbench.cli;

import dev.kvbench.render.Report;
import dev.kvbench.render.TerminalSummary;
import dev.kvbench.result.ResultDirectory;
import dev.kvbench.result.RunResult;
import dev.kvbench.run.RunListener;
import dev.kvbench.run.ScenarioRun;
import dev.kvbench.run.TargetUnavailableException;
import dev.kvbench.scenario.Scenario;
import dev.kvbench.time.NanoClock;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code kvbench run}: loads a target as a scenario says, and writes the result and its report. */
@Command(
    name = "run",
    description = "Load a target as a scenario says, and write the result and its report.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  kvbench run quickstart",
      "  kvbench run quickstart --url http://127.0.0.1:8080",
      "  kvbench run quickstart --profile cpu,alloc,lock",
      "  kvbench run my.yaml --set steps.get.rate=20k --set connections=128",
    })
final class RunCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "SCENARIO",
      description = "A scenario file, or a bundled scenario's name (see: kvbench scenarios).")
  private String scenarioName;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "Load the server at this address in place of the scenario's target.")
  private @Nullable String url;

  @Option(
      names = "--set",
      paramLabel = "path=value",
      description = "Change a setting of the scenario: steps.get.rate=20k. May be given often.")
  private final List<String> settings = new ArrayList<>();

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description = "Run the steps N times, each time on a fresh target.")
  private @Nullable Integer repetitions;

  @Option(
      names = "--profile",
      paramLabel = "EVENTS",
      description =
          "Run the steps once more with a profiler in the target: cpu,alloc,lock or some of them.")
  private @Nullable String profile;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where the result goes (default: ./kvbench-results/<name>-<UTC time>).")
  private @Nullable Path out;

  @Option(
      names = {"-q", "--quiet"},
      description = "Print the summary only, no progress.")
  private boolean quiet;

  @Mixin Common common;

  private final Console console;

  RunCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    InstantSource wallClock = InstantSource.system();
    Scenario scenario = scenario();
    ResultDirectory directory = OutputFolder.make(out, scenario.name(), wallClock.instant());
    ScenarioRun run =
        new ScenarioRun(
            scenario,
            directory,
            Version.text(),
            NanoClock.system(),
            wallClock,
            quiet ? new RunListener() {} : new PrintedProgress(console),
            CalibrationPlace.file());
    try (Interrupts interrupts =
        Interrupts.to(run::interrupt, "saving what was measured", console)) {
      RunResult result;
      try {
        result = run.run();
      } catch (TargetUnavailableException e) {
        finish(directory, directory.readResult());
        throw e;
      }
      finish(directory, result);
      interrupts.settled();
      return ExitCode.of(result);
    }
  }

  private void finish(ResultDirectory directory, RunResult result) {
    Report unused = Report.renderInto(directory);
    if (result.steps().isEmpty() && result.fills().isEmpty()) {
      return;
    }
    if (!result.steps().isEmpty()) {
      console.out().println();
      console.out().print(TerminalSummary.of(result, console.columns()));
    }
    console.out().println();
    console.out().println("report: " + directory.root().resolve(ResultDirectory.REPORT_FILE));
  }

  private Scenario scenario() {
    ScenarioFiles.ScenarioText text = ScenarioFiles.find(scenarioName);
    List<String> overrides = new ArrayList<>();
    if (url != null) {
      overrides.add(OptionSettings.url("--url", url));
    }
    if (repetitions != null) {
      overrides.add("repetitions=" + repetitions);
    }
    if (profile != null) {
      overrides.add(OptionSettings.profile(profile));
    }
    overrides.addAll(settings);
    return ScenarioFiles.read(text, overrides);
  }
}
