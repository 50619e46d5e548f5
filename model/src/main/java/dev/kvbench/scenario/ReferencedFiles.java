package dev.kvbench.scenario;

import java.io.IOException;

/**
 * The files that a scenario names, such as traces: how their text is had. Reading a scenario does
 * no input of its own.
 */
@FunctionalInterface
public interface ReferencedFiles {

  /** No files: whatever is named cannot be read. */
  ReferencedFiles NONE =
      name -> {
        throw new IOException("files beside a scenario cannot be read here");
      };

  /** The most bytes that a referenced file may have. */
  long MAX_BYTES = 64L << 20;

  /**
   * Returns a file's text.
   *
   * @param name as the scenario has it; a relative one is meant from the scenario's own folder
   * @throws IOException if the file cannot be had or is larger than {@link #MAX_BYTES}; its message
   *     is shown to the scenario's author
   */
  String read(String name) throws IOException;

  /**
   * The folder that relative names are meant from; empty for the one that kvbench was started in.
   */
  default String folder() {
    return "";
  }
}
