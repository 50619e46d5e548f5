package dev.kvbench.scenario;

import static dev.kvbench.scenario.Reading.get;
import static dev.kvbench.scenario.Reading.messages;
import static dev.kvbench.scenario.Reading.problems;
import static dev.kvbench.scenario.Reading.shown;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Files that are meant to hurt, or were never meant to be scenarios. */
class HostileInputTest {

  @Test
  void fiftyMegabytes_areRefusedUnread() {
    Problem problem = problems("x".repeat(50 << 20)).get(0);
    assertThat(problem.message()).isEqualTo("this file is larger than 1 MiB (52428800 characters)");
    assertThat(problem.lineText().length()).isLessThan(1000);
    assertThat(messages("steps: [fill]", "name=" + "x".repeat(50 << 20)))
        .containsExactly("this override is larger than 1 MiB");
  }

  @Test
  void deepNesting_isRefused() {
    assertThat(messages("steps: " + "[".repeat(100_000)))
        .containsExactly("this is nested more than 32 deep");
    assertThat(messages("a: " + "{a: ".repeat(100_000)))
        .containsExactly("this is nested more than 32 deep");
    assertThat(messages("- ".repeat(100_000))).containsExactly("this is nested more than 32 deep");
    assertThat(messages("? ".repeat(100_000))).containsExactly("this is nested more than 32 deep");
  }

  @Test
  void aliasBomb_isRefused() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 30; i++) {
      String alias = "*a" + (i - 1);
      bomb.append("a" + i + ": &a" + i + " [" + (alias + ", ").repeat(9) + alias + "]\n");
    }
    assertThat(messages(bomb.toString()))
        .containsExactly(
            "there are more than 20000 keys and values up to here, aliases counted in full");
  }

  @Test
  void manyNodes_areRefused() {
    assertThat(messages("steps: [" + "fill, ".repeat(100_000) + "]"))
        .containsExactly(
            "there are more than 20000 keys and values up to here, aliases counted in full");
  }

  @Test
  void hugeScalars_areCutInMessages() {
    String huge = "x".repeat(200_000);
    for (String text :
        List.of(
            "name: " + huge + "\nsteps: [fill]",
            huge + ": 1\nsteps: [fill]",
            "steps: [ " + huge + " ]",
            get("rate: 1, name: " + huge + ", x: 1"),
            get("rate: " + "9".repeat(200_000)),
            get("rate: 1, duration: " + "9".repeat(200_000) + "s"),
            "keys: { format: \"" + huge + "\" }\nsteps: [fill]",
            "connections: 0x" + "f".repeat(200_000) + "\nsteps: [fill]",
            "seed: 1e" + "9".repeat(200_000) + "\nsteps: [fill]",
            "target: { url: \"" + huge + "\" }\nsteps: [fill]",
            "steps: *" + huge)) {
      for (Problem problem : problems(text)) {
        assertThat(problem.text().length()).isLessThan(700);
      }
    }
    assertThat(shown("steps: [fill]", huge + ".x=1").length()).isLessThan(700);
    assertThat(shown("name: x\nsteps: [fill]", "name." + huge + "=1").length()).isLessThan(700);
  }

  @Test
  void numbersWithHugeExponents_areRefused() {
    assertThat(messages(get("rate: 1e999999999")))
        .containsExactly("steps.get.rate must be a rate within reason, not 1e999999999");
    assertThat(messages("seed: 1e2147483647\nsteps: [fill]")).hasSize(1);
    assertThat(messages("connections: 1e-2147483647\nsteps: [fill]")).hasSize(1);
    assertThat(messages("connections: 0e2147483647\nsteps: [fill]")).hasSize(1);
  }

  @Test
  void manyProblemsOnALongLine_areReported() {
    StringBuilder text = new StringBuilder("{ ");
    for (int i = 0; i < 9000; i++) {
      text.append("unheard-of-").append(i).append(": 1, ");
    }
    assertThat(problems(text + "steps: [fill] }")).hasSize(9000);
  }

  @Test
  void manySteps_areNamedAndReported() {
    assertThat(problems("steps: [ " + "!x get, ".repeat(15_000) + "]")).hasSize(30_000);
  }

  @Test
  void escapesForTheTerminal_areNotPrinted() {
    String text = "\"\\e[31m\\u202Ename\": 1\nsteps: [fill]\n\u202E: 5";
    assertThat(shown(text)).doesNotContain("\u001B", "\u202E").contains("\uFFFD[31m\uFFFDname");
    assertThat(shown("a: \"\\\u202E\"")).doesNotContain("\u202E");
    assertThat(shown("a: \u001B[31m")).doesNotContain("\u001B");
  }

  @Test
  void randomTexts_areReadOrReported() {
    Random random = new Random(42);
    String alphabet = "steps:gefilrat -[]{},\n\t&*!|>'\"%@#?0159.kM/=~\r\u0085\uFEFFя日";
    String start = "steps:\n  - fill: {}\n  - get: { rate: 5 }\nkeys: { count: 5 }\n";
    int reported = 0;
    for (int i = 0; i < 5_000; i++) {
      StringBuilder text = new StringBuilder(i % 2 == 0 ? start : "");
      for (int edit = random.nextInt(1, i % 2 == 0 ? 4 : 40); edit > 0; edit--) {
        char c = alphabet.charAt(random.nextInt(alphabet.length()));
        text.insert(random.nextInt(text.length() + 1), c);
      }
      try {
        assertThat(ScenarioReader.read("x", text.toString(), List.of()).steps()).isNotEmpty();
      } catch (ScenarioException e) {
        reported++;
        assertThat(e.problems()).isNotEmpty().allSatisfy(p -> assertThat(p.text()).contains("^"));
      }
    }
    assertThat(reported).isGreaterThan(500);
  }
}
