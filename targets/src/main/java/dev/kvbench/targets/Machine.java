package dev.kvbench.targets;

import dev.kvbench.result.RunResult;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import oshi.SystemInfo;
import oshi.hardware.HardwareAbstractionLayer;

/** The machine that kvbench runs on, as far as a reader of its figures must know it. */
public final class Machine {

  private Machine() {}

  /**
   * Looks at the machine and at kvbench's own virtual machine.
   *
   * @param target facts of what is loaded
   */
  public static RunResult.Environment environment(Map<String, String> target) {
    SystemInfo system = new SystemInfo();
    HardwareAbstractionLayer hardware = system.getHardware();
    List<String> flags =
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(flag -> !flag.startsWith("-D"))
            .toList();
    return new RunResult.Environment(
        hardware.getProcessor().getProcessorIdentifier().getName().strip(),
        Runtime.getRuntime().availableProcessors(),
        hardware.getMemory().getTotal(),
        system.getOperatingSystem() + ", kernel " + System.getProperty("os.version"),
        System.getProperty("java.vm.name")
            + " "
            + System.getProperty("java.vm.version")
            + " ("
            + System.getProperty("java.vendor")
            + ")",
        flags,
        target);
  }
}
