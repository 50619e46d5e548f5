package dev.kvbench.render;

import dev.kvbench.result.Figures;
import dev.kvbench.result.RunResult;
import dev.kvbench.result.StepResult;
import dev.kvbench.result.TimeKind;
import dev.kvbench.result.TimeSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The end of a run in a few lines of plain text: a table with a row for each step, then what speaks
 * against the steps that are not VALID, and the objectives that were missed. No line is wider than
 * {@value #WIDTH} columns, and no text of others can steer the terminal.
 */
public final class TerminalSummary {

  /** Columns that a line has at most, however wide the terminal. */
  public static final int WIDTH = 100;

  private static final int LEAST_WIDTH = 60;

  /** Columns of the table that a narrow terminal goes without, the first one first. */
  private static final int[] DISPENSABLE = {6, 5, 1};

  private static final int LEAST_NAME = 8;
  private static final String GAP = "  ";

  private final StringBuilder out = new StringBuilder();
  private final int columns;

  private TerminalSummary(int columns) {
    this.columns = Math.max(LEAST_WIDTH, Math.min(WIDTH, columns));
  }

  /**
   * Returns the summary of {@code result}; it ends with a line end.
   *
   * @param columns how wide the terminal is
   */
  public static String of(RunResult result, int columns) {
    return new TerminalSummary(columns).of(result);
  }

  private String of(RunResult result) {
    String state = RunView.stateNote(result.state());
    if (!state.isEmpty()) {
      wrap("", state);
      out.append('\n');
    }
    if (result.steps().isEmpty()) {
      return out.append("No step was measured.\n").toString();
    }
    StepNames names = new StepNames(result.steps());
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "step",
            Phrases.made(result.steps()),
            "achieved",
            "p50",
            "p99",
            "p99.9",
            "max",
            "failed",
            "verdict"));
    for (StepResult step : result.steps()) {
      rows.add(row(names.label(step), step));
    }
    table(rows);
    RunResult.Floor floor = result.floor();
    if (floor != null) {
      out.append('\n');
      wrap("", CalibrationText.line(floor));
    }
    for (StepResult step : result.steps()) {
      details(names.label(step), step, RunView.nearFloor(result, step));
    }
    return out.toString();
  }

  private static List<String> row(String label, StepResult step) {
    if (!Phrases.wasRun(step)) {
      return List.of(
          label,
          Phrases.asked(step),
          Phrases.NONE,
          Phrases.NONE,
          Phrases.NONE,
          Phrases.NONE,
          Phrases.NONE,
          Phrases.NONE,
          Phrases.verdict(step));
    }
    TimeSummary times = Phrases.times(step, TimeKind.RESPONSE);
    return List.of(
        label,
        Figures.rate(step.offeredPerSecond()),
        Figures.rate(step.achievedPerSecond()),
        Phrases.percentile(times, "50"),
        Phrases.percentile(times, "99"),
        Phrases.percentile(times, "99.9"),
        Phrases.max(times),
        step.ledger().failed() == 0
            ? "0"
            : Phrases.share(step.ledger().failed(), step.ledger().scheduled()),
        Phrases.verdict(step));
  }

  private void table(List<List<String>> allRows) {
    List<List<String>> rows = fitting(allRows);
    int[] widths = widths(rows);
    int others = Arrays.stream(widths).skip(1).sum() + GAP.length() * (widths.length - 1);
    widths[0] = Math.min(widths[0], Math.max(LEAST_NAME, columns - others));
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder(pad(fit(row.get(0), widths[0]), widths[0], false));
      for (int i = 1; i < widths.length; i++) {
        line.append(GAP).append(pad(row.get(i), widths[i], i < widths.length - 1));
      }
      out.append(line.toString().stripTrailing()).append('\n');
    }
  }

  /** Leaves columns out until the rows fit. */
  private List<List<String>> fitting(List<List<String>> rows) {
    List<List<String>> fitting = rows;
    for (int column : DISPENSABLE) {
      int[] widths = widths(fitting);
      int others = Arrays.stream(widths).skip(1).sum() + GAP.length() * (widths.length - 1);
      if (others + Math.min(widths[0], LEAST_NAME) <= columns) {
        break;
      }
      List<List<String>> narrower = new ArrayList<>();
      for (List<String> row : fitting) {
        List<String> cells = new ArrayList<>(row);
        cells.remove(column);
        narrower.add(cells);
      }
      fitting = narrower;
    }
    return fitting;
  }

  private static int[] widths(List<List<String>> rows) {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], width(row.get(i)));
      }
    }
    return widths;
  }

  private void details(String label, StepResult step, List<String> nearFloor) {
    List<String> lines = new ArrayList<>(step.reasons());
    step.failures().stream()
        .max(Comparator.comparingLong(StepResult.Failure::count))
        .ifPresent(
            most ->
                lines.add(
                    "most of what failed: "
                        + Figures.count(most.count())
                        + " "
                        + most.kind()
                        + ", the first of them: "
                        + most.message()));
    if (Phrases.isClosedLoop(step) && Phrases.wasRun(step)) {
      lines.add(Phrases.closedLoopWarning());
    }
    for (StepResult.ObjectiveResult objective : step.objectives()) {
      if (!objective.met()) {
        lines.add("objective missed: " + objective.objective() + ", was " + objective.measured());
      }
    }
    lines.addAll(nearFloor);
    if (lines.isEmpty()) {
      return;
    }
    out.append('\n');
    wrap("", label + ": " + Phrases.verdict(step));
    for (String line : lines) {
      wrap("  ", PlainText.line(line));
    }
  }

  private void wrap(String indent, String text) {
    StringBuilder line = new StringBuilder(indent);
    boolean empty = true;
    for (String word : text.split(" ", -1)) {
      for (String part : pieces(word, columns - indent.length() - 2)) {
        if (!empty && width(line.toString()) + 1 + width(part) > columns) {
          out.append(line).append('\n');
          line = new StringBuilder(indent).append(GAP);
          empty = true;
        }
        line.append(empty ? "" : " ").append(part);
        empty = false;
      }
    }
    out.append(line).append('\n');
  }

  /** Cuts what has no space to be wrapped at. */
  private static List<String> pieces(String word, int most) {
    List<String> pieces = new ArrayList<>();
    String rest = word;
    while (width(rest) > most) {
      int cut = rest.offsetByCodePoints(0, most);
      pieces.add(rest.substring(0, cut));
      rest = rest.substring(cut);
    }
    pieces.add(rest);
    return pieces;
  }

  private static String fit(String text, int most) {
    return width(text) <= most
        ? text
        : text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
  }

  private static String pad(String text, int width, boolean right) {
    String space = " ".repeat(width - width(text));
    return right ? space + text : text + space;
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }
}
