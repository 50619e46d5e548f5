package dev.kvbench.targets.resources;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one process has used since its beginning, and how large it is.
 *
 * @param userMillis processor time in user mode
 * @param systemMillis processor time in the kernel
 * @param residentBytes main memory
 * @param threads how many it has
 * @param eachThread its threads by their numbers; empty where they are not looked at one by one
 * @param switches context switches of all threads together, where only that is known; else null
 * @param disk null where it may not be looked at
 */
record MemberLook(
    long userMillis,
    long systemMillis,
    long residentBytes,
    int threads,
    Map<Long, ThreadLook> eachThread,
    @Nullable Long switches,
    @Nullable DiskLook disk) {

  /** Copies the map. */
  MemberLook {
    eachThread = Map.copyOf(eachThread);
  }

  /**
   * What one thread has used since its beginning.
   *
   * @param cpuMillis processor time in both modes
   * @param waits context switches because it waited
   * @param preemptions context switches because it had to make room
   */
  record ThreadLook(long cpuMillis, long waits, long preemptions) {}

  /**
   * Bytes between a process and disks since its beginning.
   *
   * @param readBytes fetched
   * @param writtenBytes sent, or to be sent
   */
  record DiskLook(long readBytes, long writtenBytes) {}
}
