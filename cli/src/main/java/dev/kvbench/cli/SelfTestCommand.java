package dev.kvbench.cli;

import static dev.kvbench.result.Figures.count;
import static dev.kvbench.result.Figures.rate;

import dev.kvbench.render.LawCheckText;
import dev.kvbench.result.LawCheck;
import dev.kvbench.result.Progress;
import dev.kvbench.run.SelfTest;
import dev.kvbench.run.SelfTestListener;
import dev.kvbench.time.NanoClock;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code kvbench selftest}: holds kvbench's figures against servers whose behaviour is known. */
@Command(
    name = "selftest",
    description =
        "Hold kvbench's figures against servers of its own whose behaviour is known: every"
            + " percentile and every class of the ledger must be what follows on paper, and what the"
            + " server's own record says. Takes less than a minute.",
    footerHeading = "%nExit codes:%n",
    footer = {
      "  0 every law passed; 3 one did not, or the machine disturbed it so much that",
      "  nothing is shown; 130 interrupted; 5 a server could not be started; 2 there is",
      "  no such law.",
      "",
      "Examples:",
      "  kvbench selftest",
      "  kvbench selftest --law stall"
    })
final class SelfTestCommand implements Callable<Integer> {

  @Option(
      names = "--law",
      paramLabel = "LAW",
      split = ",",
      description =
          "Test this law only: fixed, stall, two-modes, uniform or faults. May be given often.")
  private final List<String> laws = new ArrayList<>();

  @Mixin Common common;

  private final Console console;

  SelfTestCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    SelfTest test = test(new Told());
    console
        .out()
        .println(
            "selftest: "
                + test.count()
                + (test.count() == 1 ? " law" : " laws")
                + ", about "
                + Math.round(test.plannedSeconds())
                + " s");
    try (Interrupts interrupts = Interrupts.to(test::interrupt, "ending the test", console)) {
      List<LawCheck> checks = test.run();
      console.out().println();
      console.out().print(LawCheckText.summary(checks, test.count()));
      interrupts.settled();
      if (checks.size() < test.count()) {
        return ExitCode.INTERRUPTED;
      }
      boolean good = checks.stream().allMatch(check -> check.outcome().isGood());
      return good ? ExitCode.GOOD : ExitCode.INVALID;
    }
  }

  private SelfTest test(SelfTestListener listener) {
    try {
      return new SelfTest(
          laws, Version.text(), NanoClock.system(), InstantSource.system(), listener);
    } catch (IllegalArgumentException e) {
      throw new WrongUseException("--law: " + e.getMessage());
    }
  }

  /** Says how the test goes. */
  private final class Told implements SelfTestListener {

    private final ProgressLine line = new ProgressLine(console);

    @Override
    public void rehearsing() {
      say("warming up …");
    }

    @Override
    public void lawBegan(String name, String words, boolean again) {
      if (again) {
        line.say(name + ": the machine disturbed it; once more");
      } else {
        say("testing " + name + " …");
      }
    }

    private void say(String text) {
      if (console.terminal()) {
        line.draw(text);
      } else {
        line.say(text);
      }
    }

    @Override
    public void progress(String name, Progress now) {
      if (console.terminal()) {
        line.draw(
            String.format(
                Locale.ROOT,
                "%s: %.0f of %.0f s  %s  failed %s",
                name,
                Math.min(now.elapsedSeconds(), now.totalSeconds()),
                now.totalSeconds(),
                rate(now.achievedPerSecond()),
                count(now.failed())));
      }
    }

    @Override
    public void lawEnded(LawCheck check) {
      line.erase();
      console.out().println();
      console.out().print(LawCheckText.of(check));
    }
  }
}
