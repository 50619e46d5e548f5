package dev.kvbench.load.engine;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * A program that runs one step in a process of few file descriptors, for {@link DescriptorsTest},
 * and prints what came of it. {@link Trial} checks the sums here too: where they do not hold, the
 * program fails.
 */
final class StarvedStep {

  private static final String TIMEOUT = "200ms";

  private StarvedStep() {}

  /**
   * Runs the step.
   *
   * @param args the server's URL; the step's keys; how many connections; and {@code taken} to have
   *     all descriptors taken behind the first second and given back behind the second
   */
  public static void main(String[] args) {
    URI url = URI.create(args[0]);
    // So that no class is still to be read from a file when there are no descriptors left.
    Trial.of(url, "rate: 100, warmup: 0s, duration: 200ms").over(4).within(TIMEOUT).run();
    Trial.of(URI.create("http://127.0.0.1:1"), "rate: 1, duration: 1s").run();
    Trial trial = Trial.of(url, args[1]).over(Integer.parseInt(args[2])).within(TIMEOUT);
    boolean takes = args[3].equals("taken");
    AtomicBoolean taking = new AtomicBoolean();
    Measurement measured =
        trial.run(
            Trial.onSecond(
                number -> {
                  taking.set(takes && number == 0);
                  if (taking.get()) {
                    Thread taker = new Thread(() -> takeAll(taking), "taker");
                    taker.setDaemon(true);
                    taker.start();
                  }
                }));
    System.out.println("established " + measured.established());
    System.out.println("ends " + Trial.ends(measured));
    System.out.println("said " + measured.connectFailure());
    measured
        .seconds()
        .forEach(s -> System.out.println("second " + s.second() + " achieved " + s.achieved()));
  }

  /** Takes every descriptor that there is or that becomes free, and gives all of them back. */
  private static void takeAll(AtomicBoolean taking) {
    List<InputStream> taken = new ArrayList<>();
    while (taking.get()) {
      try {
        taken.add(new FileInputStream("/dev/null"));
      } catch (IOException e) {
        LockSupport.parkNanos(100_000);
      }
    }
    try {
      for (InputStream one : taken) {
        one.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
