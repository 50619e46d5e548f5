package dev.kvbench.run;

import dev.kvbench.analysis.law.Law;
import dev.kvbench.analysis.law.LawPlan;
import dev.kvbench.time.NanoClock;
import java.util.List;

/**
 * The laws that kvbench is held against. All together take less than a minute; each has the
 * requests that p99.9 needs.
 */
final class SelfTestPlans {

  private static final long MILLI = NanoClock.NANOS_PER_MILLI;
  private static final long SECOND = NanoClock.NANOS_PER_SECOND;
  private static final long TIMEOUT_NANOS = SECOND;
  private static final double RATE = 1_300;
  private static final long WARMUP_NANOS = SECOND / 2;
  private static final long DURATION_NANOS = 3 * SECOND;
  private static final int CONNECTIONS = 128;

  /** So many requests that both compilers are done with what a request runs through. */
  private static final double REHEARSAL_RATE = 12_000;

  private static final long REHEARSAL_NANOS = 5 * SECOND;
  private static final long REHEARSAL_DELAY_NANOS = 2 * MILLI;

  /**
   * Of the stalling server. What has gathered during a stall is answered one after the other, some
   * tens of microseconds each: so few requests that this stays within a hundredth of what they
   * waited. The tenth of a request puts the requests of each period on other places of it.
   */
  private static final double STALL_RATE = 310.1;

  private static final long STALL_PERIOD_NANOS = 2 * SECOND;
  private static final long STALL_DURATION_NANOS = 6 * STALL_PERIOD_NANOS;

  /**
   * So long that p90 lies well within the stall, and so short that p75 is no percentile of the
   * machine's worst tenth of the requests outside it.
   */
  private static final long STILL_NANOS = 350 * MILLI;

  /**
   * Fewer than the requests of a stall: the others wait without a connection. So many that those
   * which decide p90 do not.
   */
  private static final int STALL_CONNECTIONS = 96;

  /**
   * Each reset and each silence costs a connection, and while kvbench opens another it does little
   * else for a millisecond: so few that the other requests keep their percentiles.
   */
  private static final double FAULTS_RATE = 500;

  private static final long FAULTS_DURATION_NANOS = 8 * SECOND;

  private SelfTestPlans() {}

  /**
   * What is run before, and not judged: until the code of kvbench and of the server is compiled,
   * both are slow, and the compiler takes the processors from them.
   */
  static LawPlan rehearsal() {
    return new LawPlan(
        new Law.Fixed(REHEARSAL_DELAY_NANOS),
        REHEARSAL_RATE,
        WARMUP_NANOS,
        REHEARSAL_NANOS,
        CONNECTIONS,
        TIMEOUT_NANOS);
  }

  /** The plans, in the order in which they are run. */
  static List<LawPlan> all() {
    return List.of(
        ordinary(new Law.Fixed(50 * MILLI)),
        new LawPlan(
            new Law.Stall(STILL_NANOS, STALL_PERIOD_NANOS),
            STALL_RATE,
            WARMUP_NANOS,
            STALL_DURATION_NANOS,
            STALL_CONNECTIONS,
            TIMEOUT_NANOS),
        ordinary(new Law.TwoModes(30 * MILLI, 100 * MILLI, 35)),
        ordinary(new Law.Uniform(20 * MILLI, 100 * MILLI)),
        new LawPlan(
            new Law.Faults(100 * MILLI, TIMEOUT_NANOS, 1, 1, 2),
            FAULTS_RATE,
            WARMUP_NANOS,
            FAULTS_DURATION_NANOS,
            CONNECTIONS,
            TIMEOUT_NANOS));
  }

  private static LawPlan ordinary(Law law) {
    return new LawPlan(law, RATE, WARMUP_NANOS, DURATION_NANOS, CONNECTIONS, TIMEOUT_NANOS);
  }
}
