package dev.kvbench.render;

import dev.kvbench.result.ContractCheck;
import dev.kvbench.result.ContractCheck.Outcome;
import dev.kvbench.result.ContractResult;
import dev.kvbench.result.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How a server keeps the contract, as plain text: a line for each rule, and under one that is not
 * kept what was sent, what came, and what would have been right. Lines are broken at {@value
 * #WIDTH} columns where there is a space.
 */
public final class ContractText {

  /** Columns that a line of words has at most. */
  public static final int WIDTH = 78;

  private static final String DETAIL = " ".repeat(10);

  private ContractText() {}

  /** Returns how one rule came out; it ends with a line end. */
  public static String of(ContractCheck check) {
    StringBuilder out = new StringBuilder();
    out.append(
        String.format(
            Locale.ROOT,
            "%-8s%-23s%s\n",
            word(check.outcome()),
            check.name(),
            PlainText.line(check.words())));
    detail(out, "sent:  ", check.sent());
    detail(out, "came:  ", check.came());
    detail(out, "right: ", check.right());
    return out.toString();
  }

  /** Returns what all rules together come to; it ends with a line end. */
  public static String summary(ContractResult result) {
    StringBuilder out = new StringBuilder();
    WrappedText text = new WrappedText(out, WIDTH);
    long passed = named(result, Outcome.PASS).size();
    List<String> failed = named(result, Outcome.FAIL);
    List<String> untried = named(result, Outcome.UNTRIED);
    List<String> remarked = named(result, Outcome.REMARK);
    List<String> sentences = new ArrayList<>();
    if (!result.isWhole()) {
      sentences.add(
          "Interrupted: "
              + Figures.count(result.checks().size())
              + " of "
              + Figures.count(result.planned())
              + " rules were tried until then.");
    }
    if (!failed.isEmpty()) {
      sentences.add("FAIL: " + rules(failed.size()) + " not kept (" + list(failed) + ").");
    }
    if (!untried.isEmpty()) {
      sentences.add(
          "Nothing is known of " + Figures.count(untried.size()) + " (" + list(untried) + ").");
    }
    if (result.isGood()) {
      sentences.add("The server keeps the contract: " + rules(passed) + " kept.");
    } else {
      sentences.add(rules(passed) + " kept.");
    }
    if (!remarked.isEmpty()) {
      sentences.add("Remarks, which fail nothing: " + list(remarked) + ".");
    }
    text.add("", String.join(" ", sentences));
    if (result.keysLeft() > 0) {
      text.add(
          "",
          Figures.count(result.keysLeft())
              + " of kvbench's own keys could not be deleted again; they begin with "
              + result.keyPrefix()
              + ".");
    }
    return out.toString();
  }

  private static void detail(StringBuilder out, String label, String text) {
    if (!text.isEmpty()) {
      new WrappedText(out, WIDTH).add(DETAIL + label, DETAIL + " ".repeat(label.length()), text);
    }
  }

  private static List<String> named(ContractResult result, Outcome outcome) {
    return result.checks().stream()
        .filter(check -> check.outcome() == outcome)
        .map(ContractCheck::name)
        .toList();
  }

  private static String rules(long count) {
    return Figures.count(count) + (count == 1 ? " rule is" : " rules are");
  }

  private static String list(List<String> names) {
    return String.join(", ", names);
  }

  private static String word(Outcome outcome) {
    return switch (outcome) {
      case PASS -> "pass";
      case REMARK -> "remark";
      case FAIL -> "FAIL";
      case UNTRIED -> "untried";
    };
  }
}
