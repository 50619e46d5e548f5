package dev.kvbench.server;

import java.nio.charset.StandardCharsets;

/** An answer without a body, as the bytes that go over the wire. */
final class Answer {

  static final Answer OK = new Answer("200 OK");
  static final Answer CREATED = new Answer("201 Created");
  static final Answer ACCEPTED = new Answer("202 Accepted");
  static final Answer BAD_REQUEST = new Answer("400 Bad Request");
  static final Answer NOT_FOUND = new Answer("404 Not Found");
  static final Answer ONLY_GET = new Answer("405 Method Not Allowed\r\nAllow: GET");
  static final Answer ONLY_GET_PUT_DELETE =
      new Answer("405 Method Not Allowed\r\nAllow: GET, PUT, DELETE");
  static final Answer REQUEST_TIMEOUT = new Answer("408 Request Timeout");
  static final Answer LENGTH_REQUIRED = new Answer("411 Length Required");
  static final Answer CONTENT_TOO_LARGE = new Answer("413 Content Too Large");
  static final Answer INTERNAL_ERROR = new Answer("500 Internal Server Error");
  static final Answer SERVICE_UNAVAILABLE = new Answer("503 Service Unavailable");
  static final Answer VERSION_NOT_SUPPORTED = new Answer("505 HTTP Version Not Supported");

  private static final byte[] VALUE_HEAD = head("200 OK", true, "Content-Length: ");
  private static final byte[] LAST_VALUE_HEAD = head("200 OK", false, "Content-Length: ");
  private static final byte[] RANGE_HEAD =
      head("200 OK", true, "Transfer-Encoding: chunked\r\n\r\n");
  private static final byte[] LAST_RANGE_HEAD =
      head("200 OK", false, "Transfer-Encoding: chunked\r\n\r\n");

  private final byte[] keepAlive;
  private final byte[] close;

  private Answer(String status) {
    keepAlive = head(status, true, "Content-Length: 0\r\n\r\n");
    close = head(status, false, "Content-Length: 0\r\n\r\n");
  }

  byte[] bytes(boolean keepAlive) {
    return keepAlive ? this.keepAlive : close;
  }

  /** Status and headers of a range, to be followed by its chunks. */
  static byte[] rangeHead(boolean keepAlive) {
    return keepAlive ? RANGE_HEAD : LAST_RANGE_HEAD;
  }

  /** A whole 200 with this value, in one array so that it is one write to the socket. */
  static byte[] value(byte[] value, boolean keepAlive) {
    byte[] head = keepAlive ? VALUE_HEAD : LAST_VALUE_HEAD;
    int digits = 1;
    for (int rest = value.length; rest >= 10; rest /= 10) {
      digits++;
    }
    byte[] bytes = new byte[head.length + digits + 4 + value.length];
    System.arraycopy(head, 0, bytes, 0, head.length);
    int at = head.length + digits;
    int rest = value.length;
    for (int i = at - 1; i >= head.length; i--) {
      bytes[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    bytes[at++] = '\r';
    bytes[at++] = '\n';
    bytes[at++] = '\r';
    bytes[at++] = '\n';
    System.arraycopy(value, 0, bytes, at, value.length);
    return bytes;
  }

  private static byte[] head(String status, boolean keepAlive, String end) {
    String connection = keepAlive ? "Connection: keep-alive\r\n" : "Connection: close\r\n";
    return ("HTTP/1.1 " + status + "\r\n" + connection + end).getBytes(StandardCharsets.US_ASCII);
  }
}
