package dev.kvbench.scenario;

import java.util.List;

/**
 * What is to be profiled, and how what was seen is sorted.
 *
 * @param events what is counted, each once; empty where nothing is profiled
 * @param threads rules on thread names, which come before kvbench's own
 * @param activities rules on frames, likewise
 */
public record ProfileSpec(List<ProfileEvent> events, List<Rule> threads, List<Rule> activities) {

  /** No profile. */
  public static final ProfileSpec NONE = new ProfileSpec(List.of(), List.of(), List.of());

  /** Defensive copies. */
  public ProfileSpec {
    events = List.copyOf(events);
    threads = List.copyOf(threads);
    activities = List.copyOf(activities);
  }

  /** Whether anything is to be profiled. */
  public boolean isWanted() {
    return !events.isEmpty();
  }

  /**
   * A name for what a regular expression finds.
   *
   * @param name of a thread group or an activity, as the report prints it
   * @param regex found anywhere in the name of a thread, or of a frame; it compiles
   */
  public record Rule(String name, String regex) {}
}
