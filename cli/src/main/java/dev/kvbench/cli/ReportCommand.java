package dev.kvbench.cli;

import dev.kvbench.render.Report;
import dev.kvbench.render.TemplateFailure;
import dev.kvbench.result.ResultDirectory;
import dev.kvbench.result.UnreadableResultException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
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
    try {
      return render();
    } catch (TemplateFailure e) {
      String place = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      throw new UnreadableResultException(
          "the files of "
              + directory
              + " are not as kvbench writes them: something that the report needs is missing ("
              + place
              + ")");
    } catch (NullPointerException
        | IllegalArgumentException
        | ArithmeticException
        | IndexOutOfBoundsException e) {
      // Rendering depends on the files alone, and has a figure for whatever kvbench writes into
      // them.
      throw new UnreadableResultException(
          "the files of " + directory + " are not as kvbench writes them (" + e + ")");
    }
  }

  private Integer render() {
    ResultDirectory result = new ResultDirectory(directory);
    Path written;
    if (out == null) {
      Report unused = Report.renderInto(result);
      written = directory.resolve(ResultDirectory.REPORT_FILE);
    } else {
      checkWritable(out);
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

  /** Before anything is written: a report replaces a file, and nothing else that is there. */
  private static void checkWritable(Path file) {
    if (file.toString().isBlank() || file.getFileName() == null || Files.isDirectory(file)) {
      throw new WrongUseException("--out needs the name of a file, and '" + file + "' is none");
    }
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(file)) {
      throw new WrongUseException(
          "'" + file + "' is there and is no ordinary file; give another name with --out");
    }
  }
}
