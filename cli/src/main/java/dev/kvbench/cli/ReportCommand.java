package dev.kvbench.cli;

import dev.kvbench.render.Report;
import dev.kvbench.result.ResultDirectory;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code kvbench report}: renders a result's report again, from its files alone. */
@Command(
    name = "report",
    description = "Render the report of a result again, from its files alone.")
final class ReportCommand implements Callable<Integer> {

  @Parameters(paramLabel = "DIR", description = "A result directory.")
  private Path directory;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description =
          "Write the report to FILE and its charts to a folder 'charts' beside it"
              + " (default: DIR/report.md).")
  private @Nullable Path out;

  @Mixin Common common;

  private final Console console;

  ReportCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    ResultDirectory result = new ResultDirectory(directory);
    Path written;
    if (out == null) {
      Report unused = Report.renderInto(result);
      written = directory.resolve(ResultDirectory.REPORT_FILE);
    } else {
      Report report = Report.of(result.readResult(), result::readHistograms);
      Path parent = out.toAbsolutePath().getParent();
      ResultDirectory place = new ResultDirectory(parent == null ? Path.of("/") : parent);
      report.charts().forEach(place::write);
      place.write(String.valueOf(out.getFileName()), report.markdown());
      written = out;
    }
    console.out().println("report: " + written);
    return ExitCode.GOOD;
  }
}
