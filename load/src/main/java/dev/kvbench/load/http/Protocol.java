package dev.kvbench.load.http;

import dev.kvbench.load.workload.Request;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.reactor.IOEventHandler;

/** What is spoken over one connection. */
interface Protocol {

  /** Says whose exchanges these are. */
  void serves(HttpConnection connection);

  /** What handles the session's events. */
  IOEventHandler events();

  /** Whether the first exchange may begin. */
  boolean isReady();

  /** Whether another exchange may begin. */
  boolean isOpen();

  /** The head of {@code request}, as the protocol's writer takes it. */
  HttpRequest head(Request request);
}
