package dev.kvbench.run.contract;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An answer as it came over the wire.
 *
 * @param statusLine its first line
 * @param status the status code
 * @param reason the words behind the code; empty where there are none
 * @param headers line by line
 * @param chunkSizes the sizes of its chunks as they were written, the last of 0 left out; null
 *     where it came in no chunks
 * @param chunks the chunks; empty where it came in none
 * @param body all of its body
 * @param whole whether the body was read to its end, and not given up as longer than wanted
 */
record Reply(
    String statusLine,
    int status,
    String reason,
    List<String> headers,
    @Nullable List<String> chunkSizes,
    List<String> chunks,
    String body,
    boolean whole) {

  /** Copies the lists. */
  Reply {
    headers = List.copyOf(headers);
    chunkSizes = chunkSizes == null ? null : List.copyOf(chunkSizes);
    chunks = List.copyOf(chunks);
  }

  boolean isChunked() {
    return chunkSizes != null;
  }

  /** Whether it says that the connection ends behind it. */
  boolean saysClose() {
    String connection = header(headers, "connection").toLowerCase(Locale.ROOT);
    return connection.contains("close")
        || (statusLine.startsWith("HTTP/1.0") && !connection.contains("keep-alive"));
  }

  /** The value of a header; empty where there is none. */
  static String header(List<String> headers, String name) {
    String begin = name.toLowerCase(Locale.ROOT) + ":";
    return headers.stream()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(begin))
        .map(line -> line.substring(begin.length()).strip())
        .collect(Collectors.joining(", "));
  }

  /** The answer in a line for people. */
  String words() {
    return Bytes.shown(statusLine)
        + (body.isEmpty() ? "" : ", with a body of " + Bytes.countAndShown(body));
  }
}
