package dev.kvbench.analysis;

import static dev.kvbench.result.Figures.bytes;
import static dev.kvbench.result.Figures.count;
import static dev.kvbench.result.Figures.duration;
import static dev.kvbench.result.Figures.percent;
import static dev.kvbench.result.Figures.significant;

import dev.kvbench.result.Resources;
import dev.kvbench.result.Resources.JvmUse;
import dev.kvbench.result.Resources.LongInterval;
import dev.kvbench.result.Resources.MachineUse;
import dev.kvbench.result.Resources.ProcessUse;
import dev.kvbench.result.Resources.Span;
import dev.kvbench.result.StepResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The seconds of a step with the longest response times, and what happened in them that can hold
 * requests up. An arrival is counted in the second in which it ended, but what delayed it may lie
 * before: so all is looked at from the moment at which the second's longest fell due. That
 * something happened at the same time does not prove that it was the reason.
 */
public final class LongestIntervals {

  /** How many are named for their p99, and as many for their maximum. */
  static final int MOST = 5;

  /** Share of the processors' time from which on what the host took is named. */
  private static final double MUCH_STOLEN = 0.01;

  /** Share of a core from which on compilers are named. */
  private static final double MUCH_COMPILED = 0.1;

  /** From so many times the usual on, writing to disk is named, if it is that much at all. */
  private static final double UNUSUAL = 3;

  private static final double MUCH_WRITTEN = 1e6;

  /** Share of the longest response time from which on standing still can have been its reason. */
  private static final double TELLING = 0.05;

  private static final double MICROS_PER_SECOND = 1e6;
  private static final double NANOS_PER_MILLI = 1e6;

  private final Resources resources;
  private final StepResult.@Nullable TargetUse target;

  private LongestIntervals(Resources resources, StepResult.@Nullable TargetUse target) {
    this.resources = resources;
    this.target = target;
  }

  /**
   * Finds them.
   *
   * @param seconds the response times, second by second
   * @param resources what was seen meanwhile
   * @param target what the target needed in the whole window, or null
   * @return the intervals in their order
   */
  public static List<LongInterval> of(
      List<SecondTimes> seconds, Resources resources, StepResult.@Nullable TargetUse target) {
    Set<SecondTimes> longest = new LinkedHashSet<>();
    seconds.stream()
        .filter(second -> second.p99Micros() != null)
        .sorted(Comparator.comparingDouble(LongestIntervals::p99).reversed())
        .limit(MOST)
        .forEach(longest::add);
    seconds.stream()
        .sorted(Comparator.comparingDouble(SecondTimes::maxMicros).reversed())
        .limit(MOST)
        .forEach(longest::add);
    LongestIntervals finder = new LongestIntervals(resources, target);
    return longest.stream()
        .sorted(Comparator.comparingDouble(SecondTimes::fromSeconds))
        .map(
            second ->
                new LongInterval(
                    second.fromSeconds(),
                    second.toSeconds(),
                    second.p99Micros(),
                    second.maxMicros(),
                    finder.happened(second)))
        .toList();
  }

  private static double p99(SecondTimes second) {
    Double p99 = second.p99Micros();
    return p99 == null ? 0 : p99;
  }

  private List<String> happened(SecondTimes second) {
    double from = second.fromSeconds() - second.maxMicros() / MICROS_PER_SECOND;
    double to = second.toSeconds();
    List<String> found = new ArrayList<>();
    collections(found, Resources.TARGET, "the target", from, to);
    List<Span> spans =
        resources.seconds().stream()
            .filter(span -> middle(span) >= from && middle(span) < to)
            .toList();
    targetWork(found, spans);
    machineWork(found, spans);
    stalls(found, from, to, second.maxMicros());
    collections(found, Resources.KVBENCH, "kvbench", from, to);
    return found;
  }

  /** A span belongs to the second that its middle lies in: looks are late by milliseconds. */
  private static double middle(Span span) {
    return (span.fromSeconds() + span.toSeconds()) / 2;
  }

