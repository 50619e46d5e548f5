package dev.kvbench.render;

import dev.kvbench.result.Figures;
import dev.kvbench.result.LawCheck;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How kvbench compares with a server of a known law, as plain text: what must be, what really was,
 * what kvbench says, side by side. No line is wider than {@value #WIDTH} columns.
 */
public final class LawCheckText {

  /** Columns that a line has at most. */
  public static final int WIDTH = 78;

  private static final List<String> HEADER =
      List.of("", "by law", "really", "kvbench", "off by", "allowed", "");
  private static final String INDENT = "  ";
  private static final String GAP = "  ";

  private LawCheckText() {}

  /** Returns the comparison of one law; it ends with a line end. */
  public static String of(LawCheck check) {
    StringBuilder out = new StringBuilder();
    wrap(out, "", check.name() + ": the server " + check.words());
    out.append(INDENT)
        .append(Figures.count(check.requests()))
        .append(" requests, ")
        .append(Figures.rate(check.ratePerSecond()))
        .append(" for ")
        .append(Figures.duration(check.seconds() * 1e9))
        .append(" over ")
        .append(check.connections())
        .append(" connections\n");
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEADER);
    check.percentiles().forEach(row -> rows.add(cells(row)));
    check.ledger().forEach(count -> rows.add(cells(count)));
    table(out, rows);
    for (String reason : check.reasons()) {
      wrap(out, reason);
    }
    for (String doubt : check.doubts()) {
      wrap(out, doubt);
    }
    if (check.percentiles().stream().anyMatch(row -> row.outcome() != LawCheck.Outcome.PASS)) {
      wrap(out, machine(check.disturbance()));
    }
    Double steal = check.stealShare();
    if (steal != null && steal > 0) {
      wrap(
          out,
          "the host took " + Phrases.share(steal) + " of the machine's processor time (steal)");
    }
    return out.append(INDENT).append(verdict(check)).append('\n').toString();
  }

  /** Returns what all laws together come to, in a sentence or two; it ends with a line end. */
  public static String summary(List<LawCheck> checks, int planned) {
    StringBuilder out = new StringBuilder();
    long passed = checks.stream().filter(check -> check.outcome().isGood()).count();
    List<String> failed = named(checks, LawCheck.Outcome.FAIL);
    List<String> disturbed = named(checks, LawCheck.Outcome.DISTURBED);
    if (checks.size() < planned) {
      wrap(out, "", "Interrupted: " + passed + " of " + planned + " laws passed until then.");
    } else if (failed.isEmpty() && disturbed.isEmpty()) {
      wrap(
          out,
          "",
          planned == 1
              ? "kvbench measures what is really there: the law passed."
              : "kvbench measures what is really there: all " + planned + " laws passed.");
    }
    if (!failed.isEmpty()) {
      wrap(
          out,
          "",
          "FAIL: kvbench's figures are not what they must be ("
              + String.join(", ", failed)
              + "). Do not trust its figures on this machine before that is explained.");
    }
    if (!disturbed.isEmpty()) {
      wrap(
          out,
          "",
          "Nothing is shown: the machine disturbed the test ("
              + String.join(", ", disturbed)
              + "). Test again when it has less to do, or on another machine.");
    }
    return out.toString();
  }

  private static List<String> named(List<LawCheck> checks, LawCheck.Outcome outcome) {
    return checks.stream().filter(check -> check.outcome() == outcome).map(LawCheck::name).toList();
  }

  private static List<String> cells(LawCheck.Row row) {
    Double served = row.servedMicros();
    Double measured = row.measuredMicros();
    return List.of(
        "p" + row.percentile(),
        Figures.micros(row.lawMicros()),
        micros(served),
        (row.bound() ? "≥ " : "") + micros(measured),
        served == null || measured == null
            ? Phrases.NONE
            : (measured < served ? "−" : "+") + Figures.micros(Math.abs(measured - served)),
        Figures.micros(row.toleranceMicros()),
        word(row.outcome()));
  }

  private static List<String> cells(LawCheck.Count count) {
    long off = count.measured() - count.expected();
    return List.of(
        count.name(),
        Figures.count(count.expected()),
        "",
        Figures.count(count.measured()),
        (off < 0 ? "−" : off > 0 ? "+" : "") + Figures.count(Math.abs(off)),
        "0",
        off == 0 ? "pass" : "FAIL");
  }

  private static String micros(@Nullable Double micros) {
    return micros == null ? Phrases.NONE : Figures.micros(micros);
  }

  private static String word(LawCheck.Outcome outcome) {
    return switch (outcome) {
      case PASS -> "pass";
      case LATE -> "pass*";
      case DISTURBED -> "disturbed";
      case FAIL -> "FAIL";
    };
  }

  private static String verdict(LawCheck check) {
    return switch (check.outcome()) {
      case PASS -> "PASS";
      case LATE -> "PASS (* later than the law, as it really was by the server's record)";
      case DISTURBED -> "DISTURBED: this law shows nothing on this machine just now";
      case FAIL -> "FAIL";
    };
  }

  private static String machine(LawCheck.Disturbance disturbance) {
    return "the machine: a thread that sleeps a millisecond at a time was woken over 150 µs late "
        + lateness(disturbance.server())
        + " in the server's process, and "
        + lateness(disturbance.kvbench())
        + " in kvbench's";
  }

  private static String lateness(LawCheck.Lateness lateness) {
    return Figures.count(lateness.wakings())
        + (lateness.wakings() == 1 ? " time" : " times")
        + " ("
        + Phrases.share(lateness.share())
        + " of the time, "
        + Figures.micros(lateness.longestMicros())
        + " at most)";
  }

  private static void table(StringBuilder out, List<List<String>> rows) {
    int[] widths = new int[HEADER.size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], width(row.get(i)));
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder(INDENT);
      for (int i = 0; i < widths.length; i++) {
        String space = " ".repeat(widths[i] - width(row.get(i)));
        boolean left = i == 0 || i == widths.length - 1;
        line.append(i == 0 ? "" : GAP).append(left ? row.get(i) + space : space + row.get(i));
      }
      out.append(line.toString().stripTrailing()).append('\n');
    }
  }

  private static void wrap(StringBuilder out, String text) {
    wrap(out, INDENT, text);
  }

  private static void wrap(StringBuilder out, String indent, String text) {
    new WrappedText(out, WIDTH).add(indent, text);
  }

  private static int width(String text) {
    return WrappedText.width(text);
  }
}
