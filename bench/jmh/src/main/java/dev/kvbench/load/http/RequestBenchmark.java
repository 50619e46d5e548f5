package dev.kvbench.load.http;

import dev.kvbench.load.workload.Request;
import dev.kvbench.load.workload.Workload;
import dev.kvbench.scenario.Scenario;
import dev.kvbench.scenario.ScenarioReader;
import dev.kvbench.scenario.StepSpec;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.http.nio.SessionOutputBuffer;
import org.apache.hc.core5.util.CharArrayBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What it costs to make a request from its number, and its head from the request. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RequestBenchmark {

  /** What is asked: get, put or range. */
  @Param({"get", "put", "range"})
  public String operation = "get";

  private final Head head = new Head("127.0.0.1:8080");
  private final Head.Writer writer = new Head.Writer();
  private final Sink sink = new Sink();
  private Workload workload = workload("get");
  private Request ready = workload.request(0);
  private long index;

  @Setup
  public void choose() {
    workload = workload(operation.toLowerCase(Locale.ROOT));
    ready = workload.request(0);
  }

  /** The request: a key drawn by the arrival's number, its path, its value. */
  @Benchmark
  public Request request() {
    return workload.request(index++);
  }

  /** The head of a request that is there, as bytes in the session's buffer. */
  @Benchmark
  public int head() {
    writer.write(head.of(ready), sink);
    return sink.length();
  }

  /** Both, as each arrival has them. */
  @Benchmark
  public int requestAndHead() {
    writer.write(head.of(workload.request(index++)), sink);
    return sink.length();
  }

  private static Workload workload(String operation) {
    String text = "steps:\n  - " + operation + ": { rate: 1000 }\n";
    Scenario scenario = ScenarioReader.read("bench.yaml", text, List.of());
    return Workload.of(scenario, (StepSpec.Load) scenario.steps().get(0), false);
  }

  /** A session's buffer with room for one head, which is forgotten by the next. */
  private static final class Sink implements SessionOutputBuffer {

    private final ByteBuffer bytes = ByteBuffer.allocateDirect(1024);

    @Override
    public void write(ByteBuffer source) {
      bytes.clear();
      bytes.put(source);
    }

    @Override
    public int length() {
      return bytes.position();
    }

    @Override
    public boolean hasData() {
      return length() > 0;
    }

    @Override
    public int capacity() {
      return bytes.capacity();
    }

    @Override
    public int flush(WritableByteChannel channel) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void write(ReadableByteChannel source) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void writeLine(CharArrayBuffer line) {
      throw new UnsupportedOperationException();
    }
  }
}
