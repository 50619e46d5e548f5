package dev.kvbench.render;

/** A template that cannot be read or filled in; the message begins with its file and line. */
public final class TemplateFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TemplateFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
