package dev.kvbench.analysis.law;

import dev.kvbench.analysis.law.ServedRecord.Served;
import dev.kvbench.result.Figures;
import dev.kvbench.result.LawCheck;
import dev.kvbench.result.LawCheck.Outcome;
import dev.kvbench.result.Ledger;
import dev.kvbench.result.TimeSummary;
import dev.kvbench.time.NanoClock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Compares what kvbench says of a server with the law that the server keeps, and with what it
 * really did by its own record.
 *
 * <p>The record alone gives the true age of every request: request <i>n</i> was due <i>n</i> / rate
 * after the first, whose due time is the latest at which no request was read before it was due; the
 * server knows when it sent the answer. Nothing of that is kvbench's own clock or counting, so that
 * any figure which leaves a wait out, or adds one, differs from it.
 */
public final class LawJudge {

  /** Figures may be off by this share of what they must be … */
  private static final double TOLERANCE_SHARE = 0.01;

  /** … or by this many microseconds, whichever is more. */
  private static final double TOLERANCE_MICROS = 150;

  /** A server that keeps its law answers when the law says, but for the rounding of a fraction. */
  private static final long ROUNDING_NANOS = 1_000;

  /**
   * Threads that must be woken one after the other for a request: kvbench's pacer and I/O thread,
   * the server's reader and timekeeper.
   */
  private static final int WAKINGS = 4;

  private final LawPlan plan;
  private final ServedRecord record;
  private final @Nullable TimeSummary times;
  private final Ledger ledger;
  private final WakeTimes own;
  private final List<String> reasons = new ArrayList<>();

  private LawJudge(
      LawPlan plan,
      ServedRecord record,
      @Nullable TimeSummary times,
      Ledger ledger,
      WakeTimes own) {
    this.plan = plan;
    this.record = record;
    this.times = times;
    this.ledger = ledger;
    this.own = own;
  }

  /**
   * Returns how kvbench's figures compare with the plan's law and the server's record.
   *
   * @param times what kvbench says of the response time; null where it says nothing
   * @param ledger what it says of where the requests ended
   * @param ownLateNanos how late a witness thread of kvbench's own process was woken, each time
   */
  public static LawCheck of(
      LawPlan plan,
      ServedRecord record,
      @Nullable TimeSummary times,
      Ledger ledger,
      long[] ownLateNanos) {
    WakeTimes own = new WakeTimes(LongStream.of(ownLateNanos));
    return new LawJudge(plan, record, times, ledger, own).check();
  }

  /** By how many microseconds a figure that must be {@code truthMicros} may be off. */
  static double toleranceMicros(double truthMicros) {
    return Math.max(TOLERANCE_MICROS, TOLERANCE_SHARE * truthMicros);
  }

  private LawCheck check() {
    long originNanos = originNanos();
    WakeTimes wakings = serverWakings(originNanos);
    double @Nullable [] ages = servedAgesMicros(originNanos);
    List<LawCheck.Row> rows = new ArrayList<>();
    for (String percentile : plan.percentiles()) {
      rows.add(row(percentile, ages, wakings));
    }
    List<LawCheck.Count> counts = counts();
    Outcome outcome = Outcome.PASS;
    for (LawCheck.Row row : rows) {
      outcome = outcome.and(row.outcome());
    }
    boolean keepsLaw = checkServer();
    if (!keepsLaw || counts.stream().anyMatch(c -> c.expected() != c.measured())) {
      outcome = Outcome.FAIL;
    }
    return new LawCheck(
        plan.law().name(),
        plan.law().words(),
        plan.end() - plan.first(),
        plan.ratePerSecond(),
        plan.durationNanos() / (double) NanoClock.NANOS_PER_SECOND,
        plan.connections(),
        outcome,
        rows,
        counts,
        new LawCheck.Disturbance(
            wakings.figures(plan.durationNanos()), own.figures(plan.durationNanos())),
        reasons,
        List.of(),
        null);
  }

  /** When request 0 was due by the server's clock: no request is read before it is due. */
  private long originNanos() {
    return record.requests().stream()
        .filter(served -> served.number() >= 0)
        .mapToLong(served -> served.readNanos() - plan.dueNanos(served.number()))
        .min()
        .orElse(0);
  }

  /** Returns how late the server's witness was woken in the measured window. */
  private WakeTimes serverWakings(long originNanos) {
    long from = originNanos + plan.warmupNanos();
    long to = from + plan.durationNanos();
    return new WakeTimes(
        record.wakings().stream()
            .filter(waking -> waking.atNanos() >= from && waking.atNanos() < to)
            .mapToLong(ServedRecord.Waking::lateNanos));
  }

  /**
   * How late the wakings of a request may come to be altogether, at the most, for all requests but
   * the share above {@code percentile}: if the sum of four is over 4x, one of them is over x, and
   * four times the share of wakings that are may be.
   */
  private double wakingMicros(WakeTimes server, double percentile) {
    double each = 100 - (100 - percentile) / WAKINGS;
    return WAKINGS * Math.max(server.micros(each), own.micros(each));
  }

