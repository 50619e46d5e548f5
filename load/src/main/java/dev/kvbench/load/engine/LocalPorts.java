package dev.kvbench.load.engine;

import dev.kvbench.load.http.Breakage;
import java.util.Locale;

/** What it means that no port of this machine is left for a connection. */
final class LocalPorts {

  /** EADDRNOTAVAIL as Linux ("Cannot …") and macOS ("Can't …") put it. */
  private static final String NONE_LEFT = "assign requested address";

  private LocalPorts() {}

  /** Returns {@code failure}, with its reason where it says that there was no local port. */
  static Breakage explained(Breakage failure) {
    return failure.message().toLowerCase(Locale.ROOT).contains(NONE_LEFT)
        ? new Breakage(
            failure.kind(),
            failure.message()
                + ": no local port is free for another connection to this server; each that kvbench"
                + " closes keeps its port back for a while (TIME_WAIT), so fewer new connections a"
                + " second, or connections that are kept, are what this machine can do")
        : failure;
  }
}
