package dev.kvbench.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One measured step: a workload at a rate for a duration against one variant, and what is to be
 * thought of it.
 *
 * @param variant the setting of the target
 * @param name the step's name in the scenario
 * @param repetition 1 for the first time the step was run
 * @param operation {@code put}, {@code get} or {@code range}
 * @param verdict whether the figures can be used
 * @param reasons what the verdict rests on, each with its figures; empty where VALID
 * @param loop {@code open}: arrivals did not wait for answers; {@code closed}: they did
 * @param arrivals how arrivals lay in time, in words that begin with the process: {@code constant},
 *     {@code poisson}, {@code ramp from …}, {@code closed}
 * @param closedLoop what a closed loop was like; null where the loop is open
 * @param durationSeconds length of the measured window; shorter than asked if it was cut short
 * @param askedPerSecond the rate that the scenario asks for, on average over the window; 0 in a
 *     closed loop
 * @param offeredPerSecond arrivals due in the window, per second of it
 * @param achievedPerSecond right answers to arrivals of the window that came within it, per second
 * @param achievedInterval how far that rate is known; null where there were too few seconds
 * @param bytesRead bytes received for the arrivals of the measured window, heads included
 * @param bytesWritten bytes sent for them, heads included
 * @param ledger where every arrival of the window ended
 * @param resent requests written once more because the peer had already closed the connection
 * @param reconnects connections opened again after they were lost
 * @param connections asked for and established
 * @param warmup what ran before the window
 * @param drainSeconds how long the step ran on after the end of its measured window
 * @param times by {@link TimeKind#tag}, without the censored kinds; of a closed loop also {@link
 *     #RESPONSE_CORRECTED}
 * @param seconds the window second by second
 * @param generator what kvbench itself needed
 * @param target what the target's process needed; null where it is not known
 * @param arrivalCheck whether requests were made when they were due; null where nobody could tell
 * @param failures the first few failures of each kind, in words
 * @param objectives how each objective came out; empty where none was set
 * @param files the step's histograms, or null when it was not run
 * @param resources what target, kvbench and machine needed second by second; null where nobody
 *     looked
 */
public record StepResult(
    String variant,
    String name,
    int repetition,
    String operation,
    Verdict verdict,
    List<String> reasons,
    String loop,
    String arrivals,
    @Nullable ClosedLoop closedLoop,
    double durationSeconds,
    double askedPerSecond,
    double offeredPerSecond,
    double achievedPerSecond,
    @Nullable RateInterval achievedInterval,
    long bytesRead,
    long bytesWritten,
    Ledger ledger,
    long resent,
    long reconnects,
    Connections connections,
    WarmupResult warmup,
    double drainSeconds,
    Map<String, TimeSummary> times,
    List<Second> seconds,
    Generator generator,
    @Nullable TargetUse target,
    @Nullable ArrivalCheck arrivalCheck,
    List<Failure> failures,
    List<ObjectiveResult> objectives,
    @Nullable Files files,
    @Nullable Resources resources) {

  /** The name, among the times, of a closed loop's corrected response time. */
  public static final String RESPONSE_CORRECTED = "responseCorrected";

  /** Defensive copies; the order of the times is kept. */
  public StepResult {
    reasons = List.copyOf(reasons);
    times = Collections.unmodifiableMap(new LinkedHashMap<>(times));
    seconds = List.copyOf(seconds);
    failures = List.copyOf(failures);
    objectives = List.copyOf(objectives);
  }

  /**
   * What a closed loop was like.
   *
   * @param thinkMicros how long a connection waited between an answer and its next request
   * @param expectedIntervalMicros the interval between a connection's requests that the corrected
   *     times rest on: think time and median response time; null where there were too few for a
   *     median
   */
  public record ClosedLoop(double thinkMicros, @Nullable Double expectedIntervalMicros) {}

  /**
   * Connections of a step.
   *
   * @param asked how many the scenario asks to be open when the clock starts
   * @param established how many were
   * @param missing how many were not open in the measured window, on average over its time, because
   *     they had been lost and could not be opened again within 100 ms; 0 where the number is not
   *     fixed, and in closed loops, whose attempts are charged to their arrivals
   * @param onDemand what was opened later; null where the number is fixed
   */
  public record Connections(
      int asked, int established, double missing, @Nullable OnDemand onDemand) {

    /** A fixed number, none of which was lost for long. */
    public Connections(int asked, int established) {
      this(asked, established, 0, null);
    }

    /** How many there may be at a time. */
    public int limit() {
      return onDemand == null ? asked : onDemand.max();
    }
  }

  /**
   * Connections that were opened because arrivals needed them.
   *
   * @param mode {@code elastic}: they were kept; {@code per-request}: closed after each answer
   * @param max how many there might be at a time
   * @param most how many there were at a time, at the most
   * @param opened how many were opened in the measured window; those opened again after they were
   *     lost are not among them
   */
  public record OnDemand(String mode, int max, int most, long opened) {}

  /**
   * The unmeasured window.
   *
   * @param mode {@code auto} or {@code fixed}
   * @param seconds how long it was
   * @param arrivals arrivals due in it, none of which counts
   * @param settled whether the service time had settled when it ended; true where the length is
   *     fixed
   */
  public record WarmupResult(String mode, double seconds, long arrivals, boolean settled) {}

  /**
   * One second of the measured window.
   *
   * @param second its number, from 0; the last ones lie after the window, while the step drained
   * @param offered arrivals due in it
   * @param achieved right answers completed in it
   * @param failed arrivals that ended in it without a right answer, but for those that were given
   *     up because the step was over
   * @param backlog arrivals due but without a connection at its end
   */
  public record Second(int second, long offered, long achieved, long failed, long backlog) {}

  /**
   * The 95 % confidence interval of a rate.
   *
   * @param low its lower end, per second
   * @param high its upper end, per second
   * @param independentSeconds how many independent seconds the window's are worth
   * @param tooNarrow whether those are too few for the interval to cover the truth as often as it
   *     says
   */
  public record RateInterval(
      double low, double high, double independentSeconds, boolean tooNarrow) {}

  /**
   * What kvbench itself needed in the measured window.
   *
   * @param pacerCpuShare processor time of the pacer thread by elapsed time: 1 is a whole core
   * @param ioCpuShare processor time of the busiest I/O thread, likewise
   * @param ioThreads number of I/O threads
   * @param machineCpuShare how busy all processors of the machine were together, 0 to 1, target and
   *     all; null where unknown
   * @param standstill when it could not run; null where nobody looked
   */
  public record Generator(
      double pacerCpuShare,
      double ioCpuShare,
      int ioThreads,
      @Nullable Double machineCpuShare,
      @Nullable Standstill standstill) {

    /** Of a step that was not run. */
    public static final Generator NONE = new Generator(0, 0, 0, null, null);

    /** The same with the machine's part of a standstill. */
    public Generator withStealShare(@Nullable Double stealShare) {
      return standstill == null
          ? this
          : new Generator(
              pacerCpuShare,
              ioCpuShare,
              ioThreads,
              machineCpuShare,
              new Standstill(
                  standstill.stalls,
                  standstill.longestMillis,
                  standstill.stalledMillis,
                  standstill.collections,
                  standstill.collectionMillis,
                  stealShare));
    }
  }

  /**
   * When kvbench did not run in the measured window though it wanted to.
   *
   * @param stalls how often it was seen to stand still for more than a millisecond
   * @param longestMillis the longest of them, from the moment at which it wanted to run
   * @param stalledMillis about how long it stood still in all
   * @param collections how often its own garbage was collected, which is among the reasons
   * @param collectionMillis how long that took in all
   * @param stealShare share of the machine's processor time that its host took for others, 0 to 1;
   *     null where unknown
   */
  public record Standstill(
      long stalls,
      double longestMillis,
      double stalledMillis,
      long collections,
      long collectionMillis,
      @Nullable Double stealShare) {}

  /**
   * What the target's process, with the processes that it started, needed in the measured window.
   *
   * @param cores processor time by elapsed time: 1 is a whole core
   * @param busiestThreadShare the same of its busiest thread; null where unknown
   * @param processors how many it may use
   */
  public record TargetUse(double cores, @Nullable Double busiestThreadShare, int processors) {}

  /**
   * The times at which requests were written, against the schedule.
   *
   * @param asScheduled whether the two cannot be told apart
   * @param behindShare the largest share of the window's requests that was due and not yet written
   * @param lateShare the largest share that kvbench's own lag alone held back
   * @param boundShare the share that chance explains
   * @param madeShare share of the window's arrivals that kvbench had ready to be written by its
   *     end; null in results of older versions
   * @param finding all of it in words
   */
  public record ArrivalCheck(
      boolean asScheduled,
      double behindShare,
      double lateShare,
      double boundShare,
      @Nullable Double madeShare,
      String finding) {}

  /**
   * Failures of one kind.
   *
   * @param kind the ledger's class
   * @param message what the first of them said
   * @param count how many of this kind and message there were in the measured window
   */
  public record Failure(String kind, String message, long count) {}

  /**
   * One objective and how it came out.
   *
   * @param objective in words: {@code p99 at most 5 ms}
   * @param measured in words: {@code 3.21 ms}
   * @param met whether it holds
   */
  public record ObjectiveResult(String objective, String measured, boolean met) {}

  /**
   * Files of a step, relative to the result directory, with {@code /}.
   *
   * @param hlog interval log with a tag for each {@link TimeKind}
   * @param hgrm percentile distribution of the response time, in milliseconds
   */
  public record Files(String hlog, String hgrm) {}
}
