package dev.kvbench.scenario;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Collects what is wrong while a scenario is read, so that all of it is reported at once. */
final class Problems {

  private record Found(Place place, String path, Problem problem) {}

  private final List<Found> found = new ArrayList<>();
  private final Set<Problem> distinct = new HashSet<>();

  /**
   * Adds a problem.
   *
   * @param path the setting that it is about, such as {@code keys.count}; empty for the whole
   */
  void add(Place place, String path, String message, String hint) {
    Problem problem = place.problem(message, hint);
    // an alias shows the same node twice
    if (distinct.add(problem)) {
      found.add(new Found(place, path, problem));
    }
  }

  /**
   * Whether a setting, or one beneath it, has a problem already: then rules that compare it with
   * others have nothing sound to compare.
   */
  boolean concern(String path) {
    return found.stream().anyMatch(f -> f.path().equals(path) || f.path().startsWith(path + "."));
  }

  /** Throws everything that was added, if anything was. */
  void throwIfAny() {
    if (!found.isEmpty()) {
      throw new ScenarioException(
          found.stream()
              .sorted(Comparator.comparing(Found::place, Place.READING_ORDER))
              .map(Found::problem)
              .toList());
    }
  }
}
