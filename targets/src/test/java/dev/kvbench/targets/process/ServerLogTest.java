package dev.kvbench.targets.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerLogTest {

  @TempDir private Path folder;

  private void write(String text) throws IOException {
    Files.writeString(
        folder.resolve("log"), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private ServerLog log() throws IOException {
    return new ServerLog(folder.resolve("log"));
  }

  @Test
  void newLines_areWholeOnes_ofThisServerAlone() throws IOException {
    write("of the one before\n");
    ServerLog log = log();
    assertThat(log.newLines()).isEmpty();
    write("one\ntw");
    assertThat(log.newLines()).containsExactly("one");
    assertThat(log.newLines()).isEmpty();
    write("o\r\n\nthree ü\n");
    assertThat(log.newLines()).containsExactly("two", "", "three ü");
  }

  @Test
  void newLines_ofALogThatIsNotThereYet_areNone() throws IOException {
    assertThat(log().newLines()).isEmpty();
    assertThat(log().lastLines(3)).isEmpty();
  }

  @Test
  void newLines_ofALargeLog_comePieceByPiece_andALineWithoutAnEndIsCut() throws IOException {
    ServerLog log = log();
    write("x".repeat(200_000) + "\nlast\n");
    List<String> lines = new ArrayList<>();
    for (int calls = 0; !lines.contains("last"); calls++) {
      assertThat(calls).isLessThan(10);
      lines.addAll(log.newLines());
    }
    assertThat(lines.stream().mapToInt(String::length).sum()).isEqualTo(200_004);
    assertThat(lines).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(65_536));
  }

  @Test
  void lastLines_areNotBlank_andOfThisServerAlone() throws IOException {
    write("of the one before\n");
    ServerLog log = log();
    write("one\n\n");
    assertThat(log.lastLines(3)).containsExactly("one");
    write("two\nthree\nfour");
    assertThat(log.lastLines(3)).containsExactly("two", "three", "four");
    write("x".repeat(100_000) + "\nend\n");
    assertThat(log.lastLines(1)).containsExactly("end");
    write("\u001b[31mred\u0007\n");
    assertThat(log.lastLines(1)).containsExactly("[31mred");
    assertThat(log.lastLines(3).get(0)).hasSize(301).endsWith("x…");
  }
}
