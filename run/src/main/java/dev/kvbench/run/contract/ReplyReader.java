package dev.kvbench.run.contract;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads one answer byte by byte, as strictly as RFC 9112 lets a server write it, and holds no more
 * of it than it was told to.
 */
final class ReplyReader {

  private static final int MOST_HEAD_BYTES = 64 * 1024;
  private static final int MOST_INTERIM = 8;
  private static final int MOST_SEEN = 200;
  private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.[01] (\\d{3})(?: (.*))?");
  private static final Pattern CHUNK_SIZE = Pattern.compile("([0-9A-Fa-f]{1,8})[ \\t]*(?:;.*)?");
  private static final Pattern LENGTH = Pattern.compile("\\d{1,15}");

  private final InputStream in;
  private final long mostBodyBytes;
  private final StringBuilder seen = new StringBuilder();
  private final StringBuilder body = new StringBuilder();
  private int headBytes;

  /**
   * @param mostBodyBytes where the body is longer, the reading ends there
   */
  ReplyReader(InputStream in, long mostBodyBytes) {
    this.in = in;
    this.mostBodyBytes = mostBodyBytes;
  }

  /** The first bytes that were read. */
  String seen() {
    return seen.toString();
  }

  /**
   * Reads an answer.
   *
   * @param bodyless whether it has no body whatever its headers say, as one to HEAD
   * @throws ProtocolException if it is none, with what is wrong with it
   * @throws EOFException if the connection ends before it
   */
  Reply read(boolean bodyless) throws IOException {
    for (int i = 0; i < MOST_INTERIM; i++) {
      String statusLine = line();
      Matcher parts = STATUS_LINE.matcher(statusLine);
      if (!parts.matches()) {
        throw new ProtocolException("no status line of HTTP/1");
      }
      int status = Integer.parseInt(parts.group(1));
      List<String> headers = new ArrayList<>();
      for (String header = line(); !header.isEmpty(); header = line()) {
        if (header.indexOf(':') < 1) {
          throw new ProtocolException("a header without a colon");
        }
        headers.add(header);
      }
      if (status >= 200) {
        String reason = parts.group(2);
        return body(statusLine, status, reason == null ? "" : reason.strip(), headers, bodyless);
      }
    }
    throw new ProtocolException("interim answers without end");
  }

  private Reply body(
      String statusLine, int status, String reason, List<String> headers, boolean bodyless)
      throws IOException {
    List<String> chunks = new ArrayList<>();
    List<String> sizes = null;
    boolean whole = true;
    String coding = Reply.header(headers, "transfer-encoding");
    String length = Reply.header(headers, "content-length");
    if (bodyless || status == 204 || status == 304) {
      // The answer ends with its headers.
    } else if (!coding.isEmpty()) {
      if (!coding.equalsIgnoreCase("chunked")) {
        throw new ProtocolException("a transfer encoding that nobody asked for");
      }
      sizes = new ArrayList<>();
      whole = chunks(sizes, chunks);
    } else if (!length.isEmpty()) {
      if (!LENGTH.matcher(length).matches()) {
        throw new ProtocolException("a Content-Length that is no number");
      }
      whole = bytes(Long.parseLong(length), true);
    } else {
      whole = bytes(Long.MAX_VALUE, false);
    }
    return new Reply(statusLine, status, reason, headers, sizes, chunks, body.toString(), whole);
  }

  private boolean chunks(List<String> sizes, List<String> chunks) throws IOException {
    while (true) {
      headBytes = 0;
      Matcher size = CHUNK_SIZE.matcher(line());
      if (!size.matches()) {
        throw new ProtocolException("a chunk without its size");
      }
      long length = Long.parseLong(size.group(1), 16);
      if (length == 0) {
        for (String trailer = line(); !trailer.isEmpty(); trailer = line()) {
          // What stands there changes nothing.
        }
        return true;
      }
      int before = body.length();
      boolean all = bytes(length, true);
      sizes.add(size.group(1));
      chunks.add(body.substring(before));
      if (!all || body.length() >= mostBodyBytes) {
        return false;
      }
      if (!line().isEmpty()) {
        throw new ProtocolException("a chunk that is longer than its size");
      }
    }
  }

  /**
   * Adds bytes to the body.
   *
   * @param exactly whether there must be so many, and not fewer
   * @return whether all were read, and not given up
   */
  private boolean bytes(long count, boolean exactly) throws IOException {
    for (long left = count; left > 0; left--) {
      if (body.length() >= mostBodyBytes) {
        return false;
      }
      int b = in.read();
      if (b < 0) {
        if (exactly) {
          throw new EOFException();
        }
        return true;
      }
      note(b);
      body.append((char) b);
    }
    return true;
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException();
      }
      note(b);
      if (++headBytes > MOST_HEAD_BYTES) {
        throw new ProtocolException("headers without end");
      }
      line.append((char) b);
    }
    note('\n');
    int last = line.length() - 1;
    if (last < 0 || line.charAt(last) != '\r') {
      throw new ProtocolException("a line that does not end with CR LF");
    }
    return line.substring(0, last);
  }

  private void note(int b) {
    if (seen.length() < MOST_SEEN) {
      seen.append((char) b);
    }
  }
}
