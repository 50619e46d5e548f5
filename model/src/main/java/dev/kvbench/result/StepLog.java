package dev.kvbench.result;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Writes a step's interval log while the step runs: every second reaches the disk at its end. The
 * file is called {@code .part} until {@link #finish}, so that a run that is killed leaves what it
 * measured, under a name that says that it is not whole.
 */
public final class StepLog implements AutoCloseable {

  /** Ends the name of a log that is still being written. */
  public static final String PART = ".part";

  private static final double NANOS_PER_MILLI = 1e6;

  private final Path file;
  private final Path part;
  private final PrintStream stream;
  private final HistogramLogWriter writer;

  /**
   * Begins a log.
   *
   * @param file where it will be once it is whole
   * @param startMillis wall-clock time that its seconds count from, in milliseconds since 1970
   * @param version of the program that writes
   * @throws UncheckedIOException if it cannot be written
   */
  public StepLog(Path file, long startMillis, String version) {
    this(file, part(file), stream(part(file)), startMillis, version);
  }

  private StepLog(Path file, Path part, PrintStream stream, long startMillis, String version) {
    this.file = file;
    this.part = part;
    this.stream = stream;
    this.writer = new HistogramLogWriter(stream);
    writer.outputComment("[kvbench " + version + "; values in nanoseconds]");
    writer.outputLogFormatVersion();
    writer.outputStartTime(startMillis);
    writer.setBaseTime(startMillis);
    writer.outputLegend();
    stream.flush();
  }

  /**
   * Returns a log that is written as any other, and kept nowhere: what writing needs is loaded and
   * compiled by it.
   */
  public static StepLog toNowhere(String version) {
    Path nowhere = Path.of("nowhere");
    PrintStream stream =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    return new StepLog(nowhere, nowhere, stream, 0, version);
  }

  private static Path part(Path file) {
    return file.resolveSibling(file.getFileName() + PART);
  }

  private static PrintStream stream(Path part) {
    try {
      Files.createDirectories(part.toAbsolutePath().getParent());
      return new PrintStream(part.toFile(), StandardCharsets.UTF_8);
    } catch (FileNotFoundException e) {
      throw new UncheckedIOException("cannot write " + part, e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + part + ": " + e.getMessage(), e);
    }
  }

  /**
   * Appends a second, each kind of time with its tag.
   *
   * @param startSeconds its beginning since the log's start
   * @param lengthSeconds its length
   */
  public void second(
      double startSeconds, double lengthSeconds, Map<TimeKind, Histogram> histograms) {
    for (TimeKind kind : TimeKind.values()) {
      Histogram histogram = histograms.get(kind);
      if (histogram != null) {
        histogram.setTag(kind.tag());
        writer.outputIntervalHistogram(
            startSeconds, startSeconds + lengthSeconds, histogram, NANOS_PER_MILLI);
      }
    }
    stream.flush();
  }

  /** Ends the log and gives it its name. */
  public void finish() {
    boolean broken = stream.checkError();
    close();
    if (broken) {
      throw new UncheckedIOException(
          "cannot write " + part + ": is the disk full?", new IOException(part.toString()));
    }
    try {
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  /** Closes the file as it is. */
  @Override
  public void close() {
    stream.close();
  }
}
