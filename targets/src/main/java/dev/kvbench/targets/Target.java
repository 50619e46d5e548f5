package dev.kvbench.targets;

import java.net.URI;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** A server that is ready to be loaded. Closing it stops what kvbench started of it. */
public interface Target extends AutoCloseable {

  /** Scheme, host and port. */
  URI url();

  /** What the report says of it, in labelled facts, in the order in which they are read. */
  Map<String, String> facts();

  /**
   * The process that serves the target, where it is on this machine and can be told; for what it
   * needs, and to be touched by nothing but a profiler that was asked for.
   */
  OptionalLong pid();

  /**
   * Whether kvbench may have the virtual machine of {@link #pid} tell of itself, which loads code
   * into it: one that kvbench started, or that its user pointed at.
   */
  default boolean mayBeAttachedTo() {
    return true;
  }

  /**
   * Tells {@code listener}, once and on another thread, when the target ends before it is closed,
   * and why. A target that kvbench did not start is never known to end.
   */
  void onEnd(Consumer<String> listener);

  @Override
  void close();
}
