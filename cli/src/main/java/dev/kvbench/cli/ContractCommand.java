package dev.kvbench.cli;

import dev.kvbench.render.ContractText;
import dev.kvbench.result.ContractCheck;
import dev.kvbench.result.ContractResult;
import dev.kvbench.result.Figures;
import dev.kvbench.run.contract.ContractListener;
import dev.kvbench.run.contract.ContractSuite;
import dev.kvbench.scenario.TargetSpec;
import dev.kvbench.time.NanoClock;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code kvbench contract}: tries whether a server has the interface that kvbench loads. */
@Command(
    name = "contract",
    description =
        "Try whether a running server has the HTTP interface that kvbench loads, rule by rule, over"
            + " HTTP/1.1 and TCP. Only keys with a random prefix are written, and deleted again."
            + " Rules that fail are shown with what was sent, what came, and what would have been"
            + " right; remarks fail nothing. docs/contract.md has the reasons.",
    footerHeading = "%nExit codes:%n",
    footer = {
      "  0 every rule is kept; 1 one is not, or nothing is known of it; 5 the server",
      "  cannot be reached; 130 interrupted; 2 the command is wrong.",
      "",
      "Examples:",
      "  kvbench contract http://127.0.0.1:8080",
      "  kvbench contract https://127.0.0.1:8443 --trust ca.pem --timeout 2s"
    })
final class ContractCommand implements Callable<Integer> {

  @Parameters(paramLabel = "URL", description = "The server: scheme, host and port.")
  private String url;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "5s",
      description = "How long each rule may take (default: ${DEFAULT-VALUE}).")
  private String timeout;

  @Option(
      names = "--trust",
      paramLabel = "FILE",
      description = "Authorities, or certificates, in PEM, that an https server is believed by.")
  private @Nullable String trust;

  @Option(names = "--no-verify", description = "Believe every https server, whoever it says it is.")
  private boolean credulous;

  @Mixin Common common;

  private final Console console;

  ContractCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    TargetSpec.Url server = server();
    Told told = new Told();
    ContractSuite suite =
        new ContractSuite(
            server.url(),
            server.route(),
            OptionSettings.read("--timeout " + timeout, List.of("timeout=" + timeout))
                .timeoutNanos(),
            new SecureRandom(),
            NanoClock.system(),
            told);
    told.count = suite.count();
    console
        .out()
        .println(
            "contract of "
                + server.url()
                + ": "
                + suite.count()
                + " rules, at most "
                + Figures.duration(suite.mostSeconds() * 1e9));
    try (Interrupts interrupts =
        Interrupts.to(reason -> suite.interrupt(), "deleting the keys", console)) {
      ContractResult result = suite.run();
      told.line.erase();
      console.out().println();
      console.out().print(ContractText.summary(result));
      interrupts.settled();
      if (!result.isWhole()) {
        return ExitCode.INTERRUPTED;
      }
      return result.isGood() ? ExitCode.GOOD : ExitCode.MISSED;
    }
  }

  private TargetSpec.Url server() {
    TargetSpec plain = OptionSettings.read(url, List.of(OptionSettings.url("URL", url))).target();
    if (trust == null && !credulous) {
      return (TargetSpec.Url) plain;
    }
    String tls =
        (trust == null ? "" : "trust: " + OptionSettings.quoted(trust))
            + (trust != null && credulous ? ", " : "")
            + (credulous ? "verify: false" : "");
    String said = trust == null ? "--no-verify" : "--trust " + trust;
    String setting = "target={url: " + OptionSettings.quoted(url) + ", tls: {" + tls + "}}";
    return (TargetSpec.Url) OptionSettings.read(said, List.of(setting)).target();
  }

  /** Says how it goes: a line for each rule, and in a terminal which one is tried. */
  private final class Told implements ContractListener {

    private final ProgressLine line = new ProgressLine(console);
    private int count;

    @Override
    public void ruleBegan(int number, String name) {
      draw("trying " + name + ", " + number + " of " + count + " …");
    }

    @Override
    public void ruleEnded(ContractCheck check) {
      line.erase();
      console.out().print(ContractText.of(check));
    }

    @Override
    public void deleting(int keys) {
      draw("deleting " + Figures.count(keys) + " keys …");
    }

    private void draw(String text) {
      if (console.terminal()) {
        line.draw(text);
      }
    }
  }
}
