package dev.kvbench.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line as a whole: the commands, and what they have in common. */
@Command(
    name = "kvbench",
    description = "Measures HTTP key-value services so that the figures can be believed.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      RunCommand.class,
      ReportCommand.class,
      ServeCommand.class,
      ScenariosCommand.class,
      CalibrateCommand.class,
      SelfTestCommand.class,
      ContractCommand.class,
      CommandLine.HelpCommand.class
    },
    footerHeading = "%nTo begin with:%n",
    footer = {
      "  kvbench run quickstart              load the reference server",
      "  kvbench run quickstart --url URL    load a server that is running",
      "",
      "Exit codes, the first that applies: 130 interrupted (what was measured is",
      "saved and reported); 2 the command or the scenario is wrong; 5 the target",
      "could not be started or reached; 3 the measurement is INVALID; 1 an objective",
      "was missed; 0 none of these."
    })
final class Kvbench {

  private Kvbench() {}

  /** Runs {@code args} and returns the exit code; nothing is thrown. */
  static int execute(Console console, String... args) {
    CommandLine line = new CommandLine(new Kvbench(), new Commands(console));
    line.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8));
    line.setUsageHelpAutoWidth(false);
    line.setExecutionExceptionHandler(
        (error, command, parsed) -> Failures.report(error, console, Common.isDebug(parsed)));
    line.setParameterExceptionHandler((error, given) -> Failures.misuse(error, console));
    if (args.length == 0) {
      line.usage(line.getOut());
      return ExitCode.WRONG_USE;
    }
    line.setExpandAtFiles(false);
    try {
      return line.execute(args);
    } catch (StackOverflowError | OutOfMemoryError e) {
      return Failures.report(e, console, false);
    }
  }

  /** Makes the commands, handing them the console. */
  private static final class Commands implements CommandLine.IFactory {

    private final Console console;
    private final CommandLine.IFactory others = CommandLine.defaultFactory();

    Commands(Console console) {
      this.console = console;
    }

    @Override
    public <K> K create(Class<K> type) throws Exception {
      for (var constructor : type.getDeclaredConstructors()) {
        Class<?>[] parameters = constructor.getParameterTypes();
        if (parameters.length == 1 && parameters[0] == Console.class) {
          return type.cast(constructor.newInstance(console));
        }
      }
      return others.create(type);
    }
  }
}
