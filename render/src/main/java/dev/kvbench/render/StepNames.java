package dev.kvbench.render;

import dev.kvbench.result.Figures;
import dev.kvbench.result.StepResult;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What the steps of a run are called: no longer than it takes to tell them apart, and the file
 * names of their charts.
 */
final class StepNames {

  private static final int LONGEST_PART = 60;

  private final boolean severalVariants;
  private final boolean severalRepetitions;
  private final Set<String> files = new HashSet<>();

  StepNames(List<StepResult> steps) {
    severalVariants = steps.stream().map(StepResult::variant).distinct().count() > 1;
    severalRepetitions = steps.stream().mapToInt(StepResult::repetition).distinct().count() > 1;
  }

  /**
   * Returns {@code lifo-workers / get / 2}: variant and repetition only where there are several. A
   * closed loop says so wherever it is named, because its times cannot be held against an open
   * one's.
   */
  String label(StepResult step) {
    String name = PlainText.line(step.name());
    return variant(step)
        + (name.isEmpty() ? "step" : name)
        + (severalRepetitions ? " / " + step.repetition() : "")
        + (Phrases.isClosedLoop(step) ? " (closed loop)" : "");
  }

  /**
   * Returns {@code GET at 10,000/s} or {@code GET in a closed loop}, with the step's name where
   * that says more.
   */
  String subject(StepResult step) {
    String name = PlainText.line(step.name());
    String operation = operation(step);
    String what =
        name.isEmpty() || name.equalsIgnoreCase(operation)
            ? operation
            : name + " (" + operation + ")";
    return variant(step)
        + what
        + (Phrases.isClosedLoop(step)
            ? " in a closed loop"
            : " at " + Figures.rate(step.askedPerSecond()))
        + (severalRepetitions ? ", repetition " + step.repetition() : "");
  }

  /** Returns the operation in capitals. */
  static String operation(StepResult step) {
    return PlainText.line(step.operation()).toUpperCase(Locale.ROOT);
  }

  private String variant(StepResult step) {
    return severalVariants ? PlainText.line(step.variant()) + " / " : "";
  }

  /** Returns a name for a step's charts, {@code [a-z0-9-]+}, that no other call has returned. */
  String newFileName(StepResult step) {
    String name = reduce(step.variant()) + "-" + step.repetition() + "-" + reduce(step.name());
    String unique = name;
    for (int i = 2; !files.add(unique); i++) {
      unique = name + "-" + i;
    }
    return unique;
  }

  private static String reduce(String name) {
    String reduced =
        name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    String some = reduced.substring(0, Math.min(LONGEST_PART, reduced.length()));
    return some.isEmpty() ? "x" : some;
  }
}
