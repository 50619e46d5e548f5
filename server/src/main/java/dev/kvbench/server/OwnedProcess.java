package dev.kvbench.server;

import java.io.IOException;

/**
 * This process, where another one owns it: it ends when its standard input does, so that it cannot
 * outlive whoever started it, and ignores the terminal's Ctrl-C, which goes to every process of the
 * terminal while its owner still needs it.
 */
public final class OwnedProcess {

  private OwnedProcess() {}

  /** Ignores Ctrl-C from now on. By reflection: javac warns of sun.misc, and nothing else can. */
  public static void ignoreInterrupts() {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      signal
          .getMethod("handle", signal, handler)
          .invoke(
              null,
              signal.getConstructor(String.class).newInstance("INT"),
              handler.getField("SIG_IGN").get(null));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JDK has no module jdk.unsupported", e);
    }
  }

  /** Waits until the owner is gone. */
  public static void awaitEndOfInput() {
    byte[] ignored = new byte[256];
    try {
      while (System.in.read(ignored) >= 0) {
        // its owner has nothing to say
      }
    } catch (IOException e) {
      // an input that cannot be read has ended too
    }
  }
}
