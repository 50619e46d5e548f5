package dev.kvbench.cli;

import dev.kvbench.scenario.Scenario;
import dev.kvbench.scenario.ScenarioReader;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/**
 * {@code kvbench scenarios}: what scenarios there are, what is in one, and whether one is right.
 */
@Command(
    name = "scenarios",
    description = "List the bundled scenarios, show one, or check a file.",
    subcommands = {
      ScenariosCommand.ListCommand.class,
      ScenariosCommand.ShowCommand.class,
      ScenariosCommand.ValidateCommand.class
    })
final class ScenariosCommand implements Callable<Integer> {

  @Mixin Common common;

  private final Console console;

  ScenariosCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    return list(console);
  }

  private static int list(Console console) {
    for (String name : ScenarioFiles.BUNDLED) {
      Scenario scenario = ScenarioReader.read(name, ScenarioFiles.bundled(name), List.of());
      console.out().printf(Locale.ROOT, "%-16s %s%n", name, scenario.description());
    }
    return ExitCode.GOOD;
  }

  /** {@code kvbench scenarios list}. */
  @Command(name = "list", description = "List the bundled scenarios.")
  static final class ListCommand implements Callable<Integer> {
    @Mixin Common common;
    private final Console console;

    ListCommand(Console console) {
      this.console = console;
    }

    @Override
    public Integer call() {
      return list(console);
    }
  }

  /** {@code kvbench scenarios show}. */
  @Command(name = "show", description = "Print a scenario's text, to copy and change.")
  static final class ShowCommand implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "A bundled scenario's name, or a file.")
    private String name;

    @Mixin Common common;
    private final Console console;

    ShowCommand(Console console) {
      this.console = console;
    }

    @Override
    public Integer call() {
      console.out().print(ScenarioFiles.find(name).text());
      console.out().flush();
      return ExitCode.GOOD;
    }
  }

  /** {@code kvbench scenarios validate}. */
  @Command(name = "validate", description = "Say everything that is wrong with a scenario.")
  static final class ValidateCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "A scenario file, or a bundled one's name.")
    private String name;

    @Mixin Common common;
    private final Console console;

    ValidateCommand(Console console) {
      this.console = console;
    }

    @Override
    public Integer call() {
      ScenarioFiles.ScenarioText text = ScenarioFiles.find(name);
      Scenario scenario = ScenarioFiles.read(text, List.of());
      console.out().println(text.name() + " is right: " + scenario.steps().size() + " steps");
      return ExitCode.GOOD;
    }
  }
}
