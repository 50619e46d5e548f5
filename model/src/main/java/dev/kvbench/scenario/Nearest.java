package dev.kvbench.scenario;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Finds what somebody may have meant by a name that does not exist. */
public final class Nearest {

  private static final int MAX_SUGGESTIONS = 3;

  /** Nobody's typing error is longer, and the distance takes quadratic time. */
  private static final int MAX_LENGTH = 100;

  private Nearest() {}

  private record Candidate(String name, int distance) {}

  /**
   * The known names that {@code wrong} may be a slip of, the likeliest first, at most three. A name
   * is near when a third of its letters or fewer have to be inserted, left out, replaced or swapped
   * with their neighbour, or when one begins with the other. Case does not matter.
   *
   * @return nothing when nothing is near
   */
  public static List<String> nearest(String wrong, Collection<String> known) {
    if (wrong.isEmpty() || wrong.length() > MAX_LENGTH) {
      return List.of();
    }
    String typed = wrong.toLowerCase(Locale.ROOT);
    return known.stream()
        .distinct()
        .map(name -> new Candidate(name, distance(typed, name.toLowerCase(Locale.ROOT))))
        .filter(c -> isNear(typed, c))
        .sorted(Comparator.comparingInt(Candidate::distance).thenComparing(Candidate::name))
        .limit(MAX_SUGGESTIONS)
        .map(Candidate::name)
        .toList();
  }

  private static boolean isNear(String typed, Candidate candidate) {
    String name = candidate.name().toLowerCase(Locale.ROOT);
    int shorter = Math.min(typed.length(), name.length());
    boolean begins = shorter >= 3 && (name.startsWith(typed) || typed.startsWith(name));
    return begins || (shorter > 1 && candidate.distance() <= Math.max(1, name.length() / 3));
  }

  /**
   * The optimal string alignment distance: insertions, deletions, replacements and swaps of
   * neighbours, no part edited twice (Damerau 1964; the dynamic programme is Wagner and Fischer's).
   */
  private static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      d[i][0] = i;
    }
    for (int j = 0; j <= b.length(); j++) {
      d[0][j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      for (int j = 1; j <= b.length(); j++) {
        int replaced = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        d[i][j] = Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + replaced);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }
}
