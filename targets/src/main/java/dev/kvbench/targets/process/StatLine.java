package dev.kvbench.targets.process;

/**
 * What Linux says of a process or thread in its {@code stat} file (proc(5)), as far as it is used.
 *
 * @param userMillis processor time in user mode
 * @param systemMillis processor time in the kernel
 */
public record StatLine(long userMillis, long systemMillis) {

  /** Linux counts in hundredths of a second, whatever its own timer does (proc(5), USER_HZ). */
  private static final long MILLIS_PER_TICK = 10;

  /** Of what follows the name: time in user mode, and in the kernel. */
  private static final int USER_TIME = 11;

  private static final int KERNEL_TIME = 12;

  /** Reads the line; the name in it, in brackets, may hold anything. */
  public static StatLine of(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", KERNEL_TIME + 2);
    return new StatLine(
        Long.parseLong(fields[USER_TIME]) * MILLIS_PER_TICK,
        Long.parseLong(fields[KERNEL_TIME]) * MILLIS_PER_TICK);
  }

  /** Processor time in both modes. */
  public long cpuMillis() {
    return userMillis + systemMillis;
  }
}
