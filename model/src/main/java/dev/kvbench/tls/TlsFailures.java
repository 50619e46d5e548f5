package dev.kvbench.tls;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Says in plain words why a handshake failed, and what can be done about it. */
public final class TlsFailures {

  private static final String ALERT = "Received fatal alert: ";
  private static final int MOST_CAUSES = 20;

  private TlsFailures() {}

  /** Returns one line about a failed handshake; null if {@code failure} does not speak of TLS. */
  public static @Nullable String explain(Throwable failure) {
    boolean tls = false;
    String certificate = null;
    Throwable cause = failure;
    for (int i = 0; cause != null && i < MOST_CAUSES; i++) {
      if (cause instanceof CertPathBuilderException) {
        return "the server's certificate is not trusted: name a file with its authority, or with the"
            + " certificate itself, under target.tls.trust, or have target.tls.verify: false";
      }
      if (cause instanceof CertificateExpiredException) {
        return "the server's certificate has expired";
      }
      if (cause instanceof CertificateNotYetValidException) {
        return "the server's certificate is not valid yet";
      }
      if (cause instanceof CertificateException) {
        certificate = firstLine(cause);
      }
      tls |= cause instanceof SSLException;
      cause = cause.getCause();
    }
    if (certificate != null) {
      return "the server's certificate is not good for this url: " + certificate;
    }
    return tls ? handshake(firstLine(failure)) : null;
  }

  private static String handshake(String message) {
    if (message.endsWith("no_application_protocol")) {
      return "the server does not offer the protocol that target.protocol asks for";
    }
    // Newer virtual machines begin with the alert's name in brackets.
    int alert = message.indexOf(ALERT);
    if (alert >= 0) {
      return "the server refused the TLS handshake: " + message.substring(alert + ALERT.length());
    }
    if (message.contains("recognized SSL message")) {
      return "the server does not speak TLS";
    }
    return "the TLS handshake failed: " + message;
  }

  private static String firstLine(Throwable cause) {
    String message = cause.getMessage();
    return message == null
        ? cause.getClass().getSimpleName()
        : message.lines().findFirst().orElse("").strip();
  }
}
