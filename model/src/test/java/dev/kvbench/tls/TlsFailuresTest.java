package dev.kvbench.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

/**
 * What is said of handshakes that fail, for the ways in which the virtual machine tells of them.
 */
class TlsFailuresTest {

  private static Exception handshake(String message, Throwable cause) {
    SSLHandshakeException failure = new SSLHandshakeException(message);
    failure.initCause(new CertificateException("outer", cause));
    return failure;
  }

  @Test
  void certificates_areNamedByWhatIsWrongWithThem() {
    assertThat(TlsFailures.explain(handshake("x", new CertPathBuilderException("no path"))))
        .startsWith("the server's certificate is not trusted")
        .contains("target.tls.trust");
    assertThat(
            TlsFailures.explain(
                handshake(
                    "x",
                    new CertPathValidatorException(
                        "validity", new CertificateExpiredException("then")))))
        .isEqualTo("the server's certificate has expired");
    assertThat(TlsFailures.explain(handshake("x", new CertificateNotYetValidException("then"))))
        .isEqualTo("the server's certificate is not valid yet");
    assertThat(
            TlsFailures.explain(handshake("x", new CertificateException("No name a\nmore of it"))))
        .isEqualTo("the server's certificate is not good for this url: No name a");
  }

  @Test
  void handshakes_areNamedByWhatTheServerDid() {
    assertThat(TlsFailures.explain(new SSLException("Unsupported or unrecognized SSL message")))
        .isEqualTo("the server does not speak TLS");
    assertThat(
            TlsFailures.explain(
                new SSLException("Unrecognized SSL message, plaintext connection?")))
        .isEqualTo("the server does not speak TLS");
    assertThat(
            TlsFailures.explain(
                new SSLHandshakeException("Received fatal alert: no_application_protocol")))
        .isEqualTo("the server does not offer the protocol that target.protocol asks for");
    assertThat(
            TlsFailures.explain(new SSLHandshakeException("Received fatal alert: bad_certificate")))
        .isEqualTo("the server refused the TLS handshake: bad_certificate");
    assertThat(
            TlsFailures.explain(
                new SSLHandshakeException(
                    "(bad_certificate) Received fatal alert: bad_certificate")))
        .as("as newer virtual machines say it")
        .isEqualTo("the server refused the TLS handshake: bad_certificate");
    assertThat(TlsFailures.explain(new SSLException("No common suites")))
        .isEqualTo("the TLS handshake failed: No common suites");
  }

  @Test
  void whatIsNoTls_isNotExplained() {
    assertThat(TlsFailures.explain(new IOException("Connection reset"))).isNull();
  }
}
