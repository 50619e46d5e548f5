package dev.kvbench.targets.resources;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that went through all network interfaces that a process sees, loopback among them, whoever
 * sent them: Linux counts none by process.
 *
 * @param received bytes since the interfaces were made
 * @param sent likewise
 */
record Traffic(long received, long sent) {

  private static final Pattern SPACES = Pattern.compile("\\s+");
  private static final int RECEIVED = 0;
  private static final int SENT = 8;

  /** Looks now; null where the system does not tell. */
  static @Nullable Traffic of(long pid) {
    try {
      return read(Files.readAllLines(Path.of("/proc", Long.toString(pid), "net", "dev")));
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  /** Reads the lines of {@code net/dev}: two of headings, then an interface each. */
  static Traffic read(List<String> lines) {
    long received = 0;
    long sent = 0;
    for (String line : lines.subList(2, lines.size())) {
      String[] fields = SPACES.split(line.substring(line.indexOf(':') + 1).strip());
      received += Long.parseLong(fields[RECEIVED]);
      sent += Long.parseLong(fields[SENT]);
    }
    return new Traffic(received, sent);
  }
}
