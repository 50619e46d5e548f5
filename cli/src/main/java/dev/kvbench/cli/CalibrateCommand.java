package dev.kvbench.cli;

import dev.kvbench.render.CalibrationText;
import dev.kvbench.result.Calibration;
import dev.kvbench.result.CalibrationFile;
import dev.kvbench.result.Figures;
import dev.kvbench.run.Calibrate;
import dev.kvbench.run.CalibrateListener;
import dev.kvbench.time.NanoClock;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code kvbench calibrate}: measures what kvbench and this machine need by themselves. */
@Command(
    name = "calibrate",
    description =
        "Measure what kvbench and this machine need by themselves: how late timed sleeps end, how"
            + " long a request to a server that does nothing takes, the highest rate that kvbench"
            + " keeps. Every run on this machine shows it beside its figures from then on. Takes less"
            + " than a minute; the machine should have nothing else to do.",
    footerHeading = "%nWhere it is kept:%n",
    footer = {
      "  $XDG_CACHE_HOME/kvbench/calibration.json (else in ~/.cache), or the file that",
      "  KVBENCH_CALIBRATION names. It holds for this processor and this Java alone.",
      "",
      "Exit codes: 0 measured and kept; 3 the machine let nothing be measured, and",
      "nothing is kept; 130 interrupted; 5 the server could not be started; 2 the file",
      "cannot be written."
    })
final class CalibrateCommand implements Callable<Integer> {

  @Mixin Common common;

  private final Console console;

  CalibrateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    CalibrationFile file = CalibrationPlace.file();
    // Whether it can be kept is known before a minute is spent on it.
    int known = file.read().size();
    Calibrate calibrate =
        new Calibrate(Version.text(), NanoClock.system(), InstantSource.system(), new Told());
    console.out().println("calibrate: at most " + Math.round(calibrate.plannedSeconds()) + " s");
    try (Interrupts interrupts = Interrupts.to(calibrate::interrupt, "nothing is kept", console)) {
      Calibrate.Outcome outcome = calibrate.run();
      Calibration calibration = outcome.calibration();
      if (calibration == null) {
        if (outcome.refusal().isEmpty()) {
          interrupts.settled();
          return ExitCode.INTERRUPTED;
        }
        console
            .err()
            .println(
                "kvbench: nothing was kept: "
                    + outcome.refusal()
                    + ". Calibrate again when the machine has less to do.");
        return ExitCode.INVALID;
      }
      file.store(calibration);
      console.out().println();
      console.out().print(CalibrationText.of(calibration));
      console.out().println();
      console
          .out()
          .println(
              "kept in "
                  + file.path()
                  + (known > 1 ? " (with those of " + known + " machines)" : ""));
      interrupts.settled();
      return ExitCode.GOOD;
    }
  }

  /** Says how it goes. */
  private final class Told implements CalibrateListener {

    private final ProgressLine line = new ProgressLine(console);

    @Override
    public void began(String what, double seconds) {
      line.say(what + ", " + Figures.significant(seconds) + " s …");
    }

    @Override
    public void tried(double ratePerSecond, boolean kept, String why) {
      line.say("  " + Figures.rate(ratePerSecond) + (kept ? " kept" : " not kept: " + why));
    }
  }
}
