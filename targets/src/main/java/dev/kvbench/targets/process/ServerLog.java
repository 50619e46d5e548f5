package dev.kvbench.targets.process;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What one process has written to a log file that others may have written to before it. Read piece
 * by piece, so that a server that writes much costs no more memory than one that writes little.
 */
final class ServerLog {

  private static final int PIECE_BYTES = 1 << 16;
  private static final int TAIL_BYTES = 1 << 14;

  /** No line that is waited for is longer; a line that is gets cut. */
  private static final int MAX_LINE_BYTES = 1 << 16;

  private static final int MAX_SHOWN = 300;
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}]+");

  private final Path file;
  private final long start;
  private final ByteArrayOutputStream unfinished = new ByteArrayOutputStream();
  private long position;

  /** What is written to {@code file} from now on. */
  ServerLog(Path file) throws IOException {
    this.file = file;
    this.start = Files.exists(file) ? Files.size(file) : 0;
    this.position = start;
  }

  /** The whole lines that were written since the last call; at most a piece of the file. */
  List<String> newLines() {
    List<String> lines = new ArrayList<>();
    for (byte each : read(position, PIECE_BYTES)) {
      position++;
      if (each == '\n' || unfinished.size() >= MAX_LINE_BYTES) {
        lines.add(unfinished.toString(StandardCharsets.UTF_8).stripTrailing());
        unfinished.reset();
      }
      if (each != '\n') {
        unfinished.write(each);
      }
    }
    return lines;
  }

  /**
   * The last lines that are not blank, at most {@code count} of them, fit for a message: long ones
   * are cut, and what would control a terminal is a blank.
   */
  List<String> lastLines(int count) {
    long length = file.toFile().length();
    long from = Math.max(start, length - TAIL_BYTES);
    List<String> lines =
        new String(read(from, TAIL_BYTES), StandardCharsets.UTF_8)
            .lines()
            .map(line -> CONTROL.matcher(line).replaceAll(" ").strip())
            .filter(line -> !line.isEmpty())
            .map(line -> line.length() > MAX_SHOWN ? line.substring(0, MAX_SHOWN) + "…" : line)
            .toList();
    return lines.subList(Math.max(0, lines.size() - count), lines.size());
  }

  private byte[] read(long from, int most) {
    try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "r")) {
      int length = (int) Math.max(0, Math.min(most, opened.length() - from));
      byte[] bytes = new byte[length];
      opened.seek(from);
      opened.readFully(bytes);
      return bytes;
    } catch (IOException e) {
      return new byte[0];
    }
  }
}
