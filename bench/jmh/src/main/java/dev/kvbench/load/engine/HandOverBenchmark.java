package dev.kvbench.load.engine;

import dev.kvbench.load.arrival.ArrivalCursor;
import dev.kvbench.time.NanoClock;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Dispatch: what it costs to bring an arrival and one of 64 lanes together and to take the lane
 * back behind its answer.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class HandOverBenchmark {

  private static final int LANES = 64;
  private static final long GAP_NANOS = 25 * NanoClock.NANOS_PER_MICRO;

  private Dispatcher<Carrier> open = dispatcher();
  private Dispatcher<Carrier> late = dispatcher();
  private Carrier busy = new Carrier();

  /** Keeps what it was given, as a lane does. */
  private static final class Carrier implements ArrivalSource.Taker {
    private long index;
    private long dueNanos;
    private long waitedNanos;

    @Override
    public void take(long arrivalIndex, long arrivalDueNanos, long arrivalWaitedNanos) {
      index = arrivalIndex;
      dueNanos = arrivalDueNanos;
      waitedNanos = arrivalWaitedNanos;
    }

    long sum() {
      return index + dueNanos + waitedNanos;
    }
  }

  @Setup(Level.Iteration)
  public void fill() {
    open = dispatcher();
    for (int i = 0; i < LANES; i++) {
      open.takeOrRest(new Carrier(), -1);
    }
    late = dispatcher();
    busy = new Carrier();
  }

  /** The pacer gives the next arrival to an idle lane; the lane goes idle again. */
  @Benchmark
  public long handOverAndRest() {
    return once();
  }

  /** The same by two threads at a time, which is what the pacer and an I/O thread are. */
  @Benchmark
  @Threads(2)
  public long handOverAndRest_twoThreads() {
    return once();
  }

  /** A lane whose answer has come takes the next arrival itself, since none was idle. */
  @Benchmark
  public long takeWaiting() {
    if (!late.takeOrRest(busy, late.nextDueNanos() + GAP_NANOS)) {
      throw new IllegalStateException("nothing was due");
    }
    return busy.sum();
  }

  private long once() {
    while (true) {
      long now = open.nextDueNanos();
      @Nullable Carrier lane = open.handOver(now);
      if (lane != null) {
        long sum = lane.sum();
        // Free before the next one is due, so that it rests.
        open.takeOrRest(lane, now);
        return sum;
      }
    }
  }

  private static Dispatcher<Carrier> dispatcher() {
    Window window = new Window(Long.MAX_VALUE / 2);
    window.start(0);
    window.measureFrom(0);
    Dispatcher<Carrier> made = new Dispatcher<>(new EqualGaps(), window);
    made.start();
    return made;
  }

  /** The cheapest schedule there is, so that the dispatcher's own work is what is measured. */
  private static final class EqualGaps implements ArrivalCursor {
    private long due = -GAP_NANOS;

    @Override
    public long next() {
      due += GAP_NANOS;
      return due;
    }
  }
}
