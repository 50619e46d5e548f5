package dev.kvbench.render;

import dev.kvbench.result.Figures;
import dev.kvbench.result.Resources;
import dev.kvbench.result.Resources.JvmUse;
import dev.kvbench.result.Resources.MachineUse;
import dev.kvbench.result.Resources.ProcessUse;
import dev.kvbench.result.Resources.Span;
import dev.kvbench.result.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the report's template sees of a step's resources: ready texts.
 *
 * @param rows what target and kvbench needed in the window
 * @param facts the machine, and collections of garbage, in sentences without their ends
 * @param leftOut what is not known and why, likewise
 * @param longest the seconds with the longest response times
 */
record ResourceView(
    List<Row> rows, List<String> facts, List<String> leftOut, List<Interval> longest) {

  /** A resource: means and largest seconds. */
  record Row(
      String name, String targetMean, String targetMost, String kvbenchMean, String kvbenchMost) {}

  /** A second with long response times. */
  record Interval(String seconds, String p99, String max, String happened) {}

  private static final ResourceView NONE =
      new ResourceView(List.of(), List.of(), List.of(), List.of());

  static ResourceView of(StepResult step) {
    Resources resources = step.resources();
    if (resources == null) {
      return NONE;
    }
    List<Span> window =
        resources.seconds().stream()
            .filter(span -> middle(span) >= 0 && middle(span) < step.durationSeconds())
            .toList();
    return new ResourceView(
        rows(window),
        facts(resources, window, step.durationSeconds()),
        resources.leftOut().stream().map(PlainText::line).toList(),
        resources.longest().stream().map(ResourceView::interval).toList());
  }

  private static double middle(Span span) {
    return (span.fromSeconds() + span.toSeconds()) / 2;
  }

  private static List<Row> rows(List<Span> window) {
    DoubleFunction<String> cores = value -> Figures.significant(value) + " cores";
    DoubleFunction<String> perSecond = value -> Figures.bytes(value) + "/s";
    Table table = new Table(window);
    table.process("processor, user mode", cores, ProcessUse::userCores);
    table.process("processor, kernel", cores, ProcessUse::systemCores);
    table.process("busiest thread", Figures::percent, ProcessUse::busiestThreadShare);
    table.process("resident memory", Figures::bytes, use -> (double) use.residentBytes());
    table.process(
        "threads", value -> Figures.count(Math.round(value)), use -> (double) use.threads());
    table.process("context switches", Figures::rate, ProcessUse::switchesPerSecond);
    table.process("of them forced", Figures::rate, ProcessUse::preemptionsPerSecond);
    table.process("read from disk", perSecond, ProcessUse::diskReadPerSecond);
    table.process("written to disk", perSecond, ProcessUse::diskWrittenPerSecond);
    table.jvm("heap used", Figures::bytes, (jvm, seconds) -> (double) jvm.heapUsedBytes());
    table.jvm("allocated", perSecond, (jvm, seconds) -> jvm.allocatedPerSecond());
    table.jvm(
        "compilers (JIT)", Figures::percent, (jvm, seconds) -> share(jvm.jitMillis(), seconds));
    table.jvm(
        "at safepoints", Figures::percent, (jvm, seconds) -> share(jvm.safepointMillis(), seconds));
    return table.rows;
  }

  private static @Nullable Double share(@Nullable Double millis, double seconds) {
    return millis == null || seconds <= 0 ? null : millis / 1e3 / seconds;
  }

  /** A figure of a virtual machine that may not be known. */
  private interface JvmFigure {
    @Nullable Double of(JvmUse jvm, double seconds);
  }

  /** The rows in the making; one of which nothing is known is left out. */
  private static final class Table {
    private final List<Span> window;
    private final List<Row> rows = new ArrayList<>();

    Table(List<Span> window) {
      this.window = window;
    }

    void process(
        String name, DoubleFunction<String> text, Function<ProcessUse, @Nullable Double> figure) {
      row(
          name,
          text,
          span -> span.target() == null ? null : figure.apply(span.target()),
          span -> span.kvbench() == null ? null : figure.apply(span.kvbench()));
    }

    void jvm(String name, DoubleFunction<String> text, JvmFigure figure) {
      row(
          name,
          text,
          span -> of(figure, span.targetJvm(), span),
          span -> of(figure, span.kvbenchJvm(), span));
    }

    private static @Nullable Double of(JvmFigure figure, @Nullable JvmUse jvm, Span span) {
      return jvm == null ? null : figure.of(jvm, span.toSeconds() - span.fromSeconds());
    }

    private void row(
        String name,
        DoubleFunction<String> text,
        Function<Span, @Nullable Double> target,
        Function<Span, @Nullable Double> kvbench) {
      Extent ofTarget = Extent.of(window, target);
      Extent ofKvbench = Extent.of(window, kvbench);
      if (ofTarget != null || ofKvbench != null) {
        rows.add(
            new Row(
                name,
                ofTarget == null ? Phrases.NONE : text.apply(ofTarget.mean),
                ofTarget == null ? Phrases.NONE : text.apply(ofTarget.most),
                ofKvbench == null ? Phrases.NONE : text.apply(ofKvbench.mean),
                ofKvbench == null ? Phrases.NONE : text.apply(ofKvbench.most)));
      }
    }
  }

  /** Mean, by the seconds' lengths, and largest value of a figure. */
  private record Extent(double mean, double most) {

    static @Nullable Extent of(List<Span> window, Function<Span, @Nullable Double> figure) {
      double sum = 0;
      double length = 0;
      double most = 0;
      for (Span span : window) {
        Double value = figure.apply(span);
        if (value != null) {
          double seconds = span.toSeconds() - span.fromSeconds();
          sum += value * seconds;
          length += seconds;
          most = Math.max(most, value);
        }
      }
      return length <= 0 ? null : new Extent(sum / length, most);
    }
  }

  private static List<String> facts(
      Resources resources, List<Span> window, double durationSeconds) {
    List<String> facts = new ArrayList<>();
    Extent busy = Extent.of(window, span -> of(span, MachineUse::busyShare));
    if (busy != null) {
      Extent steal = Extent.of(window, span -> of(span, MachineUse::stealShare));
      Extent received = Extent.of(window, span -> of(span, MachineUse::receivedPerSecond));
      Extent sent = Extent.of(window, span -> of(span, MachineUse::sentPerSecond));
      facts.add(
          "all processors of the machine together were "
              + Figures.percent(busy.mean)
              + " busy, at most "
              + Figures.percent(busy.most)
              + (steal == null
                  ? ""
                  : "; its host took "
                      + Figures.percent(steal.mean)
                      + " of their time, at most "
                      + Figures.percent(steal.most)
                      + " (steal)")
              + (received == null || sent == null
                  ? ""
                  : "; through its network interfaces went "
                      + Figures.bytes(received.mean)
                      + "/s in and "
                      + Figures.bytes(sent.mean)
                      + "/s out, whoever sent them"));
    }
    collections(facts, resources, Resources.TARGET, "the target's", durationSeconds);
    collections(facts, resources, Resources.KVBENCH, "kvbench's own", durationSeconds);
    Double look = resources.lookMicros();
    if (look != null) {
      facts.add(
          "looking at all of this cost "
              + Figures.micros(look)
              + " of kvbench's processor time each second");
    }
    return facts;
  }

  private static @Nullable Double of(Span span, Function<MachineUse, @Nullable Double> figure) {
    MachineUse machine = span.machine();
    return machine == null ? null : figure.apply(machine);
  }

  private static void collections(
      List<String> facts, Resources resources, String process, String whose, double until) {
    List<Resources.Collection> pauses =
        resources.collections().stream()
            .filter(each -> each.process().equals(process) && each.pause())
            .filter(each -> each.startSeconds() < until)
            .toList();
    if (pauses.isEmpty()) {
      return;
    }
    double all = pauses.stream().mapToDouble(Resources.Collection::millis).sum();
    double longest = pauses.stream().mapToDouble(Resources.Collection::millis).max().orElse(0);
    facts.add(
        whose
            + " garbage was collected with "
            + Figures.count(pauses.size())
            + (pauses.size() == 1 ? " pause" : " pauses")
            + ", "
            + millis(all)
            + " in all, the longest "
            + millis(longest));
  }

  private static String millis(double millis) {
    return millis < 1 ? "under 1 ms" : Figures.duration(millis * 1e6);
  }

  private static Interval interval(Resources.LongInterval interval) {
    Double p99 = interval.p99Micros();
    return new Interval(
        seconds(interval.fromSeconds(), interval.toSeconds()),
        p99 == null ? Phrases.NONE : Figures.micros(p99),
        Figures.micros(interval.maxMicros()),
        interval.happened().isEmpty()
            ? "nothing that is watched"
            : PlainText.line(String.join("; ", interval.happened())));
  }

  private static String seconds(double from, double to) {
    String begins = String.format(Locale.ROOT, "%.0f", from);
    String ends = String.format(Locale.ROOT, "%.0f", to);
    return begins.equals(ends) ? "from " + begins + " s on" : begins + " to " + ends + " s";
  }
}
