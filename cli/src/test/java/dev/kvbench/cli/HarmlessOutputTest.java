package dev.kvbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class HarmlessOutputTest {

  @Test
  void whatATerminalObeys_isReplaced_andAllElseStays() {
    assertThat(printed("µs ≥ 5 \t ключ 🙂 ¬©\n")).isEqualTo("µs ≥ 5 \t ключ 🙂 ¬©\n");
    assertThat(printed("\u001b]0;x\u0007\u007f\u009b31m"))
        .isEqualTo("\uFFFD]0;x\uFFFD\uFFFD\uFFFD31m");
  }

  private static String printed(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(new HarmlessOutput(bytes), true, StandardCharsets.UTF_8);
    out.print(text);
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
