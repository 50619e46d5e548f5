package dev.kvbench.targets.resources;

import dev.kvbench.result.Resources;
import dev.kvbench.targets.ProcessorTicks;
import dev.kvbench.time.NanoClock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Watches the resources of one target, kvbench and the machine, from the target's start to its end.
 * It looks when it is told that a second is over, on threads of its own: telling it costs nothing,
 * and a look that hangs is left behind. {@link #windowBegan}, {@link #secondEnded} and {@link
 * #resources} are called by one thread.
 */
public final class ResourceWatch implements AutoCloseable {

  /** A virtual machine that has not answered by then is not waited for any longer. */
  private static final long ATTACH_MILLIS = 5_000;

  private static final long LAST_LOOK_MILLIS = 300;

  private final OptionalLong pid;
  private final NanoClock clock;
  private final Rounds<Look> rounds = new Rounds<>();
  private final Cost cost = new Cost();
  private final @Nullable JvmWatch targetJvm;
  private final JvmWatch ownJvm;
  private final Errand errand;
  private long windowNanos;
  private int roundCount;

  /** What the thread that looks at processes keeps between its looks. */
  private static final class Looker {
    private final ProcessReader reader = ProcessReader.ofThisMachine();
    private final long own = ProcessHandle.current().pid();
    private final @Nullable Family target;
    private final long seesNetworkOf;

    Looker(OptionalLong pid) {
      target = pid.isPresent() ? new Family(pid.getAsLong(), reader) : null;
      seesNetworkOf = pid.orElse(own);
    }

    Look look() {
      // Only its own process: what it started is the target.
      return new Look(
          target == null ? Map.of() : target.look(),
          reader.look(own),
          ProcessorTicks.now(),
          Traffic.of(seesNetworkOf));
    }
  }

  private ResourceWatch(OptionalLong pid, boolean attach, NanoClock clock) {
    this.pid = pid;
    this.clock = clock;
    this.targetJvm =
        pid.isPresent() ? JvmWatch.ofTarget(pid.getAsLong(), attach, clock, cost) : null;
    this.ownJvm = JvmWatch.ofThisProcess(clock, cost);
    Looker looker = new Looker(pid);
    this.errand = Errand.start("kvbench-resources", () -> {}, () -> look(looker), () -> {});
  }

  /**
   * Begins to watch, and waits until the target's virtual machine has been attached to, if it is
   * one: some tenths of a second, and {@value #ATTACH_MILLIS} ms at the most.
   *
   * @param pid the target's process; empty where it is not known
   * @param attach whether its virtual machine may be attached to
   */
  public static ResourceWatch open(OptionalLong pid, boolean attach, NanoClock clock) {
    ResourceWatch watch = new ResourceWatch(pid, attach, clock);
    boolean unused = watch.ownJvm.awaitReady(ATTACH_MILLIS);
    if (watch.targetJvm != null) {
      unused = watch.targetJvm.awaitReady(ATTACH_MILLIS);
    }
    return watch;
  }

  /**
   * A measured window begins: what was seen before is forgotten. Called again and again before it
   * does, it has what looking needs loaded and compiled.
   */
  public void windowBegan() {
    windowNanos = clock.nanos();
    roundCount = 0;
    cost.forget();
    rounds.restart();
    ownJvm.rounds().restart();
    if (targetJvm != null) {
      targetJvm.rounds().restart();
    }
    tell();
  }

  /**
   * A second of the window, or of the draining behind it, is over. Whoever tells may be late, now
   * or when the window began, but never early: so the window began at the earliest moment that
   * fits.
   *
   * @param endSeconds its end, since the window began
   */
  public void secondEnded(double endSeconds) {
    windowNanos =
        Math.min(windowNanos, clock.nanos() - Math.round(endSeconds * NanoClock.NANOS_PER_SECOND));
    roundCount++;
    rounds.next();
    ownJvm.rounds().next();
    if (targetJvm != null) {
      targetJvm.rounds().next();
    }
    tell();
  }

  /**
   * What was seen since the window began, without kvbench's stalls and the longest intervals. Waits
   * some milliseconds for the last look, {@value #LAST_LOOK_MILLIS} ms at the most.
   */
  public Resources resources() {
    rounds.awaitRound(LAST_LOOK_MILLIS, clock);
    ownJvm.rounds().awaitRound(LAST_LOOK_MILLIS, clock);
    List<Resources.Collection> collections =
        new ArrayList<>(ownJvm.collections().since(windowNanos, Resources.KVBENCH));
    List<String> leftOut = new ArrayList<>();
    if (targetJvm == null) {
      leftOut.add("the target's process is not known, so that nothing is told of it");
    } else {
      targetJvm.rounds().awaitRound(LAST_LOOK_MILLIS, clock);
      collections.addAll(targetJvm.collections().since(windowNanos, Resources.TARGET));
      leftOut.addAll(targetJvm.leftOut());
      if (targetJvm.collections().hasDroppedSince(windowNanos)) {
        leftOut.add(
            "of the target's collections only the last " + CollectionLog.MOST + " were kept");
      }
    }
    collections.sort(Comparator.comparingDouble(Resources.Collection::startSeconds));
    List<Rounds.Seen<Look>> looks = rounds.seen();
    if (pid.isPresent() && looks.stream().allMatch(seen -> seen.look().target().isEmpty())) {
      leftOut.add("the target's process is gone, or may not be looked at");
    }
    return new Resources(
        Course.of(
            windowNanos,
            looks,
            targetJvm == null ? List.of() : targetJvm.rounds().seen(),
            ownJvm.rounds().seen()),
        collections,
        List.of(),
        leftOut,
        looks.isEmpty() ? null : cost.nanos() / 1e3 / (roundCount + 1),
        List.of());
  }

  /** How many looks at processes there were since the window began. */
  int looks() {
    return rounds.seen().size();
  }

  /** Ends it, without waiting for a look that is under way. */
  @Override
  public void close() {
    errand.close();
    ownJvm.close();
    if (targetJvm != null) {
      targetJvm.close();
    }
  }

  private void tell() {
    errand.tell();
    ownJvm.tell();
    if (targetJvm != null) {
      targetJvm.tell();
    }
  }

  private void look(Looker looker) {
    long before = Cost.ofThisThread();
    Rounds.Ticket ticket = rounds.ticket();
    long now = clock.nanos();
    rounds.keep(ticket, now, looker.look());
    cost.add(Cost.ofThisThread() - before);
  }
}
