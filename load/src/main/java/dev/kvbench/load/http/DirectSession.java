package dev.kvbench.load.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hc.core5.http.nio.command.RequestExecutionCommand;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.Command;
import org.apache.hc.core5.reactor.EventMask;
import org.apache.hc.core5.reactor.IOEventHandler;
import org.apache.hc.core5.reactor.ProtocolIOSession;
import org.jspecify.annotations.Nullable;

/**
 * A reactor's session over which whoever has a request writes it to the socket at once, in its own
 * thread. The reactor's own way is to note the interest in writing, to wake the selector, and to
 * write on the reactor's thread in the selector's next turn; that costs two system calls for the
 * interest, two for the wake-up and a change of threads, for a socket that is nearly always ready
 * to take a request.
 *
 * <p>Between the session and its protocol handler there is one lock, so that the handler sees one
 * thread at a time as it does in the reactor. The selector is asked only where the socket takes no
 * more.
 */
final class DirectSession extends ForwardingSession {

  /**
   * How often the handler is asked for more in one turn. A request takes it two or three times; a
   * handler that always wants to write and never does must not hold the thread.
   */
  private static final int MOST_WRITES_A_TURN = 16;

  private final ProtocolIOSession session;
  private final ReentrantLock turn = new ReentrantLock();
  // All below is only touched within a turn.
  private final ArrayDeque<Command> commands = new ArrayDeque<>(2);
  private @Nullable IOEventHandler protocol;
  private @Nullable HttpConnection connection;
  private boolean asked;
  private int interest;
  private boolean wantsToWrite;
  private boolean socketIsFull;

  DirectSession(ProtocolIOSession session) {
    super(session);
    this.session = session;
    this.interest = EventMask.READ;
  }

  /** Says who handles the session's events, and whose requests go over it. */
  void handledBy(IOEventHandler handler, HttpConnection served) {
    protocol = handler;
    connection = served;
  }

  /** Begins a turn: no other thread touches the protocol handler until {@link #endTurn}. */
  void beginTurn() {
    turn.lock();
  }

  /** Writes what the handler has to write by now, and ends the turn. */
  void endTurn() {
    try {
      if (turn.getHoldCount() == 1) {
        write();
      }
    } finally {
      turn.unlock();
    }
  }

  /** The selector says that the socket takes bytes again. */
  void socketReady() {
    session.clearEvent(EventMask.WRITE);
    wantsToWrite = true;
  }

  private void write() {
    IOEventHandler handler = protocol;
    if (!wantsToWrite || handler == null) {
      return;
    }
    for (int i = 0; wantsToWrite; i++) {
      socketIsFull = false;
      try {
        handler.outputReady(this);
      } catch (IOException | RuntimeException e) {
        broken(handler, e);
        return;
      }
      if (wantsToWrite && (socketIsFull || i == MOST_WRITES_A_TURN)) {
        session.setEvent(EventMask.WRITE);
        return;
      }
    }
    HttpConnection served = connection;
    if (served != null) {
      served.flushed();
    }
  }

  private void broken(IOEventHandler handler, Exception cause) {
    wantsToWrite = false;
    handler.exception(this, cause);
    session.close(CloseMode.GRACEFUL);
  }

  /**
   * Has the handler read what is there before the first request is written: it cannot be an answer.
   * Behind the request it would be taken for one.
   */
  private void readUnasked() {
    IOEventHandler handler = protocol;
    if (handler != null) {
      try {
        handler.inputReady(this, null);
      } catch (IOException | RuntimeException e) {
        broken(handler, e);
      }
    }
  }

  /** Takes a command; outside of a turn it is carried out at once, on the calling thread. */
  @Override
  public void enqueue(Command command, Command.Priority priority) {
    beginTurn();
    try {
      if (!isOpen()) {
        command.cancel();
        return;
      }
      if (priority == Command.Priority.IMMEDIATE) {
        commands.addFirst(command);
      } else {
        commands.addLast(command);
      }
      wantsToWrite = true;
      if (!asked && command instanceof RequestExecutionCommand) {
        // Of the first request only, because it is a system call. Behind that the selector has
        // time to say that something came between two exchanges.
        asked = true;
        readUnasked();
      }
    } finally {
      endTurn();
    }
  }

  @Override
  public boolean hasCommands() {
    return !commands.isEmpty();
  }

  @Override
  public @Nullable Command poll() {
    return commands.pollFirst();
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    int written = session.write(source);
    socketIsFull = source.hasRemaining();
    return written;
  }

  @Override
  public int getEventMask() {
    return wantsToWrite ? interest | EventMask.WRITE : interest;
  }

  @Override
  public void setEventMask(int mask) {
    wantsToWrite = (mask & EventMask.WRITE) != 0;
    readInterest(mask & EventMask.READ);
  }

  @Override
  public void setEvent(int event) {
    if ((event & EventMask.WRITE) != 0) {
      wantsToWrite = true;
    }
    readInterest(interest | (event & EventMask.READ));
  }

  @Override
  public void clearEvent(int event) {
    if ((event & EventMask.WRITE) != 0) {
      wantsToWrite = false;
    }
    readInterest(interest & ~event);
  }

  private void readInterest(int wanted) {
    if (wanted != interest) {
      interest = wanted;
      session.setEventMask(wanted);
    }
  }

  @Override
  public Lock getLock() {
    return turn;
  }
}
