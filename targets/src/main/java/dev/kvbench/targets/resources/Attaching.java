package dev.kvbench.targets.resources;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * The way into another Java virtual machine of this computer: its own management agent, which
 * answers this computer alone. To ask for it a signal is sent that ends whatever does not expect
 * it, so only those are asked that are seen to.
 */
final class Attaching {

  private static final String LIBRARY = "libjvm.so";
  private static final String CAUGHT = "SigCgt:";

  /** The signal's bit in the mask of those that a process catches. */
  private static final long QUIT = 1L << 2;

  private static final int HEXADECIMAL = 16;

  /**
   * Prints a stack trace when a target ends that was attached to; held, or it would forget this.
   */
  private static final Logger CONNECTIONS = Logger.getLogger("javax.management.remote");

  /** Whoever has remote objects collects all of its garbage once an hour, unless told otherwise. */
  private static final String COLLECTION_INTERVAL = "sun.rmi.dgc.client.gcInterval";

  static {
    CONNECTIONS.setLevel(Level.OFF);
    if (System.getProperty(COLLECTION_INTERVAL) == null) {
      System.setProperty(COLLECTION_INTERVAL, Long.toString(Long.MAX_VALUE - 1));
    }
  }

  private Attaching() {}

  /** A machine that cannot be attached to; the message says why. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    Refused(String why) {
      super(why);
    }
  }

  /**
   * The first Java virtual machine of a process and those that it started: a server is often
   * started by a script.
   */
  static OptionalLong machineOf(long pid) {
    return Family.members(pid).mapToLong(Long::longValue).filter(Attaching::isMachine).findFirst();
  }

  /**
   * Connects to a machine's management agent, which is started if it does not run. What it sends is
   * deserialized; a machine that can be attached to is one of the same user, who could as well
   * replace kvbench itself.
   *
   * @throws Refused if the machine does not allow that, or nothing is there that could
   */
  @SuppressWarnings("BanJNDI")
  static JMXConnector connect(long pid) throws Refused {
    if (Files.exists(status(pid)) && !expectsToBeAsked(pid)) {
      throw new Refused("it was started so that it does not listen to signals (-Xrs)");
    }
    try {
      VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
      try {
        return JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
      } finally {
        machine.detach();
      }
    } catch (AttachNotSupportedException | IOException | RuntimeException e) {
      throw new Refused(Optional.ofNullable(e.getMessage()).orElse(e.getClass().getSimpleName()));
    } catch (LinkageError e) {
      throw new Refused("kvbench itself runs on a Java without the module jdk.attach");
    }
  }

  private static boolean isMachine(long pid) {
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
