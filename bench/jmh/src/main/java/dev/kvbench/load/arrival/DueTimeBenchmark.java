package dev.kvbench.load.arrival;

import dev.kvbench.scenario.ArrivalProcess;
import dev.kvbench.scenario.DueTimes;
import dev.kvbench.scenario.StepSpec;
import dev.kvbench.time.NanoClock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Schedule: what the next due time costs, by arrival process, at 40,000/s. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class DueTimeBenchmark {

  private static final double RATE_PER_SECOND = 40_000;
  private static final long HOUR_NANOS = 3600 * NanoClock.NANOS_PER_SECOND;
  private static final int TRACED = 1_000_000;

  /** The arrival process, as a scenario names it. */
  @Param({"constant", "poisson", "ramp", "staircase", "bursts", "trace"})
  public String process = "constant";

  private StepSpec.Load step = step(new ArrivalProcess.Constant());
  private ArrivalCursor arrivals = () -> ArrivalCursor.NO_MORE;

  @Setup(Level.Trial)
  public void choose() {
    step = step(process(process));
  }

  @Setup(Level.Iteration)
  public void begin() {
    arrivals = ArrivalCursor.of(step, 1);
  }

  @Benchmark
  public long next() {
    long due = arrivals.next();
    if (due == ArrivalCursor.NO_MORE) {
      begin();
    }
    return due;
  }

  private static ArrivalProcess process(String name) {
    return switch (name) {
      case "constant" -> new ArrivalProcess.Constant();
      case "poisson" -> new ArrivalProcess.Poisson();
      case "ramp" -> new ArrivalProcess.Ramp(RATE_PER_SECOND / 4, ArrivalProcess.Shape.EXPONENTIAL);
      case "staircase" ->
          new ArrivalProcess.Staircase(
              List.of(RATE_PER_SECOND / 4, RATE_PER_SECOND / 2, RATE_PER_SECOND), HOUR_NANOS / 3);
      case "bursts" ->
          new ArrivalProcess.Bursts(
              200 * NanoClock.NANOS_PER_MILLI, 800 * NanoClock.NANOS_PER_MILLI);
      case "trace" ->
          new ArrivalProcess.Trace(
              "due.txt",
              DueTimes.of(LongStream.range(0, TRACED).map(index -> 25_000 * index).toArray()));
      default -> throw new IllegalArgumentException("no arrival process " + name);
    };
  }

  private static StepSpec.Load step(ArrivalProcess process) {
    return new StepSpec.Load(
        "get",
        StepSpec.Operation.GET,
        RATE_PER_SECOND,
        process,
        new StepSpec.Warmup(false, 0),
        HOUR_NANOS,
        0,
        StepSpec.Objectives.NONE);
  }
}
