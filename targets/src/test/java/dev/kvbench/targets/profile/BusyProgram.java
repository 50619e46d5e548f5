package dev.kvbench.targets.profile;

import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A program with two threads that compute, allocate, and wait for each other's lock, until its
 * standard input ends. It writes a line for every turn.
 */
final class BusyProgram {

  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final int TURNS_A_LINE = 100;
  private static final long HELD_NANOS = 200_000;

  @SuppressWarnings("unused") // so that nothing is optimized away
  private static volatile Object last = "";

  private BusyProgram() {}

  public static void main(String[] args) throws Exception {
    for (String name : new String[] {"busy-worker-1", "busy </script><b> 'worker' 2"}) {
      Thread thread = new Thread(BusyProgram::work, name);
      thread.setDaemon(true);
      thread.start();
    }
    while (System.in.read() >= 0) {
      // Whoever started it is still there.
    }
  }

  private static void work() {
    for (long turn = 1; ; turn++) {
      LOCK.lock();
      try {
        last = new long[64][64];
        LockSupport.parkNanos(HELD_NANOS);
      } finally {
        LOCK.unlock();
      }
      double sum = 0;
      for (int i = 1; i < 20_000; i++) {
        sum += Math.sqrt(i * (double) turn);
      }
      last = sum;
      if (turn % TURNS_A_LINE == 0) {
        System.out.println("turn " + turn);
      }
    }
  }
}
