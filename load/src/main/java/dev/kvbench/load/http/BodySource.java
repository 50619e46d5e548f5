package dev.kvbench.load.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Set;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.jspecify.annotations.Nullable;

/** The body of the request under way: its length for the head, its bytes for the socket. */
final class BodySource implements EntityDetails {

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private ByteBuffer bytes = NOTHING;
  private long length;

  /** Begins with {@code body}, from its first byte. */
  void begin(ByteBuffer body) {
    bytes = body.rewind();
    length = body.capacity();
  }

  /** How many bytes are still to be written. */
  int remaining() {
    return bytes.remaining();
  }

  /** Writes what the channel takes, and ends the stream behind the last byte. Returns if it did. */
  boolean writeTo(DataStreamChannel channel) throws IOException {
    while (bytes.hasRemaining()) {
      if (channel.write(bytes) == 0) {
        return false;
      }
    }
    channel.endStream();
    return true;
  }

  @Override
  public long getContentLength() {
    return length;
  }

  @Override
  public @Nullable String getContentType() {
    return null;
  }

  @Override
  public @Nullable String getContentEncoding() {
    return null;
  }

  @Override
  public boolean isChunked() {
    return false;
  }

  @Override
  public Set<String> getTrailerNames() {
    return Set.of();
  }
}
