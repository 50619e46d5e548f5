package dev.kvbench.time;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The timer slack of a thread: by how much Linux may end the thread's timed sleeps late, so as to
 * wake several threads at once. A new thread's is 50 µs (prctl(2), PR_SET_TIMERSLACK).
 */
public final class SharpTimer {

  private SharpTimer() {}

  /**
   * Asks for the calling thread's sleeps to end when it said, for as long as the thread lives.
   *
   * @return whether the machine agreed; where it has no such setting, or it may not be written,
   *     sleeps stay as coarse as they are
   */
  public static boolean sharpen() {
    try {
      Path thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
      Files.writeString(Path.of("/proc", thread.toString(), "timerslack_ns"), "1");
      return true;
    } catch (IOException | UnsupportedOperationException | SecurityException e) {
      return false;
    }
  }
}
