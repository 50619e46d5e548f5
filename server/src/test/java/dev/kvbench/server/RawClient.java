package dev.kvbench.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A client that sends bytes as they are told and reads answers byte for byte. */
final class RawClient implements Closeable {

  // far above what a loaded machine needs: a server that does not answer fails the test
  private static final int DEADLINE_MILLIS = 30_000;

  /** What was read of one answer: the head as sent, and the body's chunks, or its one part. */
  record Reply(String head, List<byte[]> chunks) {

    int status() {
      return Integer.parseInt(head.substring(9, 12));
    }

    String header(String name) {
      for (String line : head.split("\r\n")) {
        if (line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ": ")) {
          return line.substring(name.length() + 2);
        }
      }
      return "";
    }

    List<String> texts() {
      return chunks.stream().map(chunk -> new String(chunk, UTF_8)).toList();
    }

    String text() {
      return String.join("", texts());
    }
  }

  private final Socket socket = new Socket();
  private final InputStream in;

  RawClient(int port) throws IOException {
    this(port, 0);
  }

  /**
   * @param receiveBufferBytes how much the kernel takes on the client's behalf; 0 for its default
   */
  RawClient(int port, int receiveBufferBytes) throws IOException {
    if (receiveBufferBytes > 0) {
      socket.setReceiveBufferSize(receiveBufferBytes);
    }
    socket.setSoTimeout(DEADLINE_MILLIS);
    socket.setTcpNoDelay(true);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), DEADLINE_MILLIS);
    in = new BufferedInputStream(socket.getInputStream());
  }

  void send(String text) throws IOException {
    send(text.getBytes(UTF_8));
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  void sendRequest(String line) throws IOException {
    send(line + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }

  Reply request(String line) throws IOException {
    sendRequest(line);
    return read();
  }

  Reply put(String id, byte[] value) throws IOException {
    send("PUT /v0/entity?id=" + id + " HTTP/1.1\r\nContent-Length: " + value.length + "\r\n\r\n");
    send(value);
    return read();
  }

  /** Reads one answer by its Content-Length or its chunks. */
  Reply read() throws IOException {
    String head = readHead();
    Reply empty = new Reply(head, List.of());
    if (empty.header("Transfer-Encoding").equals("chunked")) {
      List<byte[]> chunks = new ArrayList<>();
      for (byte[] chunk = readChunk(); chunk.length > 0; chunk = readChunk()) {
        chunks.add(chunk);
      }
      return new Reply(head, chunks);
    }
    return new Reply(head, List.of(readBytes(Integer.parseInt(empty.header("Content-Length")))));
  }

  /** Reads status and headers, with their last line end. */
  String readHead() throws IOException {
    StringBuilder head = new StringBuilder();
    for (String line = readLine(); !line.isEmpty(); line = readLine()) {
      head.append(line).append("\r\n");
    }
    return head.toString();
  }

  /** Reads one chunk with its frame; the last is empty. */
  byte[] readChunk() throws IOException {
    byte[] chunk = readBytes(Integer.parseInt(readLine(), 16));
    if (!readLine().isEmpty()) {
      throw new IOException("a chunk is longer than its size says");
    }
    return chunk;
  }

  byte[] readBytes(int count) throws IOException {
    byte[] bytes = in.readNBytes(count);
    if (bytes.length < count) {
      throw new EOFException("closed after " + bytes.length + " of " + count + " bytes");
    }
    return bytes;
  }

  /** Closes without the usual farewell: the server gets a reset. */
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  /** Whether the server has closed the connection, and sent nothing more. */
  boolean atEnd() throws IOException {
    return in.read() < 0;
  }

  private String readLine() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("closed in the line '" + line.toString(ISO_8859_1) + "'");
      }
      line.write(b);
    }
    String text = line.toString(ISO_8859_1);
    if (!text.endsWith("\r")) {
      throw new IOException("a line without CR: " + text);
    }
    return text.substring(0, text.length() - 1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
