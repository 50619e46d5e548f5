package dev.kvbench.run.contract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketTimeoutException;

/**
 * A connection that is read and written byte by byte. The {@link Dialer} that opened it breaks it
 * when its time is over, so that nothing done with it lasts longer, whatever the server does.
 */
final class Wire implements AutoCloseable {

  private final Socket raw;
  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private final Dialer.Limit limit;

  /**
   * @param raw the TCP socket
   * @param socket what is spoken through: the same one, or TLS over it
   */
  Wire(Socket raw, Socket socket, Dialer.Limit limit) throws IOException {
    this.raw = raw;
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
    this.out = socket.getOutputStream();
    this.limit = limit;
  }

  /** Sends bytes, and is done when the kernel has taken them. */
  void send(String bytes) throws WireException {
    try {
      out.write(bytes.getBytes(ISO_8859_1));
      out.flush();
    } catch (IOException e) {
      if (limit.isOver()) {
        throw new WireException("the server did not read the request within " + limit.words());
      }
      throw new WireException("the server closed the connection before all was sent", true);
    }
  }

  /**
   * Reads an answer.
   *
   * @param bodyless whether it has no body whatever its headers say
   * @param mostBodyBytes where the body is longer, the reading ends there
   */
  Reply read(boolean bodyless, long mostBodyBytes) throws WireException {
    ReplyReader reader = new ReplyReader(in, mostBodyBytes);
    try {
      return reader.read(bodyless);
    } catch (ProtocolException e) {
      throw new WireException("no HTTP: " + e.getMessage() + soFar(reader));
    } catch (EOFException e) {
      throw new WireException(
          reader.seen().isEmpty()
              ? "the server closed the connection without an answer"
              : "the server closed the connection before the answer's end" + soFar(reader),
          true);
    } catch (IOException e) {
      if (limit.isOver()) {
        throw new WireException(
            reader.seen().isEmpty()
                ? "no answer within " + limit.words()
                : "no end of the answer within " + limit.words() + soFar(reader));
      }
      throw new WireException("the server broke the connection" + soFar(reader), true);
    }
  }

  /**
   * Waits for what nobody asked for.
   *
   * @param millis how long, at least 1
   * @return its first bytes; nothing where nothing came, or the connection ended
   */
  String unasked(int millis) {
    byte[] bytes = new byte[256];
    try {
      socket.setSoTimeout(millis);
      int count = in.read(bytes);
      socket.setSoTimeout(0);
      return new String(bytes, 0, Math.max(0, count), ISO_8859_1);
    } catch (SocketTimeoutException e) {
      return stillOpen();
    } catch (IOException e) {
      return "";
    }
  }

  /** Ends the connection at once, without a word of TLS for which a server may have no ear. */
  @Override
  public void close() {
    limit.settled();
    try {
      raw.close();
    } catch (IOException e) {
      // It is of no use any more either way.
    }
  }

  private String stillOpen() {
    try {
      socket.setSoTimeout(0);
    } catch (IOException e) {
      // Closed meanwhile; whoever reads next is told.
    }
    return "";
  }

  private static String soFar(ReplyReader reader) {
    return reader.seen().isEmpty() ? "" : "; it began with " + Bytes.shown(reader.seen());
  }
}
