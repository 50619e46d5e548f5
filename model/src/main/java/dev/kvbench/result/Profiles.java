package dev.kvbench.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was seen inside the target while it was profiled, in a repetition of its own that counts for
 * nothing else.
 *
 * @param events what was asked for: {@code cpu}, {@code alloc}, {@code lock}
 * @param steps the profiled steps, in the order in which they ran
 * @param remarks in sentences, what was left out or done otherwise than asked, and why
 */
public record Profiles(List<String> events, List<Step> steps, List<String> remarks) {

  /** Defensive copies. */
  public Profiles {
    events = List.copyOf(events);
    steps = List.copyOf(steps);
    remarks = List.copyOf(remarks);
  }

  /**
   * One profiled step.
   *
   * @param variant the setting of the target
   * @param name the step's name
   * @param operation {@code put}, {@code get} or {@code range}
   * @param durationSeconds length of the profiled window, which is the measured window of a step
   * @param offeredPerSecond arrivals due in the window, per second of it
   * @param achievedPerSecond right answers to them that came within it, per second
   * @param requests whole answers that the figures per request are divided by: the right ones that
   *     came within the window, and the others to arrivals of the window
   * @param processorSeconds processor time of the target's process in the window, as the system
   *     counts it; null where unknown
   * @param jfr the recording, relative to the result directory, with {@code /}
   * @param events what was seen, one for each event
   */
  public record Step(
      String variant,
      String name,
      String operation,
      double durationSeconds,
      double offeredPerSecond,
      double achievedPerSecond,
      long requests,
      @Nullable Double processorSeconds,
      String jfr,
      List<Event> events) {
    /** Defensive copy. */
    public Step {
      events = List.copyOf(events);
    }

    /** What was seen of an event; null where it was not recorded. */
    public @Nullable Event event(String name) {
      return events.stream().filter(e -> e.event().equals(name)).findFirst().orElse(null);
    }
  }

  /**
   * What was seen of one event.
   *
   * @param event {@code cpu}, {@code alloc} or {@code lock}
   * @param engine what took the samples: {@code perf_events}, {@code ctimer} …; null where there is
   *     but one way
   * @param unit of every weight: {@code ns} or {@code bytes}
   * @param samples how many samples the weights rest on
   * @param weight all of it
   * @param shares all of it by thread group and activity, the heaviest first
   * @param unmatched the heaviest frames, nearest the leaf, of what no rule on activities knew
   * @param flameGraph the flame graph, relative to the result directory
   * @param differences flame graphs that show what differs from other variants
   */
  public record Event(
      String event,
      @Nullable String engine,
      String unit,
      long samples,
      double weight,
      List<Share> shares,
      List<Frame> unmatched,
      String flameGraph,
      List<Difference> differences) {
    /** Defensive copies. */
    public Event {
      shares = List.copyOf(shares);
      unmatched = List.copyOf(unmatched);
      differences = List.copyOf(differences);
    }
  }

  /**
   * A part of an event.
   *
   * @param threadGroup where it happened
   * @param activity what was being done
   * @param samples how many samples there were
   * @param weight in the event's unit
   */
  public record Share(String threadGroup, String activity, long samples, double weight) {}

  /**
   * A frame by its name.
   *
   * @param name class and method, or the name of a native function
   * @param weight in the event's unit
   */
  public record Frame(String name, double weight) {}

  /**
   * A flame graph of a difference.
   *
   * @param against the variant that it is held against
   * @param flameGraph the file, relative to the result directory
   */
  public record Difference(String against, String flameGraph) {}
}
