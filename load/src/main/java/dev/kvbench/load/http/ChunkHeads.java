package dev.kvbench.load.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.nio.SessionInputBuffer;
import org.apache.hc.core5.util.CharArrayBuffer;

/**
 * A connection's input while an answer comes in chunks, where a chunk's size has no sign: RFC 9112
 * section 7.1 knows hexadecimal digits only. HttpCore's decoder reads {@code -1} as a number, and
 * then as the sign that it has none yet, so that the answer would never end. For one answer.
 */
final class ChunkHeads implements SessionInputBuffer {

  private final SessionInputBuffer input;
  private boolean inTrailers;

  ChunkHeads(SessionInputBuffer input) {
    this.input = input;
  }

  @Override
  public boolean readLine(CharArrayBuffer line, boolean endOfStream) throws IOException {
    boolean whole = input.readLine(line, endOfStream);
    if (whole && !inTrailers && !line.isEmpty()) {
      char first = line.charAt(0);
      if (first == '-' || first == '+') {
        throw new MalformedChunkCodingException("Bad chunk header: " + line);
      }
      inTrailers = isZero(line);
    }
    return whole;
  }

  /** Whether the last chunk begins, behind which there are trailers. */
  private static boolean isZero(CharArrayBuffer line) {
    int digits = 0;
    while (digits < line.length() && line.charAt(digits) == '0') {
      digits++;
    }
    return digits > 0
        && (digits == line.length() || line.charAt(digits) == ';' || line.charAt(digits) == ' ');
  }

  @Override
  public boolean hasData() {
    return input.hasData();
  }

  @Override
  public int length() {
    return input.length();
  }

  @Override
  public int fill(ReadableByteChannel source) throws IOException {
    return input.fill(source);
  }

  @Override
  public int read() {
    return input.read();
  }

  @Override
  public int read(ByteBuffer target, int most) {
    return input.read(target, most);
  }

  @Override
  public int read(ByteBuffer target) {
    return input.read(target);
  }

  @Override
  public int read(WritableByteChannel target, int most) throws IOException {
    return input.read(target, most);
  }

  @Override
  public int read(WritableByteChannel target) throws IOException {
    return input.read(target);
  }
}
