package dev.kvbench.analysis.profile;

import dev.kvbench.result.Profiles;
import dev.kvbench.result.SampledStack;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The stacks of one event, sorted by rules.
 *
 * @param samples how many samples there were
 * @param weight all of it, in the event's unit
 * @param shares all of it by thread group and activity, the heaviest first
 * @param unmatched the heaviest frames of what no rule on activities knew, each the one nearest to
 *     the leaf that is not the kernel's
 */
public record ProfileShares(
    long samples, double weight, List<Profiles.Share> shares, List<Profiles.Frame> unmatched) {

  private static final int MOST_UNMATCHED = 5;

  /** Where a sample belongs. */
  private record Place(String threadGroup, String activity) {}

  /** What belongs there. */
  private record Amount(long samples, double weight) {
    Amount plus(Amount other) {
      return new Amount(samples + other.samples, weight + other.weight);
    }
  }

  /** Defensive copies. */
  public ProfileShares {
    shares = List.copyOf(shares);
    unmatched = List.copyOf(unmatched);
  }

  /** Sorts stacks; their weights add up to the shares'. */
  public static ProfileShares of(List<SampledStack> stacks, ProfileRules rules) {
    Amount all = new Amount(0, 0);
    Map<Place, Amount> places = new HashMap<>();
    Map<String, Double> unmatched = new HashMap<>();
    for (SampledStack stack : stacks) {
      Amount amount = new Amount(stack.samples(), stack.weight());
      String activity = rules.activity(stack);
      all = all.plus(amount);
      places.merge(new Place(rules.threadGroup(stack.thread()), activity), amount, Amount::plus);
      if (activity.equals(DefaultRules.OTHER)) {
        unmatched.merge(innermost(stack), stack.weight(), Double::sum);
      }
    }
    List<Profiles.Share> shares =
        places.entrySet().stream()
            .map(
                e ->
                    new Profiles.Share(
                        e.getKey().threadGroup(),
                        e.getKey().activity(),
                        e.getValue().samples(),
                        e.getValue().weight()))
            .sorted(
                Comparator.comparingDouble(Profiles.Share::weight)
                    .reversed()
                    .thenComparing(Profiles.Share::threadGroup)
                    .thenComparing(Profiles.Share::activity))
            .toList();
    List<Profiles.Frame> heaviest =
        unmatched.entrySet().stream()
            .map(e -> new Profiles.Frame(e.getKey(), e.getValue()))
            .sorted(
                Comparator.comparingDouble(Profiles.Frame::weight)
                    .reversed()
                    .thenComparing(Profiles.Frame::name))
            .limit(MOST_UNMATCHED)
            .toList();
    return new ProfileShares(all.samples(), all.weight(), shares, heaviest);
  }

  private static String innermost(SampledStack stack) {
    return stack.frames().stream()
        .filter(frame -> frame.kind() != SampledStack.Kind.KERNEL)
        .findFirst()
        .or(() -> stack.frames().stream().findFirst())
        .map(SampledStack.Frame::name)
        .orElse("no frame");
  }
}
