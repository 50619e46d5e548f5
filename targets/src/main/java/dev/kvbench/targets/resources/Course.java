package dev.kvbench.targets.resources;

import dev.kvbench.result.Resources.JvmUse;
import dev.kvbench.result.Resources.MachineUse;
import dev.kvbench.result.Resources.ProcessUse;
import dev.kvbench.result.Resources.Span;
import dev.kvbench.targets.ProcessorTicks;
import dev.kvbench.targets.resources.MemberLook.DiskLook;
import dev.kvbench.targets.resources.MemberLook.ThreadLook;
import dev.kvbench.targets.resources.Rounds.Seen;
import dev.kvbench.time.NanoClock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Rates out of counters: what was needed between each look and the next. A look that is missing
 * makes one span of two; a process or thread counts from the first look that saw it on, a new
 * thread of a known process with all that it used.
 */
final class Course {

  private static final double MILLIS_PER_SECOND = 1e3;

  /**
   * Looks closer to each other than this tell no rates: counters move by hundredths of a second.
   */
  private static final double LEAST_SECONDS = 0.1;

  private Course() {}

  /**
   * Returns the spans of a step.
   *
   * @param windowNanos when its window began
   * @param looks at processes and machine
   * @param targetJvm looks at the target's virtual machine
   * @param kvbenchJvm looks at kvbench's
   */
  static List<Span> of(
      long windowNanos,
      List<Seen<Look>> looks,
      List<Seen<JvmLook>> targetJvm,
      List<Seen<JvmLook>> kvbenchJvm) {
    Map<Long, Seen<JvmLook>> target = byRound(targetJvm);
    Map<Long, Seen<JvmLook>> kvbench = byRound(kvbenchJvm);
    List<Span> spans = new ArrayList<>();
    int from = 0;
    for (int to = 1; to < looks.size(); to++) {
      Seen<Look> before = looks.get(from);
      Seen<Look> now = looks.get(to);
      double seconds = seconds(now.nanos() - before.nanos());
      if (seconds < LEAST_SECONDS) {
        continue;
      }
      from = to;
      spans.add(
          new Span(
              seconds(before.nanos() - windowNanos),
              seconds(now.nanos() - windowNanos),
              use(before.look().target(), now.look().target(), seconds),
              use(own(before.look()), own(now.look()), seconds),
              jvm(target.get(before.round()), target.get(now.round())),
              jvm(kvbench.get(before.round()), kvbench.get(now.round())),
              machine(before.look(), now.look(), seconds)));
    }
    return spans;
  }

  private static Map<Long, Seen<JvmLook>> byRound(List<Seen<JvmLook>> looks) {
    Map<Long, Seen<JvmLook>> found = new HashMap<>();
    looks.forEach(look -> found.put(look.round(), look));
    return found;
  }

  private static Map<Long, MemberLook> own(Look look) {
    MemberLook kvbench = look.kvbench();
    return kvbench == null ? Map.of() : Map.of(0L, kvbench);
  }

