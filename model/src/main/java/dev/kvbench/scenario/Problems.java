package dev.kvbench.scenario;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Collects what is wrong while a scenario is read, so that all of it is reported at once. */
final class Problems {

  private record Found(Place place, Problem problem) {}

  private final List<Found> found = new ArrayList<>();
  private final Set<Problem> distinct = new HashSet<>();
  private final Set<String> concerned = new HashSet<>();

  /**
   * Adds a problem.
   *
   * @param path the setting that it is about, such as {@code keys.count}; empty for the whole
   */
  void add(Place place, String path, String message, String hint) {
    add(place, path, place.problem(message, hint));
  }

  /**
   * Adds a problem of a file that a setting names.
   *
   * @param place where the setting stands; the problem is shown among those of that text
   */
  void add(Place place, String path, Problem problem) {
    // an alias shows the same node twice
    if (distinct.add(problem)) {
      found.add(new Found(place, problem));
    }
    concerned.add(path);
    for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
      concerned.add(path.substring(0, dot));
    }
  }

  /**
   * Whether a setting, or one beneath it, has a problem already: then rules that compare it with
   * others have nothing sound to compare.
   */
  boolean concern(String path) {
    return concerned.contains(path);
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
