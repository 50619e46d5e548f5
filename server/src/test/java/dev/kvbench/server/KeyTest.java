package dev.kvbench.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which bytes of a request are which key, and in which order keys come. */
class KeyTest {

  private static final int KEY_BYTES_THAT_FIT =
      KvSession.MAX_LINE_BYTES - "GET /v0/entity?id= HTTP/1.1\r\n".length();

  private KvServer server;
  private RawClient client;

  @BeforeEach
  void start() throws IOException {
    server = KvServer.start(ServerConfig.DEFAULT);
    client = new RawClient(server.port());
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "a%62c, abc", // what need not be encoded may be
    "%61%62%63, abc",
    "a+b, a%20b", // a plus is a space
    "a%2Bb, a%2bb", // hexadecimal digits of either case
    "%D0%BA, \u043a", // UTF-8, encoded and not
    "%F0%9F%99%82, %f0%9f%99%82",
    "a%26b%3Dc, a%26b=c",
    "%00%FF, %00%ff" // any bytes, also where they are no text
  })
  void key_twoSpellings_areTheSameKey(String one, String other) throws IOException {
    client.put(one, one.getBytes(UTF_8));

    assertThat(client.request("GET /v0/entity?id=" + other).text()).isEqualTo(one);
    assertThat(client.request("GET /v0/entity?x=y&id=" + other + "&id=z").text()).isEqualTo(one);
  }

  @ParameterizedTest
  @CsvSource({"a+b, a%2Bb", "%FE, %FF", "a, A", "%C3%A9, e%CC%81"})
  void key_differentBytes_areDifferentKeys(String one, String other) throws IOException {
    client.put(one, one.getBytes(UTF_8));

    assertThat(client.request("GET /v0/entity?id=" + other).status()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"%", "a%", "%4", "%4&x=y", "%zz", "%4g", "%-1", "a%%41"})
  void key_brokenPercentEncoding_is400AndTheConnectionStays(String id) throws IOException {
    assertThat(client.request("GET /v0/entity?id=" + id).status()).isEqualTo(400);
    assertThat(client.put(id, new byte[1]).status()).isEqualTo(400);
    assertThat(client.request("GET /v0/entities?start=" + id).status()).isEqualTo(400);
    assertThat(client.request("GET /v0/entities?start=a&end=" + id).status()).isEqualTo(400);
    assertThat(client.request("GET /v0/status").status()).isEqualTo(200);
  }

  @Test
  void range_keysAbove7f_comeAfterAsciiInUnsignedOrder() throws IOException {
    for (String key : new String[] {"%FF", "%80", "z", "%7F", "%C3%A9", "%01"}) {
      client.put(key, new byte[0]);
    }

    RawClient.Reply reply = client.request("GET /v0/entities?start=%01&end=%FF");

    assertThat(reply.chunks())
        .extracting(chunk -> new String(chunk, ISO_8859_1))
        .containsExactly("\u0001\n", "z\n", "\u007f\n", "\u0080\n", "\u00c3\u00a9\n");
  }

  @Test
  void key_longestThatFits_isAKey() throws IOException {
    String key = "k".repeat(KEY_BYTES_THAT_FIT);

    assertThat(client.put(key, "1".getBytes(UTF_8)).status()).isEqualTo(201);
    assertThat(client.request("GET /v0/entity?id=" + key).text()).isEqualTo("1");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 1000, 60_000, 1 << 20})
  void key_longer_is400AndTheServerLives(int excess) throws IOException {
    String key = "k".repeat(KEY_BYTES_THAT_FIT + excess);
    try {
      client.sendRequest("GET /v0/entity?id=" + key);
      assertThat(client.read().status()).isEqualTo(400);
      assertThat(client.atEnd()).isTrue();
    } catch (IOException e) {
      // a client that still writes when the server has said no may see a reset in its place
      assertThat(excess).isGreaterThanOrEqualTo(60_000);
    }
    assertServerLives();
  }

  private void assertServerLives() throws IOException {
    try (RawClient another = new RawClient(server.port())) {
      assertThat(another.request("GET /v0/status").status()).isEqualTo(200);
    }
  }
}
