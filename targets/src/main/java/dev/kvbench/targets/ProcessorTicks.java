package dev.kvbench.targets;

import org.jspecify.annotations.Nullable;
import oshi.PlatformEnum;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;

/**
 * What the machine's processors have done since it was started, in ticks of all of them together.
 *
 * @param all ticks of any kind
 * @param idle those in which there was nothing to do
 * @param stolen those that the host of a virtual machine gave to others while this one wanted to
 *     run
 */
public record ProcessorTicks(long all, long idle, long stolen) {

  /**
   * Looks at the processors now.
   *
   * @return null where the system does not tell of stolen time, which Linux alone does
   */
  public static @Nullable ProcessorTicks now() {
    if (SystemInfo.getCurrentPlatform() != PlatformEnum.LINUX) {
      return null;
    }
    long[] ticks = Found.PROCESSOR.getSystemCpuLoadTicks();
    long all = 0;
    for (long kind : ticks) {
      all += kind;
    }
    return new ProcessorTicks(
        all,
        ticks[TickType.IDLE.getIndex()] + ticks[TickType.IOWAIT.getIndex()],
        ticks[TickType.STEAL.getIndex()]);
  }

  /** Found once, since finding it costs far more than asking it. */
  private static final class Found {
    static final CentralProcessor PROCESSOR = new SystemInfo().getHardware().getProcessor();
  }

  /**
   * The share of the time since an earlier look that was stolen, 0 to 1; 0 where no time went by.
   */
  public double stolenShareSince(ProcessorTicks earlier) {
    long passed = all - earlier.all;
    return passed <= 0 ? 0 : Math.max(0, stolen - earlier.stolen) / (double) passed;
  }

  /** How busy the processors were since an earlier look, 0 to 1; stolen time counts as busy. */
  public double busyShareSince(ProcessorTicks earlier) {
    long passed = all - earlier.all;
    return passed <= 0 ? 0 : Math.max(0, passed - (idle - earlier.idle)) / (double) passed;
  }
}
