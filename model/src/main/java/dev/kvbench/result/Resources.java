package dev.kvbench.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the target, kvbench and the machine needed second by second in a step's measured window and
 * its draining, and what happened meanwhile that can hold requests up. All offsets are seconds
 * since the window began, as those of the latency series are.
 *
 * @param seconds rates and sizes, a second each; of steps longer than an hour several seconds
 * @param collections every collection of garbage, of target and kvbench, in their order
 * @param stalls when kvbench itself stood still, in their order; of very many the longest
 * @param leftOut what could not be watched, and why, a sentence each without its end
 * @param lookMicros processor time that kvbench needs each second for looking, on average; null
 *     where it cannot be told
 * @param longest the seconds with the longest response times, in their order, and what happened in
 *     them
 */
public record Resources(
    List<Span> seconds,
    List<Collection> collections,
    List<Stall> stalls,
    List<String> leftOut,
    @Nullable Double lookMicros,
    List<LongInterval> longest) {

  /** The word for the target among the processes. */
  public static final String TARGET = "target";

  /** The word for kvbench among the processes. */
  public static final String KVBENCH = "kvbench";

  /** Defensive copies. */
  public Resources {
    seconds = List.copyOf(seconds);
    collections = List.copyOf(collections);
    stalls = List.copyOf(stalls);
    leftOut = List.copyOf(leftOut);
    longest = List.copyOf(longest);
  }

  /** The same with the stalls that kvbench saw of itself. */
  public Resources withStalls(List<Stall> seen) {
    return new Resources(seconds, collections, seen, leftOut, lookMicros, longest);
  }

  /** The same with what is to be said of the longest intervals. */
  public Resources withLongest(List<LongInterval> found) {
    return new Resources(seconds, collections, stalls, leftOut, lookMicros, found);
  }

  /**
   * A second, or a little more or less: looks are a second apart as well as the machine allows.
   *
   * @param fromSeconds its beginning
   * @param toSeconds its end
   * @param target what the target's processes needed; null where they are not known
   * @param kvbench what kvbench needed
   * @param targetJvm what the target's virtual machine did; null where it is none, or does not tell
   * @param kvbenchJvm what kvbench's did
   * @param machine what the machine did; null where unknown
   */
  public record Span(
      double fromSeconds,
      double toSeconds,
      @Nullable ProcessUse target,
      @Nullable ProcessUse kvbench,
      @Nullable JvmUse targetJvm,
      @Nullable JvmUse kvbenchJvm,
      @Nullable MachineUse machine) {}

  /**
   * What a process needed, with those that it started.
   *
   * @param userCores processor time in user mode by elapsed time: 1 is a whole core
   * @param systemCores the same in the kernel
   * @param busiestThreadShare the same of its busiest thread, both modes; null where unknown
   * @param residentBytes main memory at the end
   * @param threads at the end
   * @param switchesPerSecond context switches of its threads; null where unknown
   * @param preemptionsPerSecond those of them that came because a thread had to make room; null
   *     where unknown
   * @param diskReadPerSecond bytes fetched from disk; null where unknown
   * @param diskWrittenPerSecond bytes sent to disk, or to be sent
   */
  public record ProcessUse(
      double userCores,
      double systemCores,
      @Nullable Double busiestThreadShare,
      long residentBytes,
      int threads,
      @Nullable Double switchesPerSecond,
      @Nullable Double preemptionsPerSecond,
      @Nullable Double diskReadPerSecond,
      @Nullable Double diskWrittenPerSecond) {

    /** Processor time in both modes. */
    public double cores() {
      return userCores + systemCores;
    }
  }

  /**
   * What a Java virtual machine did.
   *
   * @param heapUsedBytes at the end
   * @param heapCommittedBytes at the end
   * @param allocatedPerSecond bytes allocated in the heap; null where the machine is too old to
   *     tell
   * @param jitMillis how long its compilers worked, all threads together; counted when a method is
   *     done; null where unknown
   * @param safepoints how often it stopped all threads, for collections or otherwise; null where
   *     unknown
   * @param safepointMillis for how long, in all
   */
  public record JvmUse(
      long heapUsedBytes,
      long heapCommittedBytes,
      @Nullable Double allocatedPerSecond,
      @Nullable Double jitMillis,
      @Nullable Long safepoints,
      @Nullable Double safepointMillis) {}

  /**
   * What the machine did, everybody on it together.
   *
   * @param busyShare how busy its processors were, 0 to 1
   * @param stealShare share of their time that its host took for others; null where unknown
   * @param receivedPerSecond bytes received by the network interfaces that the target sees,
   *     loopback among them; null where unknown
   * @param sentPerSecond bytes sent by them
   */
  public record MachineUse(
      double busyShare,
      @Nullable Double stealShare,
      @Nullable Double receivedPerSecond,
      @Nullable Double sentPerSecond) {}

  /**
   * A collection of garbage.
   *
   * @param process {@link #TARGET} or {@link #KVBENCH}
   * @param startSeconds when it began, to a few milliseconds
   * @param millis how long it took; the virtual machine tells whole milliseconds, so that 0 is less
   *     than one
   * @param pause whether the program stood still meanwhile; false of the cycles of a collector that
   *     works beside it
   * @param collector its name: {@code Copy}, {@code G1 Young Generation} …
   * @param cause why it was made: {@code Allocation Failure} …
   * @param heapBeforeBytes used heap before it
   * @param heapAfterBytes used heap behind it
   */
  public record Collection(
      String process,
      double startSeconds,
      double millis,
      boolean pause,
      String collector,
      String cause,
      long heapBeforeBytes,
      long heapAfterBytes) {

    /** When it ended. */
    public double endSeconds() {
      return startSeconds + millis / 1e3;
    }
  }

  /**
   * A moment at which kvbench wanted to run and could not.
   *
   * @param startSeconds when it wanted to run
   * @param millis how much later it did
   */
  public record Stall(double startSeconds, double millis) {}

  /**
   * A second with long response times.
   *
   * @param fromSeconds its beginning
   * @param toSeconds its end
   * @param p99Micros of the arrivals that ended in it; null where they were too few
   * @param maxMicros their longest
   * @param happened what happened in it, or before while its longest was under way; in words with
   *     figures, empty where nothing that is watched did
   */
  public record LongInterval(
      double fromSeconds,
      double toSeconds,
      @Nullable Double p99Micros,
      double maxMicros,
      List<String> happened) {
    /** Defensive copy. */
    public LongInterval {
      happened = List.copyOf(happened);
    }
  }
}
