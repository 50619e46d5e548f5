package dev.kvbench.scenario;

import dev.kvbench.scenario.Route.Protocol;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the settings that say how a running server is reached. */
final class RouteBinder {

  /** Linux keeps 108 bytes for the path of a socket, the one at its end included. */
  private static final int MAX_SOCKET_PATH_BYTES = 107;

  /** The settings of a route. */
  static final List<String> KEYS = List.of("protocol", "tls", "unix-socket");

  private static final Map<String, Protocol> PROTOCOLS = protocols();
  private static final String TRUST_HINT =
      "name a file of certificates in PEM, beginning at the scenario's own folder: ca.pem";
  private static final String SOCKET_HINT =
      "write the whole path of the socket, at most "
          + MAX_SOCKET_PATH_BYTES
          + " bytes: /run/app.sock";

  private final ReferencedFiles files;

  RouteBinder(ReferencedFiles files) {
    this.files = files;
  }

  /** The words for what can be spoken. */
  static Map<String, Protocol> protocols() {
    Map<String, Protocol> words = new LinkedHashMap<>();
    words.put("http/1.1", Protocol.HTTP_1_1);
    words.put("h2", Protocol.H2);
    return words;
  }

  /** The route to {@code url} that the target's section describes. */
  Route bind(Section target, URI url) {
    Protocol protocol = target.get("protocol", Protocol.HTTP_1_1, Values.oneOf(PROTOCOLS));
    @Nullable String socket =
        target.has("unix-socket") ? target.get("unix-socket", "", RouteBinder::socket) : null;
    Tls tls = target.has("tls") ? tls(target.child("tls", Vocabulary.TLS)) : Tls.DEFAULT;
    if (target.has("tls") && target.isSound("url") && !"https".equals(url.getScheme())) {
      target.report(
          target.placeOfKey("tls"),
          "tls",
          "without https there is no TLS to set",
          "write https:// in the url, or leave 'tls' out");
    }
    return new Route(protocol, tls, socket);
  }

  /**
   * Reports settings of a route in the section of a target that kvbench starts itself.
   *
   * @param subject who does what in HTTP, such as {@code the reference server speaks}
   */
  void refuse(Section target, String subject) {
    for (String key : KEYS) {
      if (target.has(key)) {
        target.report(
            target.placeOfKey(key),
            key,
            subject + " HTTP/1.1 over TCP alone, so it cannot have " + key,
            "name a running server: url: https://127.0.0.1:8443");
      }
    }
  }

  private Tls tls(Section section) {
    boolean verify = section.get("verify", true, RouteBinder::truth);
    List<X509Certificate> trusted =
        section.has("trust") ? section.get("trust", List.of(), this::certificates) : List.of();
    if (!verify && section.has("trust")) {
      section.report(
          section.placeOfKey("trust"),
          "trust",
          "where the certificate is not checked, nobody needs to be trusted",
          "leave out 'trust', or 'verify: false'");
    }
    return new Tls(verify, trusted);
  }

  private List<X509Certificate> certificates(YamlNode node) throws BadValueException {
    String name = Values.text(node, TRUST_HINT);
    if (name.isBlank() || name.chars().anyMatch(Character::isISOControl)) {
      throw Values.bad(node, "a file", TRUST_HINT);
    }
    try {
      byte[] text = files.read(name).getBytes(StandardCharsets.UTF_8);
      List<X509Certificate> found = new ArrayList<>();
      for (Certificate certificate :
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(text))) {
        found.add((X509Certificate) certificate);
      }
      if (found.isEmpty()) {
        throw new BadValueException(Excerpt.quoted(name) + " has no certificate in it", TRUST_HINT);
      }
      return found;
    } catch (IOException e) {
      throw new BadValueException(
          Excerpt.quoted(name) + " cannot be read: " + e.getMessage(), TRUST_HINT);
    } catch (CertificateException e) {
      throw new BadValueException(
          Excerpt.quoted(name) + " has something else in it than certificates", TRUST_HINT);
    }
  }

  private static String socket(YamlNode node) throws BadValueException {
    String path = Values.text(node, SOCKET_HINT);
    if (!path.startsWith("/")
        || path.chars().anyMatch(Character::isISOControl)
        || path.getBytes(StandardCharsets.UTF_8).length > MAX_SOCKET_PATH_BYTES) {
      throw Values.bad(node, "the path of a socket from the root on", SOCKET_HINT);
    }
    return path;
  }

  private static boolean truth(YamlNode node) throws BadValueException {
    if (node instanceof YamlNode.Scalar scalar && scalar.kind() == YamlNode.Kind.BOOLEAN) {
      return Boolean.parseBoolean(scalar.text());
    }
    throw Values.bad(node, "true or false", "write true or false");
  }
}
