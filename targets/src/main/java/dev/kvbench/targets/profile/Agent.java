package dev.kvbench.targets.profile;

import com.sun.tools.attach.VirtualMachine;
import dev.kvbench.targets.process.VirtualMachines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A native agent of a virtual machine, asked for something by loading it. */
final class Agent {

  private static final long PATIENCE_SECONDS = 30;

  private Agent() {}

  /**
   * Has a virtual machine load an agent.
   *
   * @param pid the virtual machine's process
   * @param library the agent's file
   * @param options what it is told
   * @throws ProfileException if the machine does not answer or takes no agents, or the agent
   *     refuses
   */
  static void load(long pid, Path library, String options) {
    FutureTask<Void> loading =
        new FutureTask<>(
            () -> {
              loadNow(pid, library, options);
              return null;
            });
    // A machine that stands still never answers, and nothing ends the waiting for it.
    Thread thread = new Thread(loading, "kvbench attaching");
    thread.setDaemon(true);
    thread.start();
    try {
      loading.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new ProfileException(
          "its virtual machine did not answer within " + PATIENCE_SECONDS + " s");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProfileException("kvbench was interrupted");
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof ProfileException known) {
        throw known;
      }
      throw new ProfileException(
          "the profiler could not be attached to process "
              + pid
              + ": "
              + said(cause == null ? e : cause));
    }
  }

  private static void loadNow(long pid, Path library, String options) throws Exception {
    try {
      VirtualMachine machine = VirtualMachines.attach(pid);
      try {
        machine.loadAgentPath(library.toString(), options);
      } finally {
        machine.detach();
      }
    } catch (VirtualMachines.Refused e) {
      throw new ProfileException(
          "its virtual machine takes no agents (process " + pid + "): " + e.getMessage());
    } catch (IOException e) {
      throw new ProfileException(
          "its virtual machine could not be spoken to (process " + pid + "): " + said(e));
    }
  }

  private static String said(Throwable error) {
    return error.getMessage() == null ? error.getClass().getSimpleName() : error.getMessage();
  }
}
