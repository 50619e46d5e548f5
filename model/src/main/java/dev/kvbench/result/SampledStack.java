package dev.kvbench.result;

import java.util.List;

/**
 * A stack that was seen in a thread, as often as it was.
 *
 * @param thread the thread's name
 * @param frames from the leaf to the root
 * @param object the class of what was allocated or waited for; empty where there is none
 * @param samples how often it was seen
 * @param weight what that stands for: nanoseconds or bytes
 */
public record SampledStack(
    String thread, List<Frame> frames, String object, long samples, double weight) {

  /** Defensive copy. */
  public SampledStack {
    frames = List.copyOf(frames);
  }

  /**
   * A frame.
   *
   * @param name class and method with a dot between them, or the name of a native function
   * @param kind what it was at that moment
   */
  public record Frame(String name, Kind kind) {}

  /** What a frame was. */
  public enum Kind {
    /** Java, interpreted. */
    INTERPRETED,
    /** Java, compiled. */
    COMPILED,
    /** Java, inlined into what called it. */
    INLINED,
    /** Native. */
    NATIVE,
    /** Of the virtual machine itself. */
    VIRTUAL_MACHINE,
    /** Of the kernel. */
    KERNEL,
    /** Java, compiled in haste. */
    QUICKLY_COMPILED
  }
}
