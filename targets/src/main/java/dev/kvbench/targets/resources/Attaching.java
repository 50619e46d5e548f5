package dev.kvbench.targets.resources;

import com.sun.tools.attach.VirtualMachine;
import dev.kvbench.targets.process.VirtualMachines;
import java.io.IOException;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * The way into another Java virtual machine of this computer: its own management agent, which
 * answers this computer alone.
 */
final class Attaching {

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

  /**
   * Connects to a machine's management agent, which is started if it does not run. What it sends is
   * deserialized; a machine that can be attached to is one of the same user, who could as well
   * replace kvbench itself.
   *
   * @throws VirtualMachines.Refused if the machine does not allow that, or nothing is there that
   *     could
   */
  @SuppressWarnings("BanJNDI")
  static JMXConnector connect(long pid) throws VirtualMachines.Refused {
    VirtualMachine machine = VirtualMachines.attach(pid);
    try {
      try {
        return JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
      } finally {
        machine.detach();
      }
    } catch (IOException | RuntimeException e) {
      throw new VirtualMachines.Refused(
          Optional.ofNullable(e.getMessage()).orElse(e.getClass().getSimpleName()));
    }
  }
}
