package dev.kvbench.targets.profile;

import dev.kvbench.result.SampledStack;
import dev.kvbench.result.SampledStack.Frame;
import dev.kvbench.result.SampledStack.Kind;
import dev.kvbench.scenario.ProfileEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import one.convert.Arguments;
import one.convert.JfrConverter;
import one.jfr.JfrReader;
import one.jfr.StackTrace;
import one.jfr.event.Event;
import org.jspecify.annotations.Nullable;

/**
 * What a recording holds of one event.
 *
 * @param event what it counts
 * @param engine what took samples of processor time; null of other events, and where the file does
 *     not say
 * @param stacks the stacks that were seen
 */
public record RecordedEvent(
    ProfileEvent event, @Nullable String engine, List<SampledStack> stacks) {

  /** What after a '<' would end a script, or begin a comment in it. */
  private static final Pattern SCRIPT_END = Pattern.compile("(?i)/(?=script)|!(?=--)");

  /** In the order of the numbers that the recording has for them. */
  private static final Kind[] KINDS = {
    Kind.INTERPRETED,
    Kind.COMPILED,
    Kind.INLINED,
    Kind.NATIVE,
    Kind.VIRTUAL_MACHINE,
    Kind.KERNEL,
    Kind.QUICKLY_COMPILED
  };

  /** Defensive copy. */
  public RecordedEvent {
    stacks = List.copyOf(stacks);
  }

  /**
   * Reads an event of a recording.
   *
   * @param fromMillis where the window begins that is looked at, in milliseconds since 1970
   * @param toMillis where it ends, likewise
   * @throws ProfileException if the file cannot be read
   */
  public static RecordedEvent read(Path jfr, ProfileEvent event, long fromMillis, long toMillis) {
    try (JfrReader reader = new JfrReader(jfr.toString())) {
      Arguments arguments = new Arguments();
      switch (event) {
        case CPU -> arguments.cpu = true;
        case ALLOC -> arguments.alloc = true;
        case LOCK -> arguments.lock = true;
      }
      arguments.threads = true;
      arguments.total = true;
      arguments.dot = true;
      // The names of generated classes have addresses in them, which differ from run to run.
      arguments.norm = true;
      arguments.from = fromMillis;
      arguments.to = toMillis;
      Stacks stacks = new Stacks(reader, arguments, event);
      stacks.convert();
      return new RecordedEvent(
          event, event == ProfileEvent.CPU ? reader.settings.get("engine") : null, stacks.seen);
    } catch (IOException | RuntimeException e) {
      throw new ProfileException("the recording cannot be read: " + e);
    }
  }

  /** Collects stacks chunk by chunk, since names hold for a chunk only. */
  private static final class Stacks extends JfrConverter {
    private final List<SampledStack> seen = new ArrayList<>();
    private final ProfileEvent event;

    Stacks(JfrReader reader, Arguments arguments, ProfileEvent event) {
      super(reader, arguments);
      this.event = event;
    }

    @Override
    protected void convertChunk() {
      collector.forEach(
          (sample, samples, value) ->
              seen.add(
                  new SampledStack(
                      plain(jfr.threads.get(sample.tid), "[unknown thread]"),
                      frames(jfr.stackTraces.get(sample.stackTraceId)),
                      object(sample),
                      samples,
                      value * perValue())));
    }

    private double perValue() {
      return switch (event) {
        case CPU -> intervalNanos();
        case ALLOC -> 1;
        case LOCK -> counterFactor();
      };
    }

    private double intervalNanos() {
      String interval = jfr.settings.get("interval");
      if (interval == null) {
        throw new ProfileException("it does not say how often samples were taken");
      }
      return Long.parseLong(interval);
    }

    private List<Frame> frames(@Nullable StackTrace trace) {
      List<Frame> frames = new ArrayList<>();
      if (trace != null) {
        for (int i = 0; i < trace.methods.length; i++) {
          int type = trace.types[i];
          frames.add(
              new Frame(
                  plain(getMethodName(trace.methods[i], trace.types[i]), "unknown"),
                  type >= 0 && type < KINDS.length ? KINDS[type] : Kind.NATIVE));
        }
      }
      return frames;
    }

    private String object(Event sample) {
      return event == ProfileEvent.CPU || sample.classId() == 0
          ? ""
          : plain(getClassName(sample.classId()), "");
    }
  }

  /**
   * A name from the target without what could end the text or the script that it comes to stand in.
   */
  static String plain(@Nullable String name, String otherwise) {
    if (name == null || name.isEmpty()) {
      return otherwise;
    }
    StringBuilder plain = new StringBuilder(name.length());
    name.codePoints()
        .forEach(
            c ->
                plain.appendCodePoint(
                    Character.isISOControl(c)
                            || c == 0x2028
                            || c == 0x2029
                            || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)
                        ? 0xFFFD
                        : c));
    // A page has names by what they do not share with the one before, behind a character that says
    // how much that is, so that the '<' may be anything.
    return SCRIPT_END.matcher(plain).replaceAll(m -> m.group().equals("/") ? "\u2215" : "\u01C3");
  }
}
