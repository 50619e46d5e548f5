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
  private static final double RATE = 1_000;
  private static final long WARMUP_NANOS = 1_500 * MILLI;
  private static final long DURATION_NANOS = 5 * SECOND;
  private static final int CONNECTIONS = 64;

  /** kvbench's own code is compiled while it warms up, and the first law meets it cold. */
  private static final long FIRST_WARMUP_NANOS = 3 * SECOND;

  /**
   * Of the stalling server. What has gathered during a stall is answered one after the other, some
   * tens of microseconds each: so few requests that this stays within a hundredth of what they
   * waited. The tenth of a request puts the requests of each second on other places of it.
   */
  private static final double STALL_RATE = 400.1;

  /** So long that p90 lies within the stall and p75 does not. */
  private static final long STILL_NANOS = 230 * MILLI;

  /** Fewer than the requests of a stall: the others wait without a connection. */
  private static final int STALL_CONNECTIONS = 16;

  private SelfTestPlans() {}

  /** The plans, in the order in which they are run. */
  static List<LawPlan> all() {
    return List.of(
        new LawPlan(
            new Law.Fixed(10 * MILLI),
            RATE,
            FIRST_WARMUP_NANOS,
            DURATION_NANOS,
            CONNECTIONS,
            TIMEOUT_NANOS),
        new LawPlan(
            new Law.Stall(STILL_NANOS, SECOND),
            STALL_RATE,
            WARMUP_NANOS,
            2 * DURATION_NANOS,
            STALL_CONNECTIONS,
            TIMEOUT_NANOS),
        ordinary(new Law.TwoModes(5 * MILLI, 50 * MILLI, 7)),
        ordinary(new Law.Uniform(10 * MILLI, 50 * MILLI)),
        ordinary(new Law.Faults(10 * MILLI, TIMEOUT_NANOS, 1, 1, 2)));
  }

  private static LawPlan ordinary(Law law) {
    return new LawPlan(law, RATE, WARMUP_NANOS, DURATION_NANOS, CONNECTIONS, TIMEOUT_NANOS);
  }
}
