package dev.kvbench.server.law;

import dev.kvbench.time.NanoClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.concurrent.locks.LockSupport;

/**
 * An HTTP server that answers by a {@link Rule}: one thread reads all connections, another sends
 * the answers that are not due yet. A request is known by the number in its path ({@code …?id=42});
 * {@code GET /selftest/record} is answered with what the {@link ServedLog} and the {@link WakeLog}
 * have noted, and a line {@code end LOST} with how much they had no room for; then the next record
 * begins. It serves a client that waits for an answer before it sends the next request on a
 * connection, and requests without a body.
 */
final class LawServer {

  private static final String RECORD_PATH = "/selftest/record";
  private static final byte[] RECORD_START =
      ("GET " + RECORD_PATH).getBytes(StandardCharsets.US_ASCII);
  private static final ByteBuffer OK = answer("200 OK", "ok");
  private static final ByteBuffer REFUSED = answer("503 Service Unavailable", "no");
  private static final int BACKLOG = 1024;
  private static final int READ_BYTES = 8192;
  private static final long FULL_PAUSE_NANOS = 100 * NanoClock.NANOS_PER_MICRO;

  private final Rule rule;
  private final NanoClock clock;
  private final ServedLog log = new ServedLog();
  private final WakeLog wakings;
  private final Timekeeper timekeeper;
  private final Selector selector;
  private final ServerSocketChannel listener;

  /**
   * Listens on a free port of the loopback interface.
   *
   * @param clock gives nanoseconds since the process's start
   * @param wakings what is told in the record beside the requests
   */
  LawServer(Rule rule, NanoClock clock, WakeLog wakings) throws IOException {
    this.rule = rule;
    this.clock = clock;
    this.wakings = wakings;
    this.timekeeper = new Timekeeper(clock);
    this.selector = Selector.open();
    this.listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    listener.configureBlocking(false);
    listener.register(selector, SelectionKey.OP_ACCEPT);
  }

  int port() throws IOException {
    return ((InetSocketAddress) listener.getLocalAddress()).getPort();
  }

  /** Serves on the calling thread, for ever. */
  void run() {
    if (rule.isRecorded()) {
      timekeeper.start();
    }
    try {
      while (true) {
        selector.select();
        Iterator<SelectionKey> ready = selector.selectedKeys().iterator();
        while (ready.hasNext()) {
          SelectionKey key = ready.next();
          ready.remove();
          if (!key.isValid()) {
            continue;
          }
          if (key.isAcceptable()) {
            accept();
          } else if (key.attachment() instanceof Conversation conversation) {
            conversation.read();
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void accept() throws IOException {
    SocketChannel channel = listener.accept();
    if (channel != null) {
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.register(selector, SelectionKey.OP_READ, new Conversation(channel));
    }
  }

  private String record() {
    long from = log.firstReadNanos();
    long lost = log.lost() + wakings.lost();
    return log.take() + wakings.text(from) + "end " + lost + "\n";
  }

  private static ByteBuffer answer(String status, String body) {
    byte[] bytes =
        ("HTTP/1.1 " + status + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
            .getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip().asReadOnlyBuffer();
  }

  /** One connection. */
  private final class Conversation {

    private final SocketChannel channel;
    private final ByteBuffer in = ByteBuffer.allocateDirect(READ_BYTES);
    private final ByteBuffer ok = OK.duplicate();

    Conversation(SocketChannel channel) {
      this.channel = channel;
    }

    /** Reads what there is; a request ends with an empty line. */
    void read() {
      try {
        if (channel.read(in) < 0 || !in.hasRemaining()) {
          channel.close();
          return;
        }
        long readNanos = clock.nanos();
        if (endsRequest()) {
          serve(readNanos);
          in.clear();
        }
      } catch (IOException e) {
        close();
      }
    }

    private boolean endsRequest() {
      int end = in.position();
      return end >= 4
          && in.get(end - 4) == '\r'
          && in.get(end - 3) == '\n'
          && in.get(end - 2) == '\r'
          && in.get(end - 1) == '\n';
    }

    private void serve(long readNanos) throws IOException {
      if (!rule.isRecorded()) {
        write(ok.rewind());
        return;
      }
      if (asksForRecord()) {
        write(answer("200 OK", record()));
        return;
      }
      long number = number();
      long dueNanos = rule.answerAtNanos(number, readNanos);
      Rule.Fate fate = rule.fate(number);
      if (fate == Rule.Fate.SILENCE) {
        log.request(number, readNanos, 0, 0, fate);
      } else if (dueNanos <= readNanos) {
        end(number, readNanos, dueNanos, fate);
      } else {
        timekeeper.at(dueNanos, () -> end(number, readNanos, dueNanos, fate));
      }
    }

    private void end(long number, long readNanos, long dueNanos, Rule.Fate fate) {
      try {
        long beganNanos = clock.nanos();
        switch (fate) {
          // A buffer of its own: the other thread may still be leaving its write of the last
          // answer.
          case OK -> write(OK.duplicate());
          case REFUSED -> write(REFUSED.duplicate());
          default -> {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            channel.close();
            // The socket itself is closed when the selector next looks.
            selector.wakeup();
          }
        }
        // The answer left within the write, and nobody knows when: the call hands it to the reader,
        // and on a busy machine ends when that has long had the processor.
        long sentNanos = beganNanos + (clock.nanos() - beganNanos) / 2;
        log.request(number, readNanos, dueNanos, sentNanos, fate);
      } catch (IOException e) {
        log.request(number, readNanos, dueNanos, 0, fate);
        close();
      }
    }

    private void write(ByteBuffer answer) throws IOException {
      while (answer.hasRemaining()) {
        if (channel.write(answer) == 0) {
          LockSupport.parkNanos(this, FULL_PAUSE_NANOS);
        }
      }
    }

    private boolean asksForRecord() {
      for (int i = 0; i < RECORD_START.length; i++) {
        if (i >= in.position() || in.get(i) != RECORD_START[i]) {
          return false;
        }
      }
      return true;
    }

    /** The number behind the path's {@code =}; −1 where there is none. */
    private long number() {
      long number = -1;
      boolean inNumber = false;
      for (int i = 0; i < in.position(); i++) {
        byte c = in.get(i);
        if (inNumber && c >= '0' && c <= '9') {
          number = (number < 0 ? 0 : 10 * number) + c - '0';
        } else if (inNumber || c == '\r') {
          break;
        } else {
          inNumber = c == '=';
        }
      }
      return number;
    }

    private void close() {
      try {
        channel.close();
      } catch (IOException e) {
        // It is of no use any more either way.
      }
    }
  }
}
