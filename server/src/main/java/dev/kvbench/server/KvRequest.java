package dev.kvbench.server;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import one.nio.http.HttpException;
import one.nio.http.Request;
import org.jspecify.annotations.Nullable;

/**
 * A request whose target stays the bytes that were sent, since keys are bytes: one-nio would decode
 * them to text, and not every key is text. {@link #getURI} is therefore empty.
 */
final class KvRequest extends Request {

  /** What {@link #getMethod} gives for every method that no path of the server knows. */
  static final int METHOD_OTHER = 0;

  /** The body of a request whose real one was too large to be kept. */
  static final byte[] TOO_LARGE = {};

  /** Stands in a pipeline for something that is no request. */
  static final KvRequest UNREADABLE = new KvRequest(METHOD_OTHER, new byte[0], true);

  private static final byte[] GET = ascii("GET");
  private static final byte[] PUT = ascii("PUT");
  private static final byte[] DELETE = ascii("DELETE");
  private static final byte[] VERSION_1 = ascii(" HTTP/1.");

  private final byte[] target;
  private final int pathLength;
  private long readAtNanos;

  private KvRequest(int method, byte[] target, boolean http11) {
    super(method, "", http11);
    this.target = target;
    this.pathLength = indexOf(target, '?', 0, target.length);
  }

  /**
   * Reads a request line, {@code METHOD TARGET HTTP/1.x}.
   *
   * @param length in bytes, without the line end
   * @throws HttpException if it is none
   */
  static KvRequest parse(byte[] buffer, int start, int length) throws HttpException {
    int end = start + length;
    int methodEnd = indexOf(buffer, ' ', start, end);
    int targetStart = methodEnd + 1;
    int targetEnd = end - VERSION_1.length - 1;
    if (methodEnd == start
        || targetStart >= targetEnd
        || !Arrays.equals(buffer, targetEnd, end - 1, VERSION_1, 0, VERSION_1.length)
        || indexOf(buffer, ' ', targetStart, targetEnd) < targetEnd) {
      throw new HttpException("Not a request line of HTTP/1");
    }
    return new KvRequest(
        method(buffer, start, methodEnd),
        Arrays.copyOfRange(buffer, targetStart, targetEnd),
        buffer[end - 1] != '0');
  }

  /** Notes when the request had been read whole, by the clock of the workers. */
  void wasReadAt(long nanos) {
    readAtNanos = nanos;
  }

  long readAtNanos() {
    return readAtNanos;
  }

  boolean pathIs(byte[] path) {
    return Arrays.equals(target, 0, pathLength, path, 0, path.length);
  }

  /**
   * The decoded bytes of the first parameter of this name.
   *
   * @param nameAndEquals the name with its {@code =}
   * @return null where there is no such parameter
   * @throws HttpException if its percent-encoding is broken
   */
  byte @Nullable [] parameter(byte[] nameAndEquals) throws HttpException {
    int at = pathLength + 1;
    while (at < target.length) {
      int end = indexOf(target, '&', at, target.length);
      int value = at + nameAndEquals.length;
      if (value <= end
          && Arrays.equals(target, at, value, nameAndEquals, 0, nameAndEquals.length)) {
        return decode(value, end);
      }
      at = end + 1;
    }
    return null;
  }

  boolean keepsAlive() {
    String connection = getHeader("Connection:");
    return isHttp11()
        ? !"close".equalsIgnoreCase(connection)
        : "keep-alive".equalsIgnoreCase(connection);
  }

  private byte[] decode(int start, int end) throws HttpException {
    byte[] decoded = Arrays.copyOfRange(target, start, end);
    int length = 0;
    for (int i = start; i < end; i++) {
      byte b = target[i];
      if (b == '%') {
        if (end - i < 3) {
          throw new HttpException("Percent-encoding cut short");
        }
        b = (byte) (hexDigit(target[i + 1]) << 4 | hexDigit(target[i + 2]));
        i += 2;
      } else if (b == '+') {
        b = ' ';
      }
      decoded[length++] = b;
    }
    return length == decoded.length ? decoded : Arrays.copyOf(decoded, length);
  }

  private static int hexDigit(byte b) throws HttpException {
    if (b >= '0' && b <= '9') {
      return b - '0';
    }
    int lower = b | 0x20;
    if (lower >= 'a' && lower <= 'f') {
      return lower - 'a' + 10;
    }
    throw new HttpException("Not a hexadecimal digit");
  }

  private static int method(byte[] buffer, int start, int end) {
    if (Arrays.equals(buffer, start, end, GET, 0, GET.length)) {
      return METHOD_GET;
    }
    if (Arrays.equals(buffer, start, end, PUT, 0, PUT.length)) {
      return METHOD_PUT;
    }
    return Arrays.equals(buffer, start, end, DELETE, 0, DELETE.length)
        ? METHOD_DELETE
        : METHOD_OTHER;
  }

  /** Where the byte is first, or {@code end}. */
  private static int indexOf(byte[] bytes, char wanted, int start, int end) {
    int i = start;
    while (i < end && bytes[i] != wanted) {
      i++;
    }
    return i;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
