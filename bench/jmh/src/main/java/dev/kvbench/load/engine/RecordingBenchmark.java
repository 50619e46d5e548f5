package dev.kvbench.load.engine;

import dev.kvbench.time.NanoClock;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Record: what it costs to put an answer's times, class and bytes where they belong. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RecordingBenchmark {

  private static final int SAMPLES = 1 << 12;

  private final Tally tally = new Tally();
  private final long[] serviceNanos = exponential(60 * NanoClock.NANOS_PER_MICRO);
  private final long[] lagNanos = exponential(20 * NanoClock.NANOS_PER_MICRO);
  private int next;

  /** The five times of a right answer. */
  @Benchmark
  public void times() {
    int i = next++ & (SAMPLES - 1);
    long service = serviceNanos[i];
    long lag = lagNanos[i];
    tally.times(true, lag + service, service, lag, 0, service / 2);
  }

  /** All that is noted of a right answer: its class, its bytes and its times. */
  @Benchmark
  public void answer() {
    tally.count(true, Outcome.OK, 200, true);
    tally.bytes(true, 279, 65);
    times();
  }

  /** Times as they come: exponential with the given mean, from a fixed seed. */
  private static long[] exponential(long meanNanos) {
    SplittableRandom random = new SplittableRandom(meanNanos);
    long[] nanos = new long[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
      nanos[i] = (long) (-StrictMath.log1p(-random.nextDouble()) * meanNanos);
    }
    return nanos;
  }
}
