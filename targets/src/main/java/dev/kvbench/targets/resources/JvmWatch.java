package dev.kvbench.targets.resources;

import dev.kvbench.targets.process.VirtualMachines;
import dev.kvbench.time.NanoClock;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.OptionalLong;
import javax.management.JMException;
import javax.management.remote.JMXConnector;
import org.jspecify.annotations.Nullable;

/** Looks at a Java virtual machine in each round, on a thread of its own. */
final class JvmWatch implements AutoCloseable {

  private static final String UNTOLD =
      "heap, collections of garbage, safepoints and compilers are not known: ";

  private final Rounds<JvmLook> rounds;
  private final CollectionLog collections = new CollectionLog();
  private final Cost cost;
  private final Opening opening;
  private volatile List<String> leftOut;
  private final Errand errand;
  private @Nullable JvmProbe probe;
  private @Nullable JMXConnector connector;

  /** How the machine is found; works on the watch's thread. */
  private interface Opening {
    void open(JvmWatch watch) throws VirtualMachines.Refused, IOException, JMException;
  }

  private JvmWatch(String thread, NanoClock clock, Cost cost, String until, Opening opening) {
    this.rounds = new Rounds<>();
    this.cost = cost;
    this.opening = opening;
    this.leftOut = until.isEmpty() ? List.of() : List.of(UNTOLD + until);
    this.errand = Errand.start(thread, this::open, () -> look(clock), this::shut);
  }

  /**
   * Watches the virtual machine of a process, or of one that it started.
   *
   * @param attach whether it may be attached to; else nothing comes of it but the reason
   */
  static JvmWatch ofTarget(long pid, boolean attach, NanoClock clock, Cost cost) {
    return new JvmWatch(
        "kvbench-target-jvm",
        clock,
        cost,
        "the target's virtual machine did not answer",
        watch -> {
          OptionalLong machine = VirtualMachines.find(pid);
          if (machine.isEmpty()) {
            throw new VirtualMachines.Refused(
                "the target is no Java virtual machine, or another user's that may not be looked"
                    + " at");
          }
          if (!attach) {
            throw new VirtualMachines.Refused(
                "kvbench did not start the target, and was not told to look into its process");
          }
          JMXConnector connector = Attaching.connect(machine.getAsLong());
          watch.connector = connector;
          JvmProbe probe =
              new JvmProbe(
                  connector.getMBeanServerConnection(),
                  PerfCounters.fileOf(machine.getAsLong()),
                  watch.collections,
                  clock);
          watch.probe = probe;
          watch.leftOut = probe.leftOut();
        });
  }

  /** Watches the virtual machine that kvbench runs on. */
  static JvmWatch ofThisProcess(NanoClock clock, Cost cost) {
    return new JvmWatch(
        "kvbench-own-jvm",
        clock,
        cost,
        "",
        watch ->
            watch.probe =
                new JvmProbe(
                    ManagementFactory.getPlatformMBeanServer(), null, watch.collections, clock));
  }

  Rounds<JvmLook> rounds() {
    return rounds;
  }

  CollectionLog collections() {
    return collections;
  }

  /** What is not known of the machine, a sentence each without its end. */
  List<String> leftOut() {
    return leftOut;
  }

  /** Waits until the machine is found, or known not to be, but no longer than this. */
  boolean awaitReady(long millis) {
    return errand.awaitReady(millis);
  }

  /** Has the round under way looked at. */
  void tell() {
    errand.tell();
  }

  /** Leaves the machine, without waiting for that. */
  @Override
  public void close() {
    errand.close();
  }

  private void open() {
    try {
      opening.open(this);
    } catch (VirtualMachines.Refused | IOException | JMException | RuntimeException e) {
      leftOut = List.of(UNTOLD + e.getMessage());
    }
  }

  private void look(NanoClock clock) {
    JvmProbe machine = probe;
    if (machine == null) {
      return;
    }
    Rounds.Ticket ticket = rounds.ticket();
    long now = clock.nanos();
    long before = Cost.ofThisThread();
    try {
      rounds.keep(ticket, now, machine.look());
    } catch (IOException | JMException | RuntimeException e) {
      // The machine has ended; others say so.
    }
    cost.add(Cost.ofThisThread() - before);
  }

  private void shut() {
    if (probe != null) {
      probe.close();
    }
    if (connector != null) {
      try {
        connector.close();
      } catch (IOException e) {
        // The machine has ended.
      }
    }
  }
}
