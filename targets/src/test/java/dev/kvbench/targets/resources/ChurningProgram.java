package dev.kvbench.targets.resources;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A program that has work for its collector: it allocates as fast as it can, and collects all of
 * its garbage when a line comes in. It ends with its input.
 */
final class ChurningProgram {

  private static final int KEPT = 200;
  private static final int SIZE = 50_000;

  private ChurningProgram() {}

  public static void main(String[] args) throws IOException {
    Thread churn =
        new Thread(
            () -> {
              Deque<byte[]> kept = new ArrayDeque<>();
              while (true) {
                kept.addLast(new byte[SIZE]);
                if (kept.size() > KEPT) {
                  kept.removeFirst();
                }
              }
            });
    churn.setDaemon(true);
    churn.start();
    System.out.println("ready");
    int read = System.in.read();
    while (read >= 0) {
      System.gc();
      System.out.println("collected");
      read = System.in.read();
    }
  }
}
