package dev.kvbench.targets.process;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Which processes of this computer are Java virtual machines, and the way into them. Whoever is
 * asked to listen gets a signal first, which ends a process that does not expect it: only those are
 * asked that are seen to.
 */
public final class VirtualMachines {

  private static final String LIBRARY = "/libjvm.so";
  private static final String CAUGHT = "SigCgt:";

  /** The signal's bit in the mask of those that a process catches. */
  private static final long QUIT = 1L << 2;

  private static final int HEXADECIMAL = 16;

  private VirtualMachines() {}

  /** A machine that cannot be attached to; the message says why. */
  public static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    /** A refusal for this reason. */
    public Refused(String why) {
      super(why);
    }
  }

  /**
   * The virtual machine among a process and those that it started, as a script does: of several the
   * one that has used the most processor time. Empty where there is none, or none that this user
   * may look at.
   */
  public static OptionalLong find(long pid) {
    return ProcessHandle.of(pid).stream()
        .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
        .filter(process -> isOne(process.pid()))
        .max(Comparator.comparing(VirtualMachines::used))
        .map(process -> OptionalLong.of(process.pid()))
        .orElse(OptionalLong.empty());
  }

  /**
   * Attaches to a machine; to be detached from.
   *
   * @param pid one that {@link #find} has found
   * @throws Refused if it does not allow that, or its process is no machine
   */
  public static VirtualMachine attach(long pid) throws Refused {
    if (Files.exists(status(pid)) && !expectsToBeAsked(pid)) {
      throw new Refused("it was started so that it does not listen to signals (-Xrs)");
    }
    try {
      return VirtualMachine.attach(Long.toString(pid));
    } catch (AttachNotSupportedException | IOException | RuntimeException e) {
      throw new Refused(Optional.ofNullable(e.getMessage()).orElse(e.getClass().getSimpleName()));
    } catch (LinkageError e) {
      throw new Refused("kvbench itself runs on a Java without the module jdk.attach: use a JDK");
    }
  }

  private static Duration used(ProcessHandle process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  private static boolean isOne(long pid) {
    Path maps = Path.of("/proc", Long.toString(pid), "maps");
    if (Files.exists(maps)) {
      try (Stream<String> lines = Files.lines(maps)) {
        return lines.anyMatch(line -> line.endsWith(LIBRARY));
      } catch (IOException | RuntimeException e) {
        return false;
      }
    }
    try {
      return VirtualMachine.list().stream()
          .anyMatch(machine -> machine.id().equals(Long.toString(pid)));
    } catch (LinkageError e) {
      return false;
    }
  }

  private static boolean expectsToBeAsked(long pid) {
    try (Stream<String> lines = Files.lines(status(pid))) {
      return lines
          .filter(line -> line.startsWith(CAUGHT))
          .map(line -> Long.parseUnsignedLong(line.substring(CAUGHT.length()).strip(), HEXADECIMAL))
          .anyMatch(mask -> (mask & QUIT) != 0);
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  private static Path status(long pid) {
    return Path.of("/proc", Long.toString(pid), "status");
  }
}
