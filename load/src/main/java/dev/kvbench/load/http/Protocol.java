package dev.kvbench.load.http;

import dev.kvbench.load.workload.Request;
import org.apache.hc.core5.http.HttpRequest;

/** What a connection needs to know of the protocol that is spoken over it. */
interface Protocol {

  /** Whether another exchange may begin. */
  boolean isOpen();

  /** The head of {@code request}, as the protocol's writer takes it. */
  HttpRequest head(Request request);

  /**
   * Whether somebody calls {@link HttpConnection#tell} when the protocol is at rest. Where not, the
   * observer is told from within the protocol's callbacks.
   */
  boolean tellsLater();
}
