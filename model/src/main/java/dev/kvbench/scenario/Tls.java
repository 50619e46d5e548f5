package dev.kvbench.scenario;

import java.security.cert.X509Certificate;
import java.util.List;

/**
 * How a server proves over TLS who it is.
 *
 * @param verify whether its certificate is checked at all
 * @param trusted the authorities, or certificates, that are believed; those of the virtual machine
 *     where there are none
 */
public record Tls(boolean verify, List<X509Certificate> trusted) {

  /** The check that the virtual machine makes of everybody. */
  public static final Tls DEFAULT = new Tls(true, List.of());

  /** Copies {@code trusted}. */
  public Tls {
    trusted = List.copyOf(trusted);
  }
}