  /** Returns the measured requests' ages in order; null where the server did not see all. */
  private double @Nullable [] servedAgesMicros(long originNanos) {
    long first = plan.first();
    double[] ages = new double[(int) (plan.end() - first)];
    Arrays.fill(ages, Double.NaN);
    for (Served served : record.requests()) {
      int at = (int) Math.max(-1, Math.min(served.number() - first, ages.length));
      if (at >= 0 && at < ages.length) {
        // A request that was sent once more ends with its last attempt; silence counts from the
        // first.
        boolean silent = served.fate() == Law.Fate.SILENCE.mark();
        double end = silent ? served.readNanos() + plan.timeoutNanos() : served.sentNanos();
        double age = (end - originNanos - plan.dueNanos(served.number())) / 1e3;
        if (!(silent && ages[at] <= age) && end > 0) {
          ages[at] = age;
        }
      }
    }
    long missing = Arrays.stream(ages).filter(Double::isNaN).count();
    if (missing > 0) {
      reasons.add(
          "the server's record has no end of "
              + Figures.count(missing)
              + " of "
              + Figures.count(ages.length)
              + " requests");
      return null;
    }
    Arrays.sort(ages);
    return ages;
  }

  private LawCheck.Row row(String name, double @Nullable [] ages, WakeTimes wakings) {
    double percentile = Double.parseDouble(name);
    double law = plan.law().ageNanos(percentile) / 1e3;
    Double served = ages == null ? null : ages[rank(percentile, ages.length)];
    Double measured = times == null ? null : times.percentilesMicros().get(name);
    boolean bound = times != null && times.isLowerBound(percentile);
    return new LawCheck.Row(
        name,
        law,
        served,
        measured,
        bound,
        toleranceMicros(served == null ? law : served),
        outcome(percentile, law, served, measured, bound, wakings));
  }

  private Outcome outcome(
      double percentile,
      double law,
      @Nullable Double served,
      @Nullable Double measured,
      boolean bound,
      WakeTimes wakings) {
    if (served == null || measured == null || (plan.law().isBound(percentile) && !bound)) {
      return Outcome.FAIL;
    }
    double waking = wakingMicros(wakings, percentile);
    double fromServed = Math.abs(measured - served) - toleranceMicros(served);
    if (fromServed > 0) {
      return fromServed <= waking ? Outcome.DISTURBED : Outcome.FAIL;
    }
    double fromLaw = Math.abs(measured - law) - toleranceMicros(law);
    if (fromLaw > 0) {
      boolean explained = fromLaw <= waking + gatheredMicros(percentile);
      return measured > law && explained ? Outcome.LATE : Outcome.FAIL;
    }
    return Outcome.PASS;
  }

  /**
   * By how much the server, by its record, was late with the answers that had gathered, in
   * microseconds.
   */
  private double gatheredMicros(double percentile) {
    if (!plan.law().gathers()) {
      return 0;
    }
    long[] late =
        record.requests().stream()
            .filter(served -> served.sentNanos() > 0 && served.number() >= 0)
            .mapToLong(served -> served.sentNanos() - served.dueNanos())
            .sorted()
            .toArray();
    return late.length == 0 ? 0 : late[rank(percentile, late.length)] / 1e3;
  }

  /** The index of a percentile among so many values in order, by its nearest rank. */
  private static int rank(double percentile, int count) {
    // Less a trifle: 99.9 % of 5,000 is 4,995, and a little more in floating point.
    return Math.max(0, (int) Math.ceil(percentile / 100 * count - 1e-6) - 1);
  }

  /** Whether the server did what the law says with every single request. */
  private boolean checkServer() {
    if (record.lost() > 0) {
      reasons.add("the server's record had no room for " + Figures.count(record.lost()) + " lines");
      return false;
    }
    long broken =
        record.requests().stream()
            .filter(served -> served.number() >= 0)
            .filter(served -> !follows(served))
            .count();
    if (broken > 0) {
      reasons.add(
          "the server of the test does not keep its law: "
              + Figures.count(broken)
              + " of "
              + Figures.count(record.requests().size())
              + " requests were to be answered at another time or in another way");
    }
    return broken == 0;
  }

  private boolean follows(Served served) {
    Law law = plan.law();
    if (served.fate() != law.fate(served.number()).mark()) {
      return false;
    }
    return served.fate() == Law.Fate.SILENCE.mark()
        || Math.abs(served.dueNanos() - law.answeredNanos(served.number(), served.readNanos()))
            <= ROUNDING_NANOS;
  }

  private List<LawCheck.Count> counts() {
    Map<Law.Fate, Long> fates = new LinkedHashMap<>();
    for (long number = plan.first(); number < plan.end(); number++) {
      fates.merge(plan.law().fate(number), 1L, Long::sum);
    }
    List<LawCheck.Count> counts = new ArrayList<>();
    long refused = ledger.status().getOrDefault("503", 0L);
    long others = ledger.sum() - ledger.ok() - refused - ledger.read() - ledger.timeout();
    counts.add(new LawCheck.Count("ok", fates.getOrDefault(Law.Fate.OK, 0L), ledger.ok()));
    count(counts, "status 503", fates.getOrDefault(Law.Fate.REFUSED, 0L), refused);
    count(counts, "read", fates.getOrDefault(Law.Fate.RESET, 0L), ledger.read());
    count(counts, "timeout", fates.getOrDefault(Law.Fate.SILENCE, 0L), ledger.timeout());
    counts.add(new LawCheck.Count("any other class", 0, others));
    return counts;
  }

  private static void count(
      List<LawCheck.Count> counts, String name, long expected, long measured) {
    if (expected > 0 || measured > 0) {
      counts.add(new LawCheck.Count(name, expected, measured));
    }
  }
}
