package dev.kvbench.targets.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * A process and all that came of it, also what its parents have left behind: children of children,
 * members of its session and, where the system shows environments, processes that went into a
 * session of their own. Ended together, first politely, then by force.
 */
final class ProcessTree {

  private static final Path PROC = Path.of("/proc");
  private static final long POLITE_MILLIS = 5_000;
  private static final long FORCE_MILLIS = 5_000;
  private static final long POLL_MILLIS = 10;

  /** Of what follows the name in a {@code stat} file (proc(5)): the state, and the session. */
  private static final int STATE = 0;

  private static final int SESSION = 3;

  /** The number of a session that nothing else is in; empty where there is none. */
  private final String session;

  private final byte[] mark;
  private final Set<ProcessHandle> known = new LinkedHashSet<>();

  /**
   * The tree that grows from {@code root}.
   *
   * @param ownSession whether the root leads a session that nothing else is in
   * @param mark a piece of environment, {@code NAME=value}, that the root and nothing else was
   *     started with
   */
  ProcessTree(ProcessHandle root, boolean ownSession, String mark) {
    this(ownSession ? Long.toString(root.pid()) : "", mark);
    known.add(root);
  }

  private ProcessTree(String session, String mark) {
    this.session = session;
    this.mark = mark.getBytes(StandardCharsets.UTF_8);
  }

  /** What is left of a tree whose root is not known any more: the processes that bear its mark. */
  static ProcessTree startedWith(String mark) {
    return new ProcessTree("", mark);
  }

  /** Remembers who belongs to the tree now: one whose parent has gone cannot be found later. */
  synchronized void look() {
    look(true);
  }

  private void look(boolean sessionIsOurs) {
    for (ProcessHandle member : Set.copyOf(known)) {
      member.descendants().forEach(known::add);
    }
    if (!Files.isDirectory(PROC)) {
      return;
    }
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path process : processes) {
        if ((sessionIsOurs && isInSession(process)) || bearsMark(process)) {
          ProcessHandle.of(Long.parseLong(process.getFileName().toString()))
              .filter(found -> !found.equals(ProcessHandle.current()))
              .ifPresent(known::add);
        }
      }
    } catch (IOException e) {
      // What the handles tell has to do.
    }
  }

  private boolean isInSession(Path process) {
    return !session.isEmpty() && field(process, SESSION).equals(session);
  }

  private boolean bearsMark(Path process) {
    try {
      byte[] environment = Files.readAllBytes(process.resolve("environ"));
      for (int from = 0; from + mark.length <= environment.length; from++) {
        boolean atStart = from == 0 || environment[from - 1] == 0;
        int end = from + mark.length;
        boolean atEnd = end == environment.length || environment[end] == 0;
        if (atStart && atEnd && Arrays.equals(environment, from, end, mark, 0, mark.length)) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      return false; // another user's, or gone
    }
  }

  /** A field of a process's {@code stat} file; empty where it cannot be had. */
  private static String field(Path process, int index) {
    try {
      String stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
      return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[index];
    } catch (IOException | IndexOutOfBoundsException e) {
      return "";
    }
  }

  /**
   * Ends all of it: asks the root first, so that it does not start its children anew, then the
   * others; forces those that are there after five seconds, or when the thread is interrupted.
   */
  synchronized void end() {
    // The number of a session whose last member has gone may have become somebody else's.
    look(alive(known));
    for (ProcessHandle member : known) {
      boolean unused = member.destroy();
    }
    boolean gone = awaitEnd(POLITE_MILLIS);
    look(alive(known));
    if (!gone || alive(known)) {
      force();
      boolean unused = awaitEnd(FORCE_MILLIS);
      // Whoever was started while the others were ended.
      look(alive(known));
      force();
    }
  }

  private void force() {
    for (ProcessHandle member : known) {
      if (isAlive(member)) {
        boolean unused = member.destroyForcibly();
      }
    }
  }

  private boolean awaitEnd(long millis) {
    try {
      for (long waited = 0; alive(known); waited += POLL_MILLIS) {
        if (waited >= millis) {
          return false;
        }
        Thread.sleep(POLL_MILLIS);
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static boolean alive(Set<ProcessHandle> processes) {
    return processes.stream().anyMatch(ProcessTree::isAlive);
  }

  /** One that has ended, and that nobody has asked for its exit code, is not alive any more. */
  private static boolean isAlive(ProcessHandle process) {
    return process.isAlive()
        && !field(PROC.resolve(Long.toString(process.pid())), STATE).equals("Z");
  }
}
