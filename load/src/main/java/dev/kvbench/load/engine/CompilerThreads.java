package dev.kvbench.load.engine;

import com.sun.jna.Library;
import com.sun.jna.Native;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The virtual machine's compiler threads, which are asked to step back while a window is measured:
 * Linux then gives them a processor only where nothing else wants it. A compilation otherwise keeps
 * a processor for a time slice of some milliseconds, and on a small machine the pacer, the I/O
 * thread or the target wait for it. Elsewhere than on Linux, and where it is not allowed, nothing
 * is done.
 */
final class CompilerThreads {

  // From Linux's sched.h.
  private static final int SCHED_OTHER = 0;
  private static final int SCHED_IDLE = 5;

  /** What is called of the C library. */
  interface Scheduler extends Library {
    // The name is the C library's.
    int sched_setscheduler(int threadId, int policy, int[] priority);
  }

  private final Path tasks;
  private final Scheduler scheduler;
  private @Nullable Boolean allowed;
  private boolean back;

  /**
   * The threads among {@code tasks}.
   *
   * @param tasks the process' directory of tasks in Linux's {@code /proc}
   * @param scheduler what sets a thread's scheduling
   */
  CompilerThreads(Path tasks, Scheduler scheduler) {
    this.tasks = tasks;
    this.scheduler = scheduler;
  }

  /** The threads of this process. */
  static CompilerThreads ofThisProcess() {
    return new CompilerThreads(Path.of("/proc/self/task"), CLibrary.SCHEDULER);
  }

  /** Finds out what there is to find out, so that nothing is left to do but to ask. */
  void prepare() {
    boolean unused = isAllowed();
  }

  /** Lets everything else go first, from now on. */
  void stepBack() {
    if (!back && isAllowed()) {
      back = true;
      schedule(SCHED_IDLE);
    }
  }

  /**
   * Whether a thread that stepped back may come back: Linux lets only the privileged do so, unless
   * their limit of niceness says otherwise. Compilers that stay back would leave a later step with
   * slower code than the first. A thread made for the purpose finds out.
   */
  private boolean isAllowed() {
    Boolean known = allowed;
    if (known == null) {
      AtomicBoolean cameBack = new AtomicBoolean();
      Thread probe =
          new Thread(
              () ->
                  cameBack.set(
                      scheduler.sched_setscheduler(0, SCHED_IDLE, new int[] {0}) == 0
                          && scheduler.sched_setscheduler(0, SCHED_OTHER, new int[] {0}) == 0),
              "kvbench-probe");
      probe.start();
      try {
        probe.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      known = cameBack.get();
      allowed = known;
    }
    return known;
  }

  /** Takes part again as every thread does. */
  void resume() {
    if (back) {
      back = false;
      schedule(SCHED_OTHER);
    }
  }

  private void schedule(int policy) {
    for (int thread : find()) {
      int unused = scheduler.sched_setscheduler(thread, policy, new int[] {0});
    }
  }

  private List<Integer> find() {
    List<Integer> found = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
      for (Path task : all) {
        // "C1 CompilerThread0" and "C2 CompilerThread0", cut to fifteen letters.
        if (Files.readString(task.resolve("comm")).matches("(?s)C[12] Compiler.*")) {
          found.add(Integer.parseInt(task.getFileName().toString()));
        }
      }
    } catch (IOException | RuntimeException e) {
      // No Linux, or a thread that ended a moment ago: the compilers stay as they are.
    }
    return found;
  }

  /** The C library, looked for once. */
  private static final class CLibrary {
    static final Scheduler SCHEDULER = load();

    private static Scheduler load() {
      try {
        return Native.load("c", Scheduler.class);
      } catch (LinkageError | RuntimeException e) {
        return (thread, policy, priority) -> -1;
      }
    }
  }
}