  private static @Nullable ProcessUse use(
      Map<Long, MemberLook> before, Map<Long, MemberLook> now, double seconds) {
    if (now.isEmpty()) {
      return null;
    }
    double user = 0;
    double system = 0;
    long resident = 0;
    int threads = 0;
    double busiest = -1;
    double switches = -1;
    double preemptions = -1;
    double read = -1;
    double written = -1;
    for (Map.Entry<Long, MemberLook> member : now.entrySet()) {
      MemberLook is = member.getValue();
      resident += is.residentBytes();
      threads += is.threads();
      MemberLook was = before.get(member.getKey());
      if (was == null) {
        continue;
      }
      user += more(is.userMillis(), was.userMillis());
      system += more(is.systemMillis(), was.systemMillis());
      DiskLook disk = is.disk();
      DiskLook diskBefore = was.disk();
      if (disk != null && diskBefore != null) {
        read = Math.max(0, read) + more(disk.readBytes(), diskBefore.readBytes());
        written = Math.max(0, written) + more(disk.writtenBytes(), diskBefore.writtenBytes());
      }
      if (is.switches() != null && was.switches() != null) {
        switches = Math.max(0, switches) + more(is.switches(), was.switches());
      }
      if (was.eachThread().isEmpty() || is.eachThread().isEmpty()) {
        continue;
      }
      busiest = Math.max(busiest, busiest(was.eachThread(), is.eachThread()));
      double forced = sum(was.eachThread(), is.eachThread(), ThreadLook::preemptions);
      preemptions = Math.max(0, preemptions) + forced;
      switches =
          Math.max(0, switches)
              + forced
              + sum(was.eachThread(), is.eachThread(), ThreadLook::waits);
    }
    return new ProcessUse(
        user / MILLIS_PER_SECOND / seconds,
        system / MILLIS_PER_SECOND / seconds,
        known(busiest, MILLIS_PER_SECOND * seconds),
        resident,
        threads,
        known(switches, seconds),
        known(preemptions, seconds),
        known(read, seconds),
        known(written, seconds));
  }

  private static double busiest(Map<Long, ThreadLook> before, Map<Long, ThreadLook> now) {
    double busiest = 0;
    for (Map.Entry<Long, ThreadLook> thread : now.entrySet()) {
      ThreadLook was = before.get(thread.getKey());
      long since = was == null ? 0 : was.cpuMillis();
      busiest = Math.max(busiest, more(thread.getValue().cpuMillis(), since));
    }
    return busiest;
  }

  private static double sum(
      Map<Long, ThreadLook> before, Map<Long, ThreadLook> now, Function<ThreadLook, Long> figure) {
    double sum = 0;
    for (Map.Entry<Long, ThreadLook> thread : now.entrySet()) {
      ThreadLook was = before.get(thread.getKey());
      sum += more(figure.apply(thread.getValue()), was == null ? 0 : figure.apply(was));
    }
    return sum;
  }

  private static @Nullable JvmUse jvm(@Nullable Seen<JvmLook> before, @Nullable Seen<JvmLook> now) {
    if (now == null) {
      return null;
    }
    JvmLook is = now.look();
    if (before == null) {
      return new JvmUse(is.heapUsedBytes(), is.heapCommittedBytes(), null, null, null, null);
    }
    JvmLook was = before.look();
    Double allocated = grown(is.allocatedBytes(), was.allocatedBytes());
    Double safepoints = grown(is.safepoints(), was.safepoints());
    double seconds = seconds(now.nanos() - before.nanos());
    return new JvmUse(
        is.heapUsedBytes(),
        is.heapCommittedBytes(),
        allocated == null || seconds <= 0 ? null : allocated / seconds,
        grown(is.jitMillis(), was.jitMillis()),
        safepoints == null ? null : safepoints.longValue(),
        grown(is.safepointMillis(), was.safepointMillis()));
  }

  private static @Nullable MachineUse machine(Look before, Look now, double seconds) {
    ProcessorTicks is = now.processors();
    ProcessorTicks was = before.processors();
    if (is == null || was == null) {
      return null;
    }
    Traffic traffic = now.traffic();
    Traffic trafficBefore = before.traffic();
    return new MachineUse(
        is.busyShareSince(was),
        is.stolenShareSince(was),
        traffic == null || trafficBefore == null
            ? null
            : more(traffic.received(), trafficBefore.received()) / seconds,
        traffic == null || trafficBefore == null
            ? null
            : more(traffic.sent(), trafficBefore.sent()) / seconds);
  }

  private static @Nullable Double known(double sum, double by) {
    return sum < 0 ? null : sum / by;
  }

  private static @Nullable Double grown(@Nullable Number now, @Nullable Number before) {
    return now == null || before == null
        ? null
        : Math.max(0, now.doubleValue() - before.doubleValue());
  }

  private static double more(long now, long before) {
    return Math.max(0, now - before);
  }

  private static double seconds(long nanos) {
    return nanos / (double) NanoClock.NANOS_PER_SECOND;
  }
}
