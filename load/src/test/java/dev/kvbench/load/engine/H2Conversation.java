package dev.kvbench.load.engine;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A server's side of HTTP/2 (RFC 9113) that goes as far as a test wants: it sends its settings,
 * acknowledges the client's, and leaves each request to the test.
 */
final class H2Conversation {

  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int RST_STREAM = 3;
  static final int SETTINGS = 4;
  static final int GOAWAY = 7;

  static final int END_STREAM = 1;
  static final int END_HEADERS = 4;
  private static final int ACK = 1;

  /** {@code :status: 200}, as the static table of HPACK (RFC 7541) has it. */
  static final byte[] STATUS_200 = {(byte) 0x88};

  private static final int PREFACE_BYTES = 24;

  /** What to do with a request. */
  @FunctionalInterface
  interface OnRequest {
    /**
     * Answers a request, or does something else.
     *
     * @return whether to go on reading from the connection; it is closed otherwise
     */
    boolean serve(int stream, OutputStream out) throws IOException;
  }

  private H2Conversation() {}

  /** Holds the conversation. */
  static void hold(Socket socket, OnRequest onRequest) throws IOException {
    InputStream in = new BufferedInputStream(socket.getInputStream());
    OutputStream out = socket.getOutputStream();
    in.skipNBytes(PREFACE_BYTES);
    out.write(frame(SETTINGS, 0, 0));
    while (true) {
      byte[] head = in.readNBytes(9);
      if (head.length < 9) {
        return;
      }
      ByteBuffer fields = ByteBuffer.wrap(head);
      int length = (fields.getShort() & 0xffff) << 8 | (fields.get() & 0xff);
      int type = fields.get();
      int flags = fields.get();
      int stream = fields.getInt();
      in.skipNBytes(length);
      if (type == SETTINGS && flags != ACK) {
        out.write(frame(SETTINGS, ACK, 0));
      } else if (type == HEADERS && !onRequest.serve(stream, out)) {
        return;
      }
    }
  }

  /** Returns a frame. */
  static byte[] frame(int type, int flags, int stream, byte... payload) {
    ByteBuffer frame = ByteBuffer.allocate(9 + payload.length);
    frame.put((byte) (payload.length >> 16)).putShort((short) payload.length);
    frame.put((byte) type).put((byte) flags).putInt(stream).put(payload);
    return frame.array();
  }

  /** Returns 200 with {@code body}. */
  static byte[] answer(int stream, String body) throws IOException {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    answer.write(frame(HEADERS, END_HEADERS, stream, STATUS_200));
    answer.write(frame(DATA, END_STREAM, stream, body.getBytes(StandardCharsets.US_ASCII)));
    return answer.toByteArray();
  }

  /** Returns the end of a connection: the last stream that was looked at, and why. */
  static byte[] goAway(int lastStream, int error) {
    return frame(GOAWAY, 0, 0, ByteBuffer.allocate(8).putInt(lastStream).putInt(error).array());
  }

  /** Returns the end of a stream. */
  static byte[] reset(int stream, int error) {
    return frame(RST_STREAM, 0, stream, ByteBuffer.allocate(4).putInt(error).array());
  }
}
