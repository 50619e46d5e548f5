package dev.kvbench.analysis.profile;

import dev.kvbench.result.SampledStack;
import dev.kvbench.scenario.ProfileEvent;
import dev.kvbench.scenario.ProfileSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The rules by which the stacks of one event are sorted: a scenario's, and then kvbench's own.
 *
 * <p>A thread's group is that of the first rule that is found in its name. A stack's activity is
 * decided by the frame nearest to the leaf that any rule on activities knows, and there by the
 * first rule: what is done on behalf of something larger counts as what it is, the writing to a
 * socket within a handler as that. The kernel's frames are passed over, since not every way to take
 * samples sees them, and a packet that arrives is worked on in whatever was running. Threads of a
 * single purpose, those of the collector, the compilers, and of flushing and compaction, do just
 * that.
 */
public final class ProfileRules {

  private final List<Compiled> threads;
  private final List<Compiled> activities;
  private final Map<String, String> groups = new HashMap<>();
  private final Map<String, String> known = new HashMap<>();

  /** A rule ready to be used. */
  private record Compiled(String name, Pattern regex) {}

  private ProfileRules(List<Compiled> threads, List<Compiled> activities) {
    this.threads = threads;
    this.activities = activities;
  }

  /**
   * Puts the rules together. Where a lock is waited for, that the thread is parked meanwhile says
   * nothing, so that the rule for parking is left out, and what the lock is for decides.
   */
  public static ProfileRules of(ProfileSpec spec, ProfileEvent event) {
    List<ProfileSpec.Rule> own = new ArrayList<>(DefaultRules.ACTIVITIES);
    if (event == ProfileEvent.LOCK) {
      own.removeIf(rule -> rule.name().equals(DefaultRules.PARK));
    }
    return new ProfileRules(
        compiled(spec.threads(), DefaultRules.THREADS), compiled(spec.activities(), own));
  }

  private static List<Compiled> compiled(
      List<ProfileSpec.Rule> first, List<ProfileSpec.Rule> second) {
    return Stream.concat(first.stream(), second.stream())
        .map(rule -> new Compiled(rule.name(), Pattern.compile(rule.regex())))
        .toList();
  }

  /** The group of a thread; {@code other} where no rule knows it. */
  public String threadGroup(String thread) {
    return groups.computeIfAbsent(thread, name -> first(threads, name, DefaultRules.OTHER));
  }

  /** What a stack was seen doing; {@code other} where no rule knows any of its frames. */
  public String activity(SampledStack stack) {
    String group = threadGroup(stack.thread());
    if (DefaultRules.OF_ONE_PURPOSE.contains(group)) {
      return group;
    }
    for (SampledStack.Frame frame : stack.frames()) {
      if (frame.kind() != SampledStack.Kind.KERNEL) {
        String activity = known.computeIfAbsent(frame.name(), name -> first(activities, name, ""));
        if (!activity.isEmpty()) {
          return activity;
        }
      }
    }
    return DefaultRules.OTHER;
  }

  private static String first(List<Compiled> rules, String name, String otherwise) {
    return rules.stream()
        .filter(rule -> rule.regex().matcher(name).find())
        .findFirst()
        .map(Compiled::name)
        .orElse(otherwise);
  }
}
