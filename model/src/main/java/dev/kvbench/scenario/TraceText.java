package dev.kvbench.scenario;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The text of a trace: a due time a line, in seconds since the step's start with as many decimals
 * as one likes ({@code 12.5}); they must not go back. Empty lines, and what follows a {@code #},
 * mean nothing.
 */
final class TraceText {

  /** A file with more wrong lines than this is the wrong file. */
  private static final int MAX_PROBLEMS = 10;

  /** A line that is longer is no due time, and nobody reads it to its end. */
  private static final int MAX_SHOWN = 1000;

  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,6}(\\.[0-9]{1,18})?");
  private static final BigDecimal MAX_SECONDS = BigDecimal.valueOf(48 * 3600);
  private static final String HINT =
      "write a due time a line, in seconds since the step's start: 0.25";

  private final String file;
  private final List<Problem> problems = new ArrayList<>();
  private long[] nanos = new long[1024];
  private int count;

  private TraceText(String file) {
    this.file = file;
  }

  /**
   * Reads a trace.
   *
   * @param file what problems call the text
   * @param problems where what is wrong is added, with its place in the trace
   * @return empty if anything is wrong
   */
  static Optional<DueTimes> read(String file, String text, List<Problem> problems) {
    TraceText trace = new TraceText(file);
    trace.readLines(text.startsWith("\uFEFF") ? text.substring(1) : text);
    if (trace.count == 0 && trace.problems.isEmpty()) {
      trace.problems.add(new Problem(file, 1, 1, "", "there is no due time in this trace", HINT));
    }
    problems.addAll(trace.problems);
    return trace.problems.isEmpty()
        ? Optional.of(DueTimes.of(Arrays.copyOf(trace.nanos, trace.count)))
        : Optional.empty();
  }

  private void readLines(String text) {
    int number = 0;
    for (int start = 0; start < text.length() && problems.size() < MAX_PROBLEMS; ) {
      int newline = text.indexOf('\n', start);
      int end = newline < 0 ? text.length() : newline;
      line(++number, text, start, end);
      start = end + 1;
    }
  }

  private void line(int number, String text, int start, int end) {
    String line = text.substring(start, end);
    int comment = line.indexOf('#');
    String seconds = (comment < 0 ? line : line.substring(0, comment)).strip();
    if (seconds.isEmpty()) {
      return;
    }
    if (!SECONDS.matcher(seconds).matches()) {
      report(number, line, "this is no due time: " + Excerpt.quoted(seconds), HINT);
      return;
    }
    BigDecimal exact = new BigDecimal(seconds);
    if (exact.compareTo(MAX_SECONDS) > 0) {
      report(number, line, "this is more than 48 hours after the step's start", HINT);
      return;
    }
    long due = exact.movePointRight(9).setScale(0, RoundingMode.HALF_UP).longValueExact();
    if (count > 0 && due < nanos[count - 1]) {
      report(
          number,
          line,
          "this due time is before the one above it",
          "put the due times in their order");
      return;
    }
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * count);
    }
    nanos[count++] = due;
  }

  private void report(int number, String line, String message, String hint) {
    String shown = line.substring(0, Math.min(line.length(), MAX_SHOWN)).stripTrailing();
    int column = shown.length() - shown.stripLeading().length();
    problems.add(new Problem(file, number, column + 1, shown, message, hint));
  }
}