  private void collections(List<String> found, String process, String who, double from, double to) {
    List<Resources.Collection> some =
        resources.collections().stream()
            .filter(each -> each.process().equals(process))
            .filter(each -> each.endSeconds() >= from && each.startSeconds() < to)
            .sorted(Comparator.comparingDouble(Resources.Collection::millis).reversed())
            .toList();
    List<Resources.Collection> pauses = some.stream().filter(Resources.Collection::pause).toList();
    if (!pauses.isEmpty()) {
      Resources.Collection longest = pauses.get(0);
      double all = pauses.stream().mapToDouble(Resources.Collection::millis).sum();
      found.add(
          (pauses.size() == 1
                  ? who + " stood still for a collection of garbage, "
                  : who
                      + " stood still for "
                      + count(pauses.size())
                      + " collections of garbage, "
                      + millis(all)
                      + " in all, the longest ")
              + millis(longest.millis())
              + " at "
              + at(longest.startSeconds())
              + " ("
              + longest.collector()
              + ", "
              + longest.cause()
              + ", heap "
              + bytes((double) longest.heapBeforeBytes())
              + " → "
              + bytes((double) longest.heapAfterBytes())
              + ")");
    }
    some.stream()
        .filter(Predicate.not(Resources.Collection::pause))
        .findFirst()
        .ifPresent(
            cycle ->
                found.add(
                    who
                        + " collected garbage beside its work for "
                        + millis(cycle.millis())
                        + " from "
                        + at(cycle.startSeconds())
                        + " on ("
                        + cycle.collector()
                        + ", "
                        + cycle.cause()
                        + ")"));
  }

  private void targetWork(List<String> found, List<Span> spans) {
    double cores = most(spans.stream().map(Span::target), ProcessUse::cores);
    if (target != null && cores >= Bottleneck.BUSY_PROCESSORS * target.processors()) {
      found.add(
          "the target's processors were at their limit: "
              + significant(cores)
              + " of "
              + count(target.processors()));
    } else {
      double thread = most(spans.stream().map(Span::target), ProcessUse::busiestThreadShare);
      if (thread >= Bottleneck.BUSY_THREAD) {
        found.add("one thread of the target used " + percent(thread) + " of a core");
      }
    }
    for (Span span : spans) {
      JvmUse jvm = span.targetJvm();
      Double jit = jvm == null ? null : jvm.jitMillis();
      if (jit != null && jit >= MUCH_COMPILED * length(span) * 1e3) {
        found.add("the target's compilers ended " + millis(jit) + " of work (JIT)");
        break;
      }
    }
    double written = most(spans.stream().map(Span::target), ProcessUse::diskWrittenPerSecond);
    if (written >= MUCH_WRITTEN && written >= UNUSUAL * usuallyWritten()) {
      found.add("the target wrote " + bytes(written) + "/s to disk");
    }
  }

  private void machineWork(List<String> found, List<Span> spans) {
    double busy = most(spans.stream().map(Span::machine), MachineUse::busyShare);
    if (busy >= Bottleneck.BUSY_PROCESSORS) {
      found.add("all processors of the machine together were " + percent(busy) + " busy");
    }
    double stolen = most(spans.stream().map(Span::machine), MachineUse::stealShare);
    if (stolen >= MUCH_STOLEN) {
      found.add("the host took " + percent(stolen) + " of the machine's processor time (steal)");
    }
  }

  private void stalls(List<String> found, double from, double to, double maxMicros) {
    List<Resources.Stall> some =
        resources.stalls().stream()
            .filter(stall -> stall.startSeconds() + stall.millis() / 1e3 >= from)
            .filter(stall -> stall.startSeconds() < to)
            .filter(stall -> stall.millis() * 1e3 >= TELLING * maxMicros)
            .sorted(Comparator.comparingDouble(Resources.Stall::millis).reversed())
            .toList();
    if (!some.isEmpty()) {
      found.add(
          (some.size() == 1
                  ? "kvbench itself stood still for "
                  : "kvbench itself stood still " + count(some.size()) + " times, the longest ")
              + millis(some.get(0).millis())
              + " at "
              + at(some.get(0).startSeconds()));
    }
  }

  /** The median over the step. */
  private double usuallyWritten() {
    double[] all =
        resources.seconds().stream()
            .map(Span::target)
            .filter(use -> use != null && use.diskWrittenPerSecond() != null)
            .mapToDouble(use -> orLess(use.diskWrittenPerSecond()))
            .sorted()
            .toArray();
    return all.length == 0 ? 0 : all[all.length / 2];
  }

  private static double orLess(@Nullable Double figure) {
    return figure == null ? -1 : figure;
  }

  /** The largest figure; -1 where none is known. */
  private static <T> double most(Stream<? extends @Nullable T> uses, NullableFigure<T> figure) {
    return uses.filter(use -> use != null)
        .mapToDouble(use -> orLess(figure.of(use)))
        .max()
        .orElse(-1);
  }

  /** A figure that may not be known. */
  private interface NullableFigure<T> {
    @Nullable Double of(T use);
  }

  private static double length(Span span) {
    return span.toSeconds() - span.fromSeconds();
  }

  private static String millis(double millis) {
    return millis < 1 ? "under 1 ms" : duration(millis * NANOS_PER_MILLI);
  }

  private static String at(double seconds) {
    return String.format(Locale.ROOT, "%.2f s", seconds);
  }
}
