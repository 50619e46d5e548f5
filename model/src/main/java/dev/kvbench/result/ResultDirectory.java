package dev.kvbench.result;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The directory that a run writes and a report reads. Every file is written aside and moved into
 * place, so that a reader, or a run that was killed, never finds half of one.
 */
public final class ResultDirectory {

  /** Name of the file with everything but the histograms. */
  public static final String RESULT_FILE = "result.json";

  /** Name of the report in its default form. */
  public static final String REPORT_FILE = "report.md";

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  /** A thousand hours, in microseconds: no time is longer. */
  private static final double MOST_MICROS = 3.6e12;

  private final Path root;

  /** Looks at {@code root}, which need not exist yet. */
  public ResultDirectory(Path root) {
    this.root = root;
  }

  /** The directory itself. */
  public Path root() {
    return root;
  }

  /**
   * Writes {@code text} as UTF-8 to {@code name} below the directory, replacing what is there in
   * one move.
   *
   * @throws UncheckedIOException if the file cannot be written
   */
  public void write(String name, String text) {
    Path file = root.resolve(name);
    Path aside = file.resolveSibling(file.getFileName() + ".part");
    try {
      Files.createDirectories(aside.toAbsolutePath().getParent());
      Files.writeString(aside, text, StandardCharsets.UTF_8);
      Files.move(aside, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  /**
   * Puts a copy of {@code original} at {@code name} below the directory, replacing what is there in
   * one move.
   *
   * @throws UncheckedIOException if the file cannot be written
   */
  public void adopt(String name, Path original) {
    Path file = root.resolve(name);
    Path aside = file.resolveSibling(file.getFileName() + ".part");
    try {
      Files.createDirectories(aside.toAbsolutePath().getParent());
      Files.copy(original, aside, StandardCopyOption.REPLACE_EXISTING);
      Files.move(aside, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  /** Writes {@link #RESULT_FILE}. */
  public void writeResult(RunResult result) {
    write(RESULT_FILE, toJson(result));
  }

  /** Returns {@code result} as the text of {@link #RESULT_FILE}. */
  public static String toJson(RunResult result) {
    return JSON.writeValueAsString(result).replace("\r\n", "\n") + "\n";
  }

  /**
   * Reads {@link #RESULT_FILE}.
   *
   * @throws UnreadableResultException if there is none, or it is none of ours
   */
  public RunResult readResult() {
    Path file = root.resolve(RESULT_FILE);
    if (!Files.isRegularFile(file)) {
      throw new UnreadableResultException(
          root + " is no result directory: it has no " + RESULT_FILE);
    }
    try (InputStream in = Files.newInputStream(file)) {
      RunResult result = JSON.readValue(in, RunResult.class);
      if (!RunResult.FORMAT.equals(result.format())) {
        throw new UnreadableResultException(
            file + " has format " + result.format() + "; this kvbench reads " + RunResult.FORMAT);
      }
      check(file, result);
      return result;
    } catch (IOException e) {
      throw new UnreadableResultException("cannot read " + file + ": " + e.getMessage());
    } catch (DatabindException e) {
      throw new UnreadableResultException(
          "cannot read " + file + ": " + place(e) + " is not what kvbench writes there");
    } catch (JacksonException e) {
      throw new UnreadableResultException(
          "cannot read "
              + file
              + ": it is no JSON that can be read to its end (line "
              + e.getLocation().getLineNr()
              + ")");
    } catch (NullPointerException e) {
      throw new UnreadableResultException("cannot read " + file + ": what must be there is null");
    }
  }

  /** Names where in the file it is, as in {@code steps[0].times}. */
  private static String place(DatabindException error) {
    StringBuilder place = new StringBuilder();
    for (JacksonException.Reference step : error.getPath()) {
      String name = step.getPropertyName();
      if (name == null) {
        place.append('[').append(step.getIndex()).append(']');
      } else {
        place.append(place.isEmpty() ? "" : ".").append(name);
      }
    }
    return place.isEmpty() ? "all of it" : place.toString();
  }

  /** Refuses figures that no measurement gives, before anybody computes with them. */
  private static void check(Path file, RunResult result) {
    for (StepResult step : result.steps()) {
      for (TimeSummary times : step.times().values()) {
        List<@Nullable Double> figures = new ArrayList<>(times.percentilesMicros().values());
        figures.add(times.meanMicros());
        figures.add(times.maxMicros());
        times.intervals().values().forEach(figures::addAll);
        for (Double figure : figures) {
          if (figure != null && !(figure >= 0 && figure <= MOST_MICROS)) {
            throw new UnreadableResultException(
                file + " has a time of " + figure + " microseconds, which cannot be");
          }
        }
      }
    }
  }

  /**
   * Reads the histograms of a step, or empty ones where it has no files.
   *
   * @throws UnreadableResultException if the files are missing or broken
   */
  public StepHistograms readHistograms(StepResult step) {
    if (step.files() == null) {
      return new StepHistograms(List.of());
    }
    Path file = root.resolve(step.files().hlog());
    if (!file.normalize().startsWith(root.normalize())) {
      throw new UnreadableResultException(file + " is outside of the result directory");
    }
    if (!Files.isRegularFile(file)) {
      throw new UnreadableResultException(file + " is not there, or no ordinary file");
    }
    try (InputStream in = new FileInputStream(file.toFile());
        HistogramLogReader reader = new HistogramLogReader(in)) {
      StepHistograms histograms = read(reader);
      long recorded = histograms.total(TimeKind.RESPONSE).getTotalCount();
      if (recorded != step.ledger().good()) {
        throw new IOException(
            "it holds " + recorded + " right answers, and the ledger " + step.ledger().good());
      }
      return histograms;
    } catch (IOException | RuntimeException e) {
      throw new UnreadableResultException("cannot read " + file + ": " + e.getMessage());
    }
  }

  private static StepHistograms read(HistogramLogReader reader) {
    List<Map<TimeKind, Counts>> seconds = new ArrayList<>();
    Map<TimeKind, Counts> second = new EnumMap<>(TimeKind.class);
    while (reader.hasNext()) {
      EncodableHistogram next = reader.nextIntervalHistogram();
      if (!(next instanceof Histogram histogram)) {
        continue;
      }
      for (TimeKind kind : TimeKind.values()) {
        if (kind.tag().equals(histogram.getTag())) {
          if (second.containsKey(kind)) {
            seconds.add(second);
            second = new EnumMap<>(TimeKind.class);
          }
          second.put(kind, Counts.of(histogram));
        }
      }
    }
    if (!second.isEmpty()) {
      seconds.add(second);
    }
    return new StepHistograms(seconds);
  }
}
