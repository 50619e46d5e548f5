package dev.kvbench.run.contract;

import dev.kvbench.result.ContractCheck;
import dev.kvbench.result.ContractCheck.Kind;
import dev.kvbench.result.ContractCheck.Outcome;
import dev.kvbench.result.ContractResult;
import dev.kvbench.result.Figures;
import dev.kvbench.run.TargetUnavailableException;
import dev.kvbench.scenario.Route;
import dev.kvbench.time.NanoClock;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP contract tried against a server, rule by rule. It writes keys of its own alone, which
 * begin with a random prefix, and deletes them when it is done.
 *
 * <p>{@link #run} works on the calling thread; {@link #interrupt} may be called from any.
 */
public final class ContractSuite {

  /** All rules together may take so many times what one may. */
  private static final int MOST_TIMEOUTS = 24;

  /** Deleting the keys may take so many times what a rule may. */
  private static final int DELETING_TIMEOUTS = 2;

  /** How long a rule waits for what must not come. */
  private static final int QUIET_MILLIS = 100;

  private final URI url;
  private final Route route;
  private final long timeoutNanos;
  private final int quietMillis;
  private final String prefix;
  private final NanoClock clock;
  private final ContractListener listener;
  private final List<ContractRule> rules;
  private volatile boolean interrupted;
  private volatile @Nullable Dialer dialing;

  /**
   * @param url scheme, host and port
   * @param route how the server is reached; over TCP and by HTTP/1.1 only
   * @param timeoutNanos how long each rule may take
   * @param random chooses the prefix of the keys
   */
  public ContractSuite(
      URI url,
      Route route,
      long timeoutNanos,
      RandomGenerator random,
      NanoClock clock,
      ContractListener listener) {
    this(rules(), url, route, timeoutNanos, QUIET_MILLIS, random, clock, listener);
  }

  ContractSuite(
      List<ContractRule> rules,
      URI url,
      Route route,
      long timeoutNanos,
      int quietMillis,
      RandomGenerator random,
      NanoClock clock,
      ContractListener listener) {
    this.rules = rules;
    this.url = url;
    this.route = route;
    this.timeoutNanos = timeoutNanos;
    this.quietMillis = quietMillis;
    this.prefix = String.format(Locale.ROOT, "kvbench-%08x-", random.nextInt());
    this.clock = clock;
    this.listener = listener;
  }

  /** How many rules there are. */
  public int count() {
    return rules.size();
  }

  /** How long it takes at the most, in seconds. */
  public double mostSeconds() {
    return (double) timeoutNanos * (MOST_TIMEOUTS + DELETING_TIMEOUTS) / NanoClock.NANOS_PER_SECOND;
  }

  /**
   * Tries the rules.
   *
   * @return how each came out, in their order; after an interrupt those that it came before are not
   *     in it
   * @throws TargetUnavailableException if the server cannot be reached
   */
  public ContractResult run() {
    Set<String> written = new LinkedHashSet<>();
    try (Dialer dialer = new Dialer(url, route, clock)) {
      dialing = dialer;
      reach(dialer);
      long end = clock.nanos() + MOST_TIMEOUTS * timeoutNanos;
      List<ContractCheck> checks = new ArrayList<>();
      for (int i = 0; i < rules.size() && !interrupted; i++) {
        ContractRule rule = rules.get(i);
        listener.ruleBegan(i + 1, rule.name());
        ContractCheck check = check(rule, dialer, written, end);
        if (!interrupted) {
          checks.add(check);
          listener.ruleEnded(check);
        }
      }
      listener.deleting(written.size());
      int left = delete(dialer, written);
      return new ContractResult(rules.size(), checks, prefix, left);
    }
  }

  /** Ends soon; the rule under way is not told of, and the keys are deleted still. */
  public void interrupt() {
    interrupted = true;
    Dialer dialer = dialing;
    if (dialer != null) {
      dialer.breakAll();
    }
  }

  /** All rules, in the order in which they are tried. */
  static List<ContractRule> rules() {
    return Stream.of(
            WireRules.status(), EntityRules.all(), RangeRules.all(), WireRules.connections())
        .flatMap(List::stream)
        .toList();
  }

  private void reach(Dialer dialer) {
    try {
      dialer.open(clock.nanos() + timeoutNanos, timeoutNanos).close();
    } catch (WireException e) {
      throw new TargetUnavailableException("cannot reach " + url + ": " + e.words(), e);
    }
  }

  private ContractCheck check(
      ContractRule rule, Dialer dialer, Set<String> written, long endNanos) {
    long now = clock.nanos();
    long allowed = Math.min(timeoutNanos, endNanos - now);
    if (allowed <= 0) {
      return untried(
          rule,
          "",
          "the time for all rules, "
              + Figures.duration(MOST_TIMEOUTS * (double) timeoutNanos)
              + ", was over",
          "");
    }
    Dialogue dialogue =
        new Dialogue(
            dialer, prefix, written, now + allowed, allowed, quietMillis, () -> interrupted);
    try {
      rule.check().check(dialogue);
      return ContractCheck.pass(rule.name(), rule.words(), rule.kind());
    } catch (Breach e) {
      Outcome outcome = rule.kind() == Kind.REMARK ? Outcome.REMARK : Outcome.FAIL;
      return new ContractCheck(
          rule.name(), rule.words(), rule.kind(), outcome, e.sent(), e.came(), e.right());
    } catch (Unprepared e) {
      Breach breach = e.breach();
      return untried(rule, breach.sent(), breach.came(), breach.right());
    }
  }

  private static ContractCheck untried(ContractRule rule, String sent, String came, String right) {
    return new ContractCheck(
        rule.name(), rule.words(), rule.kind(), Outcome.UNTRIED, sent, came, right);
  }

  /** Returns how many could not be deleted. */
  private int delete(Dialer dialer, Set<String> targets) {
    long allowed = DELETING_TIMEOUTS * timeoutNanos;
    Dialogue dialogue =
        new Dialogue(
            dialer,
            prefix,
            new LinkedHashSet<>(),
            clock.nanos() + allowed,
            allowed,
            quietMillis,
            () -> false);
    return (int) targets.stream().filter(target -> !isGone(dialogue, target)).count();
  }

  /** Deletes an entity; one that was refused may be refused again, and counts when it is there. */
  private static boolean isGone(Dialogue dialogue, String target) {
    try {
      Reply deleted = dialogue.ask(Call.of("DELETE", target), "any", status -> true);
      return isDone(deleted)
          || dialogue.ask(Call.of("GET", target), "any", status -> true).status() != 200;
    } catch (Breach e) {
      return false;
    }
  }

  private static boolean isDone(Reply reply) {
    return (reply.status() >= 200 && reply.status() < 300) || reply.status() == 404;
  }
}
