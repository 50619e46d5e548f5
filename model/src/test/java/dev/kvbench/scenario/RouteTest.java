package dev.kvbench.scenario;

import static dev.kvbench.scenario.Reading.messages;
import static dev.kvbench.scenario.Reading.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a target is reached, as scenarios say it. */
class RouteTest {

  /** Of a key that was thrown away; it is good until 2126. */
  private static final String CERTIFICATE =
      """
      -----BEGIN CERTIFICATE-----
      MIIBXDCCAQOgAwIBAgIIaDppvk6QE9IwCgYIKoZIzj0EAwIwFzEVMBMGA1UEAxMM
      a3ZiZW5jaCB0ZXN0MCAXDTI2MTEyMTEyNTUwN1oYDzIxMjYxMDI4MTI1NTA3WjAX
      MRUwEwYDVQQDEwxrdmJlbmNoIHRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
      AARj5+GPofpBWqv5B1ppfTXdoyI6R3brN4DxFiN4eTgSW3RzMvnqC0y0d+Vz4QO/
      +KPxej1LqGjjT2048XDg3JIBozcwNTAdBgNVHQ4EFgQU2ArWVcUsrA4ViHOyg0Fc
      qLi1TUQwFAYDVR0RBA0wC4IJbG9jYWxob3N0MAoGCCqGSM49BAMCA0cAMEQCIDVg
      QDvPNMMuG+/nycQtGc95CaywMuRqcGO7vGDW5z82AiAmZRVnUXiObEyANaP+pEUf
      elOkOjj2cf2xZVDPgHyiVg==
      -----END CERTIFICATE-----
      """;

  private static Route route(String target, ReferencedFiles files) {
    String text = "target: { " + target + " }\nsteps: [fill]";
    return ScenarioReader.read("demo.yaml", text, List.of(), files).target().route();
  }

  private static Route route(String target) {
    return route(target, ReferencedFiles.NONE);
  }

  private static String refusal(String target, ReferencedFiles files) {
    try {
      return "nothing is wrong with " + route(target, files);
    } catch (ScenarioException e) {
      return e.problems().get(0).message();
    }
  }

  @Test
  void route_isDirect_whereNothingIsSaid() {
    assertThat(read("steps: [fill]").target().route()).isEqualTo(Route.DIRECT);
    assertThat(route("url: https://a")).isEqualTo(Route.DIRECT);
  }

  @Test
  void protocolAndSocket_areTaken() {
    assertThat(route("url: http://a, protocol: h2, unix-socket: /run/a.sock"))
        .isEqualTo(new Route(Route.Protocol.H2, Tls.DEFAULT, "/run/a.sock"));
  }

  @Test
  void verify_isTaken() {
    assertThat(route("url: https://a, tls: { verify: false }").tls().verify()).isFalse();
  }

  @Test
  void trust_isReadFromItsFile_asManyAsThereAre() {
    Tls tls =
        route(
                "url: https://a, tls: { trust: ca.pem }",
                name -> name.equals("ca.pem") ? "first\n" + CERTIFICATE + CERTIFICATE : "")
            .tls();
    assertThat(tls.verify()).isTrue();
    assertThat(tls.trusted())
        .hasSize(2)
        .allSatisfy(
            c -> assertThat(c.getSubjectX500Principal().getName()).isEqualTo("CN=kvbench test"));
  }

  @Test
  void trust_thatCannotBeUsed() {
    String target = "url: https://a, tls: { trust: ca.pem }";
    assertThat(
            refusal(
                target,
                name -> {
                  throw new IOException("there is no file " + name);
                }))
        .isEqualTo("target.tls.trust 'ca.pem' cannot be read: there is no file ca.pem");
    assertThat(refusal(target, name -> ""))
        .isEqualTo("target.tls.trust 'ca.pem' has no certificate in it");
    assertThat(refusal(target, name -> CERTIFICATE.substring(0, 200)))
        .isEqualTo("target.tls.trust 'ca.pem' has something else in it than certificates");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "url: http://a, tls: {} | without https there is no TLS to set",
        "protocol: h2 | the reference server speaks HTTP/1.1 over TCP alone, so it cannot have protocol",
        "unix-socket: /a | the reference server speaks HTTP/1.1 over TCP alone, so it cannot have unix-socket",
        "url: http://a, unix-socket: a | target.unix-socket must be the path of a socket from the root on, not the text 'a'",
        "url: http://a, protocol: http2 | target.protocol must be http/1.1 or h2, not the text 'http2'",
        "url: https://a, tls: { verify: maybe } | target.tls.verify must be true or false, not the text 'maybe'",
      })
  void route_wrong(String target, String message) {
    assertThat(messages("target: { " + target + " }\nsteps: [fill]")).containsExactly(message);
  }

  @Test
  void socket_ofMoreBytesThanTheSystemTakes() {
    String path = "/" + "x".repeat(106);
    assertThat(route("url: http://a, unix-socket: " + path).unixSocket()).isEqualTo(path);
    assertThatThrownBy(() -> route("url: http://a, unix-socket: " + path + "y"))
        .isInstanceOf(ScenarioException.class);
    assertThatThrownBy(() -> route("url: http://a, unix-socket: /" + "ü".repeat(54)))
        .isInstanceOf(ScenarioException.class);
  }
}
